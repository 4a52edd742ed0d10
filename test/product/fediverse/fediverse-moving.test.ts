import { afterAll, expect, test } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { fediversePeer } from "../../elsewhere/fediverse-peer.ts"
import { axeFinds } from "../browser/axe.ts"
import { arrive, sharedBrowser, visit } from "../browser/browser.ts"
import { reachableServer } from "../servers/dedicated-server.ts"
import { givePage, somebody } from "../people/page-people.ts"
import { soon } from "../browser/waiting.ts"

const { server, owner } = await reachableServer("move")
const browser = await sharedBrowser()
const t = messagesIn("fr")
const phone = { viewport: { width: 390, height: 844 } }
afterAll(() => server.stop())

const host = () => new URL(server.url).host

test("an owner adds a page's former account, sees errors beside the field, and removes the account again", async () => {
  const peer = await fediversePeer()
  const name = `${owner.name}_avant`
  await givePage(owner, { fid: name, name: "La Vieille Scie" })
  const { page, close } = await visit(browser, { ...phone, storageState: owner.state })
  await arrive(page, `${server.url}/actors/manage/${name}?tab=fediverse`)
  const fold = page.locator("#come")
  await fold.locator("summary").press("Enter")
  await fold.getByRole("button", { name: t("ui.copy", { what: `@${name}@${host()}` }) }).waitFor()
  const field = fold.getByRole("textbox", { name: t("fediverse.come_field") })
  const wrong = (words: string) => fold.locator(".field .error", { hasText: words }).waitFor()
  await field.press("Enter")
  await wrong(t("errors.required"))
  for (const [account, words] of [
    [`@9@${peer.host}`, "elsewhere.handle_nobody"],
    [`@${name}@${host()}`, "elsewhere.account_ours"],
  ] as const) {
    await field.fill(account)
    await field.press("Enter")
    await wrong(t(words))
    expect(await field.inputValue()).toBe(account)
    expect(await field.getAttribute("aria-invalid")).toBe("true")
  }
  expect(await axeFinds(page, "an account that is not found")).toEqual([])
  await field.fill(`@ancienne@${peer.host}`)
  await field.press("Enter")
  const rows = fold.getByRole("list", { name: t("fediverse.come_list") }).getByRole("listitem")
  await soon(() => rows.count()).toBe(1)
  await soon(() => field.inputValue()).toBe("")
  const actor = async () =>
    (await (
      await fetch(`${server.url}/ap/actors/${name}`, { headers: { accept: "application/activity+json" } })
    ).json()) as { alsoKnownAs?: string[]; movedTo?: string }
  expect((await actor()).alsoKnownAs).toEqual([peer.id("ancienne")])
  expect(await axeFinds(page, "former accounts")).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  const account = `@ancienne@${peer.host}`
  await rows.getByRole("button", { name: t("fediverse.come_remove_what", { account }) }).click()
  const dialog = page.getByRole("alertdialog", { name: t("fediverse.come_remove_ask", { account }) })
  await dialog.getByRole("button", { name: t("fediverse.come_keep") }).click()
  expect(await rows.count()).toBe(1)
  await rows.getByRole("button").click()
  await dialog.getByRole("button", { name: t("fediverse.come_remove") }).click()
  await soon(() => rows.count()).toBe(0)
  expect((await actor()).alsoKnownAs ?? []).toEqual([])
  await close()
})

