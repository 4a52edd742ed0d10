import type { Page } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import type { RunningServer } from "../../instances/server.ts"
import { tomorrow } from "../../worlds/world.ts"
import { axeFinds } from "../browser/axe.ts"
import { arrive, sharedBrowser, visit } from "../browser/browser.ts"
import { dedicatedServer } from "../servers/dedicated-server.ts"
import { givePage, type Person, somebody } from "../people/page-people.ts"
import { soon } from "../browser/waiting.ts"

let server: RunningServer
const browser = await sharedBrowser()
let owner: Person
beforeAll(async () => {
  server = await dedicatedServer()
  owner = await somebody(server, "feed")
  await givePage(owner, { fid: `${owner.name}_lieu`, name: "La Petite Forge" })
  for (let nth = 1; nth <= 12; nth++) await publish(`Soir ${nth}`)
})
afterAll(() => server.stop())

async function publish(title: string): Promise<{ id: number }> {
  return owner.ask("POST", "/api/contents/events/", {
    title: { fr: title },
    language: "fr",
    category: "theatre",
    timezone: "Europe/Brussels",
    start: `${tomorrow(3)}T20:30`,
    organizers: [`${owner.name}_lieu`],
    place: `${owner.name}_lieu`,
    workflow: "published",
  })
}

const titles = (page: Page) => page.locator(".feed h4").allTextContents()
const t = messagesIn("fr")

test("the feed shows the newest first, ten at a time; a failed request keeps the list and can be retried", async () => {
  const { page, close } = await visit(browser, { viewport: { width: 1280, height: 900 } })
  await arrive(page, `${server.url}/activities`)
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Le fil")
  const first = await titles(page)
  expect(first).toEqual(Array.from({ length: 10 }, (_, nth) => `Soir ${12 - nth}`))
  expect(await page.locator(".feed h3").first().textContent()).toBe("La Petite Forge publie un événement")
  expect(await page.getByRole("heading", { level: 2 }).first().textContent()).toContain(t("ui.today"))

  await page.route("**/api/activities/?*start=10*", (route) =>
    route.fulfill({ status: 429, json: { detail: "Trop." } }),
  )
  const more = page.getByRole("link", { name: t("ui.more_count", { count: "10" }) })
  await more.click()
  await page.getByRole("alert").getByText(t("ui.load_failed")).waitFor()
  expect(await titles(page)).toEqual(first)
  await page.unroute("**/api/activities/?*start=10*")
  // The retry link has the focus that the first link had.
  await page
    .getByRole("link", { name: t("ui.retry") })
    .and(page.locator(":focus"))
    .waitFor()
  await page.keyboard.press("Enter")
  await soon(() => page.locator(".feed").count()).toBe(20)
  expect((await titles(page)).slice(0, 12)).toEqual([...first, "Soir 2", "Soir 1"])
  expect(await page.evaluate(() => document.activeElement?.closest(".feed")?.textContent)).toContain("Soir 2")
  await close()
})

test("the feed's filters and search are in the address and are combined", async () => {
  const { page, troubles, close } = await visit(browser, { viewport: { width: 1280, height: 900 } })
  await arrive(page, `${server.url}/activities`)
  const what = page.getByRole("group", { name: t("activities.what") })
  await what.getByRole("link", { name: t("activities.filter_actors") }).click()
  await page.waitForURL("**/activities?models=actors.Actor")
  await soon(() => page.locator(".feed h3").first().textContent()).toContain("La Petite Forge rejoint")
  await what.getByRole("link", { name: t("activities.filter_events") }).click()
  await page.waitForURL((url) => url.searchParams.get("models") === "actors.Actor,contents.Event")
  await soon(() => page.locator(".feed h3").first().textContent()).toContain("publie")
  await page.getByRole("searchbox", { name: t("activities.search") }).fill("soir 11")
  await soon(() => titles(page)).toEqual(["Soir 11"])
  expect(decodeURIComponent(new URL(page.url()).search)).toBe("?q=soir+11&models=actors.Actor,contents.Event")
  await page.getByRole("searchbox", { name: t("activities.search") }).fill("zqrien")
  await page.getByRole("heading", { name: t("ui.nothing_for", { query: "zqrien" }) }).waitFor()
  await page.getByRole("link", { name: t("activities.see_all") }).click()
  await soon(() => page.locator(".feed").count()).toBe(10)
  await what.getByRole("link", { name: t("activities.filter_changes") }).click()
  await page.waitForURL("**/activities?changes=1")
  await soon(async () => (await page.locator(".feed h3").allTextContents()).length).toBe(10)
  expect(troubles).toEqual([])
  await close()
})

