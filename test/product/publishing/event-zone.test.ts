import { beforeAll, expect, test } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { givesBief, readEvent } from "../people/bief.ts"
import { sharedBrowser, visit } from "../browser/browser.ts"
import { choosesCategory, draftStored, opensEditor, opensPart, publish, typesDate } from "../editing/editors.ts"
import { givePage, type Person, somebody } from "../people/page-people.ts"
import { sharedServer } from "../servers/shared-server.ts"
import { soon } from "../browser/waiting.ts"

// An organizer in Brussels creates an event in London.

const t = messagesIn("fr")
const year = new Date().getFullYear() + 1
const server = await sharedServer()
const site = server.url
const browser = await sharedBrowser()
let owner: Person
beforeAll(async () => {
  owner = await somebody(server)
  await givesBief(owner)
  await givePage(owner, {
    fid: "cellar",
    name: "The Cellar",
    language: "en",
    location: { locality: "London", country: "GB", lat: 51.5072, lon: -0.1276, precision: "exact" },
  })
})

const made = async (address: string) => readEvent(owner, address.split("/").at(-1) ?? "")

test("choosing a place elsewhere sets its time zone, and the editor shows the hour in the viewer's own too", async () => {
  const { page, troubles, close } = await visit(browser, {
    storageState: owner.state,
    viewport: { width: 1280, height: 900 },
  })
  await opensEditor(page, `${site}/events/new`)
  const zone = page.getByLabel(t("event-editor.timezone"))
  await soon(() => zone.inputValue()).toBe("Europe/Brussels")
  await page.locator('input[name="title.fr"]').fill("Les machinistes à Londres")
  await choosesCategory(page, "theatre")
  await typesDate(page, 0, 0, `0402${year}`)
  await typesDate(page, 0, 1, "2030")
  const said = page.locator("#dates [role=status][data-when=timed]")
  expect(await said.innerText()).toBe("")

  await page.locator('input[name="place.text"]').fill("Cellar")
  await page.locator("[role=option]", { hasText: "The Cellar" }).click()
  await soon(() => zone.inputValue()).toBe("Europe/London")
  await soon(() => said.innerText()).toBe(t("event-editor.own_time", { time: "20:30", place: "London", own: "21:30" }))

  await publish(page).click()
  await page.waitForURL(/\/events\/published\/\d+$/)
  expect(await made(page.url())).toMatchObject({
    timezone: "Europe/London",
    start: `${year}-02-04T20:30:00+00:00`,
    place: { fid: "cellar" },
  })
  expect(troubles).toEqual([])
  await close()
})

test("a typed time zone stays when a place is chosen afterwards", async () => {
  await owner.ask("DELETE", "/api/me/drafts/event-new/")
  const { page, close } = await visit(browser, { storageState: owner.state, viewport: { width: 1280, height: 900 } })
  await opensEditor(page, `${site}/events/new`)
  await opensPart(page, "times")
  const zone = page.getByLabel(t("event-editor.timezone"))
  await zone.fill("America/New_York")
  await page.locator('input[name="place.text"]').fill("Cellar")
  await page.locator("[role=option]", { hasText: "The Cellar" }).click()
  await soon(() => page.inputValue('input[name="place.zone"]')).toBe("Europe/London")
  expect(await zone.inputValue()).toBe("America/New_York")
  // Waits until the draft is stored, so that it cannot arrive after the next test has begun with another.
  const draft = () => owner.ask("GET", "/api/me/drafts/event-new/").then(JSON.stringify, () => "")
  await soon(draft).toContain("America/New_York")
  await draftStored(page).waitFor()
  await close()
})

test("without script a new event takes the time zone of its place", async () => {
  await owner.ask("DELETE", "/api/me/drafts/event-new/")
  const { page, troubles, close } = await visit(browser, { storageState: owner.state, javaScriptEnabled: false })
  await page.goto(`${site}/events/new`)
  await page.fill('input[name="title.fr"]', "Une veillée à Londres")
  await choosesCategory(page, "talk")
  await page.fill('input[name="dates.0.date"]', `${year}-02-05`)
  await page.fill('input[name="dates.0.start"]', "20:00")
  await page.fill('input[name="place.text"]', "The Cellar")
  await publish(page).click()
  await page.waitForURL(/\/events\/published\/\d+$/)
  expect(await made(page.url())).toMatchObject({
    timezone: "Europe/London",
    start: `${year}-02-05T20:00:00+00:00`,
    place: { fid: "cellar" },
  })
  expect(troubles).toEqual([])
  await close()
})
