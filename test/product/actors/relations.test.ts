import type { Page } from "playwright-core"
import { beforeAll, describe, expect, test } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { signsUp } from "../../worlds/signed-up.ts"
import { linkMailedTo, newName, prefixOf } from "../people/accounts-people.ts"
import { arrive, sharedBrowser, visit } from "../browser/browser.ts"
import { givePage, type Person, somebody } from "../people/page-people.ts"
import { sharedServer } from "../servers/shared-server.ts"
import { notice } from "../browser/waiting.ts"

const server = await sharedServer()
const site = server.url
const browser = await sharedBrowser()
let owner: Person
let other: Person
let fid: string
let person: string
beforeAll(async () => {
  owner = await somebody(server, "odalys")
  other = await somebody(server, "ilse")
  fid = `${owner.name}_l`
  person = `${other.name}_p`
  await givePage(owner, { fid, name: "Le Hangar" })
  await givePage(other, { type: "person", fid: person, name: "Wivine Ostreel" })
})

type Words = ReturnType<typeof messagesIn>
const who = (page: Page, t: Words) => page.getByRole("combobox", { name: t("relations.who") })
const add = (page: Page, t: Words) => page.getByRole("button", { name: t("relations.add_do"), exact: true })

describe.each(["fr", "nl"] as const)("in %s", (language) => {
  const t = messagesIn(language)
  const prefix = prefixOf(language)

  test("an account with an unverified address is asked to verify it before it sees whether it has invitations", async () => {
    const [invited, chance] = [await signsUp(site, newName()), await signsUp(site, newName())]
    await owner.ask("POST", `/api/actors/${fid}/relations/`, { relation: "assistant", email: invited.email })
    for (const someone of [invited, chance]) {
      const { page, troubles, close } = await visit(browser)
      await page.context().addCookies([...someone.jar].map(([name, value]) => ({ name, value, url: site })))
      await arrive(page, `${site}${prefix}/me/invitations`)
      await page.getByText(t("relations.address_waits", { email: someone.email })).waitFor()
      expect(await page.getByText(t("relations.no_invitation")).count()).toBe(0)
      expect(await page.getByText("Le Hangar").count()).toBe(0)
      await page.getByRole("button", { name: t("relations.link_again_to", { email: someone.email }) }).click()
      await notice(page, t("relations.link_sent"))
      const link = await linkMailedTo(server.dataDir, someone.email, "/verify")
      await someone.send("POST", "/api/auth/verify/", { token: new URL(link).searchParams.get("token") })
      await arrive(page, `${site}${prefix}/me/invitations`)
      await page.getByText(someone === invited ? "Le Hangar" : t("relations.no_invitation")).waitFor()
      expect(await page.getByText(t("relations.address_waits", { email: someone.email })).count()).toBe(0)
      expect(troubles).toEqual([])
      await close()
    }
  })

  test("a person is invited by name, accepts, is hidden, gets a role, and is removed after a confirmation", async () => {
    const { page, troubles, close } = await visit(browser, { storageState: owner.state })
    await arrive(page, `${site}${prefix}/actors/manage/${fid}`)
    await who(page, t).fill("Wivine Ost")
    await page.getByRole("option", { name: /Wivine Ostreel/ }).click()
    await add(page, t).click()
    await notice(page, t("relations.added"))
    await page.getByRole("button", { name: t("relations.withdraw_what", { name: "Wivine Ostreel" }) }).waitFor()

    const theirs = await visit(browser, { storageState: other.state })
    await arrive(theirs.page, `${site}${prefix}/me`)
    await theirs.page.getByRole("link", { name: t("account.answer_invitations") }).click()
    await theirs.page.getByRole("button", { name: t("relations.accept_what", { name: "Le Hangar" }) }).click()
    await notice(theirs.page, t("relations.accepted", { page: "Le Hangar" }))
    await theirs.page.getByText(t("relations.no_invitation")).waitFor()

    await arrive(page, `${site}${prefix}/actors/manage/${fid}`)
    await page.getByRole("button", { name: t("relations.hide_what", { name: "Wivine Ostreel" }) }).click()
    await notice(page, t("relations.now_hidden", { name: "Wivine Ostreel" }))
    const role = page.getByLabel(t("relations.role_of", { name: "Wivine Ostreel" }))
    await role.selectOption("assistant")
    await page.getByRole("button", { name: t("relations.save_role", { name: "Wivine Ostreel" }) }).click()
    await notice(page, t("relations.role_saved"))
    await page.getByRole("button", { name: t("relations.remove_what", { name: "Wivine Ostreel" }) }).click()
    const dialog = page.getByRole("alertdialog")
    await dialog.getByRole("button", { name: t("relations.keep") }).click()
    await dialog.waitFor({ state: "detached" })
    await page.getByRole("button", { name: t("relations.remove_what", { name: "Wivine Ostreel" }) }).click()
    await dialog.getByRole("button", { name: t("relations.remove"), exact: true }).click()
    await notice(page, t("relations.removed", { name: "Wivine Ostreel" }))
    await theirs.close()
    await close()
    expect(troubles).toEqual([])
  })

  test("without script an e-mail address is invited and withdrawn; an unknown name is an error beside the field", async () => {
    const { page, troubles, close } = await visit(browser, { storageState: owner.state, javaScriptEnabled: false })
    await page.goto(`${site}${prefix}/actors/manage/${fid}`)
    await who(page, t).fill("Personne de ce nom")
    await add(page, t).click()
    await page.locator(".field .error", { hasText: t("relations.none") }).waitFor()
    expect(await who(page, t).inputValue()).toBe("Personne de ce nom")
    const address = `invitee-${language}@exemple.be`
    await who(page, t).fill(address)
    await page.getByLabel(t("relations.relation"), { exact: true }).selectOption("assistant")
    await add(page, t).click()
    await page.getByText(t("relations.added")).waitFor()
    await page.getByRole("button", { name: t("relations.resend_what", { name: address }) }).click()
    await page.getByText(messagesIn(language)("errors.invitation_mailed")).waitFor()
    await page.getByRole("button", { name: t("relations.withdraw_what", { name: address }) }).click()
    await page.getByText(t("relations.withdrawn")).waitFor()
    expect(await page.getByText(address).count()).toBe(0)
    await close()
    expect(troubles).toEqual([])
  })
})

