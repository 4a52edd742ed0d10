import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { type RunningServer, startServer } from "../server.ts"
import { axeFinds } from "./axe.ts"
import { arrive, openBrowser, visit } from "./browser.ts"
import { type Person, somebody } from "./page-people.ts"

const t = messagesIn("fr")
const year = new Date().getFullYear() + 1
let server: RunningServer
let site: string
let browser: Browser
let house: Person

beforeAll(async () => {
  server = await startServer({ LIMITS: "0", SAMPLE: "none" })
  site = server.url
  browser = await openBrowser()
  house = await somebody(browser, site, server.dataDir, "bief")
  await house.ask("POST", "/api/actors/", { type: "place", fid: "bief", name: "Théâtre du Bief", status: "published" })
})
afterAll(async () => {
  await browser.close()
  await server.stop()
})

const makes = (title: string, start: string, more: object = {}): Promise<{ id: number }> =>
  house.ask("POST", "/api/contents/events/", {
    title: { fr: title },
    language: "fr",
    category: "theatre",
    organizers: ["bief"],
    place: "bief",
    start,
    timezone: "Europe/Brussels",
    ...more,
  })

/** What becomes so soon, also on a machine that is busy. */
// oxlint-disable-next-line vitest/require-awaited-expect-poll -- whoever calls it awaits it
const within = <Value>(read: () => Value | Promise<Value>) => expect.poll(read, { timeout: 15_000 })

/** Opens an editor and waits until its parts that come by script are there. */
async function opens(page: Page, path: string) {
  await arrive(page, site + path)
  await page.locator(".rich .read").first().waitFor()
}

test("a festival is found among all one manages, drafts too, as one types; without script by its title", async () => {
  const { page, troubles, close } = await visit(browser, { storageState: house.state })
  const festival = await makes("Semaine des Écluses", `${year}-09-20T18:00`, { workflow: "published" })
  await makes("Biennale des Jetées", `${year}-10-20T18:00`)
  const other = await makes("Nuit des Digues", `${year}-09-21T18:00`, { workflow: "published" })
  const part = await makes("Ouverture", `${year}-09-22T20:00`)
  await opens(page, `/events/edit/${part.id}`)
  const field = page.getByRole("combobox", { name: t("event-editor.parent") })
  const offered = page.locator("#festival [role=option]")
  await field.click()
  await offered.first().waitFor()
  await field.fill("jetees")
  await within(() => offered.allInnerTexts()).toEqual([expect.stringContaining("Biennale des Jetées")])
  await field.fill("ecluses")
  await within(() => offered.allInnerTexts()).toEqual([expect.stringContaining("Semaine des Écluses")])
  expect(await axeFinds(page, "festival")).toEqual([])
  await field.press("ArrowDown")
  await field.press("Enter")
  expect(await field.inputValue()).toBe("Semaine des Écluses")
  await page.getByRole("button", { name: t("event-editor.save_draft") }).click()
  await within(async () => (await house.ask("GET", `/api/contents/events/${part.id}/`)).parent).toMatchObject({
    id: festival.id,
  })
  // Words that name none are told, and change nothing.
  await opens(page, `/events/edit/${part.id}`)
  expect(await field.inputValue()).toBe("Semaine des Écluses")
  await field.fill("Semaine des")
  await field.press("Escape")
  await page.getByRole("button", { name: t("event-editor.save_draft") }).click()
  await page.locator(".field .error", { hasText: t("event-editor.parent_unknown") }).waitFor()
  expect((await house.ask("GET", `/api/contents/events/${part.id}/`)).parent).toMatchObject({ id: festival.id })
  await house.ask("DELETE", `/api/me/drafts/event-${part.id}/`)

  const plain = await visit(browser, { storageState: house.state, javaScriptEnabled: false })
  await plain.page.goto(`${site}/events/edit/${part.id}`)
  await plain.page.getByRole("combobox", { name: t("event-editor.parent") }).fill("nuit des digues")
  await plain.page.getByRole("button", { name: t("event-editor.save_draft") }).click()
  await plain.page.waitForURL(/saved=/)
  expect((await house.ask("GET", `/api/contents/events/${part.id}/`)).parent).toMatchObject({ id: other.id })
  await plain.page.getByRole("combobox", { name: t("event-editor.parent") }).fill("")
  await plain.page.getByRole("button", { name: t("event-editor.save_draft") }).click()
  await within(async () => (await house.ask("GET", `/api/contents/events/${part.id}/`)).parent).toBeNull()
  // The link on a festival proposes it.
  await plain.page.goto(`${site}/events/new?parent=${other.id}`)
  expect(await plain.page.getByRole("combobox", { name: t("event-editor.parent") }).inputValue()).toBe(
    "Nuit des Digues",
  )
  await plain.close()
  await close()
  expect([...troubles, ...plain.troubles]).toEqual([])
})