test("a page moves to an account that names it as alias, once its handle is typed, and can be moved back", async () => {
  const peer = await fediversePeer()
  const name = `${owner.name}_part`
  await givePage(owner, { fid: name, name: "Le Bal Nomade" })
  const { page, close } = await visit(browser, { ...phone, storageState: owner.state })
  const tab = `${server.url}/actors/manage/${name}?tab=fediverse`
  await arrive(page, tab)
  const fold = page.locator("#leave")
  await fold.locator("summary").press("Enter")
  const account = fold.getByRole("textbox", { name: t("fediverse.leave_field") })
  const confirm = fold.getByRole("textbox", { name: t("relations.confirm_fid", { fid: name }) })
  const wrong = (words: string) => fold.locator(".field .error", { hasText: words }).waitFor()
  await account.press("Enter")
  await wrong(t("errors.required"))
  await wrong(t("errors.confirm_fid"))
  await account.fill(`@neuve@${peer.host}`)
  await account.press("Enter")
  await wrong(t("errors.confirm_fid"))
  expect(await account.inputValue()).toBe(`@neuve@${peer.host}`)
  expect(peer.asked()).toBe(0)
  await confirm.fill(name)
  await confirm.press("Enter")
  await wrong(t("elsewhere.alias_missing"))
  expect(await confirm.inputValue()).toBe(name)
  expect(await axeFinds(page, "leaving")).toEqual([])

  await owner.send("POST", `/api/actors/${name}/fediverse/aliases/`, { account: `@ancienne@${peer.host}` })
  peer.describes("neuve", { alsoKnownAs: [`${server.url}/ap/actors/${name}`] })
  await arrive(page, tab)
  await fold.locator("summary").press("Enter")
  await account.fill(`@neuve@${peer.host}`)
  await confirm.fill(name)
  await confirm.press("Enter")
  await page.getByText(t("fediverse.moved_text")).waitFor()
  const way = page.getByRole("link", { name: `@neuve@${peer.host}` })
  expect(await way.getAttribute("href")).toBe(peer.id("neuve"))
  expect(await fold.count()).toBe(0)
  expect(await axeFinds(page, "a page that left")).toEqual([])
  await arrive(page, tab)
  await page.getByRole("button", { name: t("fediverse.back") }).click()
  await fold.waitFor()
  expect(await page.getByText(t("fediverse.moved_text")).count()).toBe(0)
  await close()
})

test("without script an owner adds a former account and moves a page; members do not see these forms", async () => {
  const peer = await fediversePeer()
  const name = `${owner.name}_muet`
  await givePage(owner, { fid: name, name: "Le Muet" })
  const member = await somebody(server, "fedim")
  const tab = `${server.url}/actors/manage/${name}?tab=fediverse`
  const { page, close } = await visit(browser, { ...phone, javaScriptEnabled: false, storageState: owner.state })
  await page.goto(tab)
  const come = page.locator("#come")
  await come.locator("summary").click()
  await come.getByRole("textbox").fill("nulle part")
  await come.getByRole("button", { name: t("fediverse.come_do") }).click()
  await come.locator(".field .error", { hasText: t("elsewhere.handle_unreadable") }).waitFor()
  expect(await come.getByRole("textbox").inputValue()).toBe("nulle part")
  await come.getByRole("textbox").fill(peer.id("ancienne"))
  await come.getByRole("button", { name: t("fediverse.come_do") }).click()
  await come.getByText(`@ancienne@${peer.host}`, { exact: true }).waitFor()
  await come.getByRole("button", { name: t("fediverse.come_remove") }).click()
  await page.getByText(t("fields.sure_needed")).waitFor()
  await come.getByRole("checkbox").check()
  await come.getByRole("button", { name: t("fediverse.come_remove") }).click()
  await soon(() => come.getByRole("listitem").count()).toBe(0)

  peer.describes("neuve", { alsoKnownAs: [`${server.url}/ap/actors/${name}`] })
  const leave = page.locator("#leave")
  await leave.locator("summary").click()
  await leave.getByRole("textbox", { name: t("fediverse.leave_field") }).fill(peer.id("neuve"))
  await leave.getByRole("textbox", { name: t("relations.confirm_fid", { fid: name }) }).fill(name)
  await leave.getByRole("button", { name: t("fediverse.leave_do") }).click()
  await page.getByText(t("fediverse.moved_text")).waitFor()
  await page.getByRole("button", { name: t("fediverse.back") }).click()
  await page.getByText(t("fediverse.came_back")).waitFor()
  await close()

  const { id } = await owner.ask("POST", `/api/actors/${name}/relations/`, { email: member.email, relation: "member" })
  await member.ask("PATCH", `/api/actors/${name}/relations/${id}/`, { status: "accepted" })
  const theirs = await visit(browser, { ...phone, storageState: member.state })
  await arrive(theirs.page, tab)
  await theirs.page.getByText(t("fediverse.settings_handle")).waitFor()
  expect(await theirs.page.locator("#come, #leave").count()).toBe(0)
  await theirs.close()
})