test("without script a team member is removed only once the confirmation box is ticked", async () => {
  const t = messagesIn("fr")
  const { id } = await owner.ask("POST", `/api/actors/${fid}/relations/`, { email: other.email, relation: "assistant" })
  await other.ask("PATCH", `/api/actors/${fid}/relations/${id}/`, { status: "accepted" })
  const { page, troubles, close } = await visit(browser, { storageState: owner.state, javaScriptEnabled: false })
  await page.goto(`${site}/actors/manage/${fid}`)
  const remove = page.getByRole("button", { name: t("relations.remove_what", { name: "Wivine Ostreel" }) })
  await remove.click()
  await page.getByText(t("fields.sure_needed")).waitFor()
  await page.getByLabel(t("relations.remove_ask", { name: "Wivine Ostreel" })).check()
  await remove.click()
  await page.getByText(t("relations.removed", { name: "Wivine Ostreel" })).waitFor()
  expect(await remove.count()).toBe(0)
  await close()
  expect(troubles).toEqual([])
})

test("the last owner reads that they cannot leave; a page is transferred to a member once its handle is typed", async () => {
  const t = messagesIn("fr")
  const given = `${owner.name}_c`
  await owner.ask("POST", "/api/actors/", { type: "group", fid: given, name: "Cédée", language: "fr" })
  const { id } = await owner.ask("POST", `/api/actors/${given}/relations/`, { email: other.email, relation: "member" })
  await other.ask("PATCH", `/api/actors/${given}/relations/${id}/`, { status: "accepted" })
  const { page, troubles, close } = await visit(browser, { storageState: owner.state })
  await arrive(page, `${site}/actors/manage/${given}?tab=danger`)
  await page.getByText(t("errors.last_owner")).waitFor()
  const confirm = page.getByLabel(t("relations.confirm_fid", { fid: given })).first()
  await confirm.fill("autre chose")
  await page.getByRole("button", { name: t("relations.transfer_do") }).click()
  await page.locator(".field .error", { hasText: t("errors.confirm_fid") }).waitFor()
  await confirm.fill(given)
  await page.getByLabel(t("relations.stay")).selectOption("leave")
  await page.getByRole("button", { name: t("relations.transfer_do") }).click()
  await page.waitForURL(`${site}/me/pages`)
  await close()
  expect((await other.ask("GET", `/api/actors/${given}/`)).my_relation).toBe("owner")
  expect(troubles).toEqual([])
})

