import { expect, test } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { axeFinds } from "../browser/axe.ts"
import { ownerOfBief, makesEvent } from "../people/bief.ts"
import { sharedBrowser, visit } from "../browser/browser.ts"
import { opensEditor, opensPart } from "../editing/editors.ts"
import { sharedServer } from "../servers/shared-server.ts"
import { soon } from "../browser/waiting.ts"

// A festival and its events, in the editor.

const t = messagesIn("fr")
const year = new Date().getFullYear() + 1
const server = await sharedServer()
const site = server.url
const browser = await sharedBrowser()
const owner = await ownerOfBief(server)

test("an event's festival is chosen among all managed events by typing, and without script by its title", async () => {
  const { page, troubles, close } = await visit(browser, { storageState: owner.state })
  const festival = await makesEvent(owner, "Semaine des Écluses", `${year}-09-20T18:00`, { workflow: "published" })
  await makesEvent(owner, "Biennale des Jetées", `${year}-10-20T18:00`)
  const other = await makesEvent(owner, "Nuit des Digues", `${year}-09-21T18:00`, { workflow: "published" })
  const part = await makesEvent(owner, "Ouverture", `${year}-09-22T20:00`)
  await opensEditor(page, `${site}/events/edit/${part.id}`)
  await opensPart(page, "who")
  const field = page.getByRole("combobox", { name: t("event-editor.parent") })
  const offered = page.locator(".combo__list [role=option]")
  await field.click()
  await offered.first().waitFor()
  await field.fill("jetees")
  await soon(() => offered.allInnerTexts()).toEqual([expect.stringContaining("Biennale des Jetées")])
  await field.fill("ecluses")
  await soon(() => offered.allInnerTexts()).toEqual([expect.stringContaining("Semaine des Écluses")])
  expect(await axeFinds(page, "festival")).toEqual([])
  await field.press("ArrowDown")
  await field.press("Enter")
  await soon(() => field.inputValue()).toBe("Semaine des Écluses")
  await opensPart(page, "publication")
  await page.getByRole("button", { name: t("event-editor.save_draft") }).click()
  await page.waitForURL(/saved=/) // not earlier: the stored draft is deleted last
  expect((await owner.ask("GET", `/api/contents/events/${part.id}/`)).parent).toMatchObject({ id: festival.id })
  // Text that matches no festival is refused, and changes nothing.
  await opensEditor(page, `${site}/events/edit/${part.id}`)
  await opensPart(page, "who")
  await soon(() => field.inputValue()).toBe("Semaine des Écluses")
  await field.fill("Semaine des")
  await field.press("Escape")
  await opensPart(page, "publication")
  await page.getByRole("button", { name: t("event-editor.save_draft") }).click()
  await page.locator(".field .error", { hasText: t("event-editor.parent_unknown") }).waitFor()
  expect((await owner.ask("GET", `/api/contents/events/${part.id}/`)).parent).toMatchObject({ id: festival.id })
  // The refused typing is stored as a draft a second later, and can only be deleted then.
  const draft = async () => JSON.stringify(await owner.ask("GET", `/api/me/drafts/event-${part.id}/`))
  await soon(draft).toContain('"Semaine des"')
  await owner.ask("DELETE", `/api/me/drafts/event-${part.id}/`)

  const plain = await visit(browser, { storageState: owner.state, javaScriptEnabled: false })
  await plain.page.goto(`${site}/events/edit/${part.id}`)
  await opensPart(plain.page, "who")
  await opensPart(plain.page, "publication")
  await plain.page.getByRole("combobox", { name: t("event-editor.parent") }).fill("nuit des digues")
  await plain.page.getByRole("button", { name: t("event-editor.save_draft") }).click()
  await plain.page.waitForURL(/saved=/)
  await opensPart(plain.page, "who")
  await opensPart(plain.page, "publication")
  expect((await owner.ask("GET", `/api/contents/events/${part.id}/`)).parent).toMatchObject({ id: other.id })
  await plain.page.getByRole("combobox", { name: t("event-editor.parent") }).fill("")
  await plain.page.getByRole("button", { name: t("event-editor.save_draft") }).click()
  await soon(async () => (await owner.ask("GET", `/api/contents/events/${part.id}/`)).parent).toBeNull()
  // The link on a festival’s page preselects the festival.
  await owner.ask("DELETE", "/api/me/drafts/event-new/")
  await plain.page.goto(`${site}/events/new?parent=${other.id}`)
  await opensPart(plain.page, "who")
  expect(await plain.page.getByRole("combobox", { name: t("event-editor.parent") }).inputValue()).toBe(
    "Nuit des Digues",
  )
  await plain.close()
  await close()
  expect([...troubles, ...plain.troubles]).toEqual([])
})