test("a new feed entry moves nothing: a line counts it, and a button shows it", async () => {
  const { page, troubles, close } = await visit(browser, { viewport: { width: 1280, height: 900 } })
  await arrive(page, `${server.url}/activities`)
  const before = await titles(page)
  await publish("Arrivé entre-temps")
  // Simulates a reader who comes back to the window.
  const looks = () => page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")))
  await looks()
  const line = page.getByRole("status").getByText(t("activities.arrived", { count: 1 }))
  await line.waitFor()
  expect(await titles(page)).toEqual(before)
  await page.getByRole("button", { name: t("activities.show_arrived") }).click()
  await soon(() => titles(page)).toEqual(["Arrivé entre-temps", ...before.slice(0, 9)])
  await soon(() => line.count()).toBe(0)
  await looks()
  expect(await line.count()).toBe(0)
  expect(troubles).toEqual([])
  await close()
})

test("the followed feed asks visitors to log in, is empty without follows, and shows the followed pages alone", async () => {
  const stranger = await visit(browser, { viewport: { width: 1280, height: 900 } })
  await arrive(stranger.page, `${server.url}/activities?rel=followed`)
  const way = stranger.page.locator("main").getByRole("link", { name: t("layout.log_in") })
  expect(await way.getAttribute("href")).toBe("/login?next=%2Factivities%3Frel%3Dfollowed")
  await stranger.close()

  const reader = await somebody(server)
  const { page, troubles, close } = await visit(browser, { storageState: reader.state })
  await arrive(page, `${server.url}/activities?rel=followed`)
  await page.getByRole("heading", { name: t("activities.none_followed") }).waitFor()
  await reader.send("PUT", `/api/actors/${owner.name}_lieu/follow/`)
  await arrive(page, `${server.url}/activities?rel=followed`)
  expect(await page.locator(".feed").count()).toBe(10)
  expect(new Set(await page.locator(".feed__say a").allTextContents())).toEqual(new Set(["La Petite Forge"]))
  expect(troubles).toEqual([])
  await close()
})

test("without script links lead to the feed's next page and back to its start", async () => {
  const { page, close } = await visit(browser, { javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
  await page.goto(`${server.url}/activities`)
  const first = await titles(page)
  await page.getByRole("link", { name: t("ui.more_count", { count: "10" }) }).click()
  await page.waitForURL("**/activities?start=10")
  expect((await titles(page)).filter((title) => first.includes(title))).toEqual([])
  await page.getByRole("link", { name: t("activities.from_start") }).click()
  expect(await titles(page)).toEqual(first)
  await close()
})

test("the feed passes axe and does not scroll sideways in three languages at 360 and 1440 px", async () => {
  for (const [language, prefix] of [
    ["fr", ""],
    ["en", "/en"],
    ["nl", "/nl"],
  ] as const) {
    const words = messagesIn(language)
    for (const width of [360, 1440]) {
      const { page, troubles, close } = await visit(browser, { viewport: { width, height: 900 } })
      await arrive(page, `${server.url}${prefix}/activities?changes=1`)
      expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe(words("layout.activities"))
      expect(await page.getByText(words("activities.rule")).count()).toBe(1)
      const nav = page.getByRole("navigation").getByRole("link", { name: words("layout.activities"), exact: true })
      expect(await nav.first().getAttribute("aria-current")).toBe("page")
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      expect(await axeFinds(page, `${language} ${width}`)).toEqual([])
      await page.getByRole("link", { name: words("feeds.in_reader") }).click()
      const readers = page.getByRole("dialog", { name: words("feeds.in_reader") })
      expect(await readers.getByRole("link", { name: "Atom" }).getAttribute("href")).toBe(
        `${server.url}${prefix}/activities/feed.atom?changes=1`,
      )
      expect(troubles).toEqual([])
      await close()
    }
  }
})