test("a page is deleted only once its handle is typed, and can be restored", async () => {
  const t = messagesIn("fr")
  const gone = `${owner.name}_d`
  await givePage(owner, { type: "group", fid: gone, name: "Fugace" })
  const { page, troubles, close } = await visit(browser, { storageState: owner.state })
  await arrive(page, `${site}/actors/manage/${gone}?tab=danger`)
  await page.getByRole("button", { name: t("relations.delete_do") }).click()
  await page.locator(".field .error", { hasText: t("errors.confirm_fid") }).waitFor()
  await page.getByLabel(t("relations.confirm_fid", { fid: gone })).fill(gone)
  await page.getByRole("button", { name: t("relations.delete_do") }).click()
  await page.waitForURL(`${site}/me/pages`)
  expect((await fetch(`${site}/api/actors/${gone}/`)).status).toBe(404)
  await page.getByRole("button", { name: t("relations.restore_what", { name: "Fugace" }) }).click()
  await notice(page, t("relations.restored", { name: "Fugace" }))
  expect((await fetch(`${site}/api/actors/${gone}/`)).status).toBe(200)
  await close()
  expect(troubles).toEqual([])
})

test("a page without an owner can be claimed; managing, moderation and administration are 403 for a stranger", async () => {
  const t = messagesIn("en")
  const read = async (path: string) => (await fetch(`${site}/api/actors/${path}`)).json()
  const places: { fid: string }[] = await read("?type=place&limit=50")
  const pages = await Promise.all(places.map(({ fid: place }) => read(`${place}/`)))
  const sample = pages.find((page) => page.is_claimable)
  const { page, troubles, close } = await visit(browser, { storageState: other.state })
  await arrive(page, `${site}/en/actors/${sample.fid}`)
  await page.getByRole("link", { name: t("actors.claim") }).click()
  await page.getByRole("button", { name: t("relations.claim_do") }).click()
  await page.locator(".field .error", { hasText: t("errors.required") }).waitFor()
  await page.locator("button[aria-busy=true]").waitFor({ state: "detached" }) // a press would not count yet
  await page.getByLabel(t("relations.claim_reason"), { exact: true }).fill("I run this venue.")
  await page.getByRole("button", { name: t("relations.claim_do") }).click()
  await page.locator(".note--success", { hasText: t("relations.claim_sent") }).waitFor()
  // A person who comes back reads that the claim is waiting, and finds no form.
  await arrive(page, `${site}/en/actors/claim/${sample.fid}`)
  await page.getByText("is waiting for a moderator").waitFor()
  expect(await page.getByRole("button", { name: t("relations.claim_do") }).count()).toBe(0)
  for (const path of [
    `/en/actors/manage/${sample.fid}`,
    `/en/actors/manage/${fid}?tab=messages`,
    "/en/moderation/claims",
    "/en/moderation/reports",
    "/en/admin",
    "/en/admin/accounts",
  ])
    expect((await page.goto(site + path))?.status(), path).toBe(403)
  await close()
  expect(troubles.filter((one) => !one.includes("403"))).toEqual([])
})
