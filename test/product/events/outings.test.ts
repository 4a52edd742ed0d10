import { beforeAll, expect, test } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { tomorrow } from "../../worlds/world.ts"
import { axeFinds } from "../browser/axe.ts"
import { arrive, sharedBrowser, visit } from "../browser/browser.ts"
import { givePage, type Person, somebody } from "../people/page-people.ts"
import { sharedServer } from "../servers/shared-server.ts"
import { soon } from "../browser/waiting.ts"

const server = await sharedServer()
const browser = await sharedBrowser()
let owner: Person
const site = () => server.url
beforeAll(async () => {
  owner = await somebody(server, "halle")
  await givePage(owner, { fid: `${owner.name}_lieu`, name: "La Petite Forge" })
  await givePage(owner, { fid: owner.name, name: "Mirelle Aubanne", type: "person" })
})

const longest = `Une soirée ${"d’objets et de marionnettes ".repeat(6)}`.slice(0, 148).trim()

async function publish(title: string, days: number[]): Promise<{ id: number; occurrences: { id: number }[] }> {
  return owner.ask("POST", "/api/contents/events/", {
    title: { fr: title },
    language: "fr",
    category: "theatre",
    timezone: "Europe/Brussels",
    organizers: [`${owner.name}_lieu`],
    place: `${owner.name}_lieu`,
    workflow: "published",
    occurrences: days.map((day) => ({ start: `${tomorrow(day)}T20:30`, end: `${tomorrow(day)}T22:00` })),
  })
}

test("on a venue's page an event of 200 dates is one row, which opens without script and on a phone too", async () => {
  const { id } = await publish(
    longest,
    Array.from({ length: 200 }, (_, day) => day),
  )
  for (const [language, prefix] of [
    ["fr", ""],
    ["en", "/en"],
    ["nl", "/nl"],
  ] as const) {
    const t = messagesIn(language)
    const { page, troubles, close } = await visit(browser, {
      javaScriptEnabled: language !== "fr",
      viewport: { width: 390, height: 844 },
    })
    await page.goto(`${site()}${prefix}/actors/${owner.name}_lieu`)
    const row = page.locator(".row--run")
    expect(await row.count()).toBe(1)
    expect(await row.locator(".dates").isVisible()).toBe(false)
    await row.locator("summary", { hasText: t("runs.dates_count", { count: 200 }) }).click()
    await row.locator(".dates").waitFor()
    expect(await row.locator(".dates li").count()).toBe(13)
    const all = row.getByRole("link", { name: t("runs.all_dates", { count: 200 }) })
    expect(await all.getAttribute("href")).toBe(`${prefix}/events/${id}#dates`)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    expect(troubles).toEqual([])
    await close()
  }
})

test("in an event's opened row each date has a star that sets and removes its answer, by keyboard too", async () => {
  const title = "Les heures bleues"
  const { id, occurrences } = await publish(title, [4, 5, 6])
  const visitor = await somebody(server)
  await givePage(visitor, { fid: visitor.name, name: "Odalys Brème", type: "person" })
  const { page, troubles, close } = await visit(browser, {
    storageState: visitor.state,
    viewport: { width: 1280, height: 900 },
  })
  await arrive(page, `${site()}/actors/${owner.name}_lieu`)
  const row = page.locator(".row--run", { hasText: title })
  await row.locator("summary").press("Enter")
  const stars = row.locator(".dates").getByRole("button")
  await soon(() => stars.count()).toBe(3)
  const name = await stars.nth(1).getAttribute("aria-label")
  expect(name).toContain(title)
  expect(name).toContain("20:30")
  const mine = () => visitor.ask("GET", `/api/contents/events/${id}/attendance/`)
  await stars.nth(1).press(" ")
  await soon(() => stars.nth(1).getAttribute("aria-pressed")).toBe("true")
  await soon(mine).toMatchObject([{ value: "interested", occurrence: { id: occurrences[1]?.id } }])
  expect(await stars.nth(0).getAttribute("aria-pressed")).toBe("false")
  expect(await axeFinds(page, "the opened dates of a production", { part: ".row--run .dates" })).toEqual([])

  // The answer is still there after a reload, and the same button takes it back.
  await arrive(page, `${site()}/actors/${owner.name}_lieu`)
  await row.locator("summary").click()
  await soon(() => stars.nth(1).getAttribute("aria-pressed")).toBe("true")
  expect(await stars.nth(0).getAttribute("aria-pressed")).toBe("false")
  await stars.nth(1).click()
  await soon(mine).toEqual([])
  expect(troubles).toEqual([])
  await close()
})

test("a starred event is in the viewer's outings alone; once cancelled, its page says so above the poster", async () => {
  const t = messagesIn("fr")
  const { id } = await publish("Nocturne pour six radiateurs", [2, 3])
  const visitor = await somebody(server)
  await givePage(visitor, { fid: visitor.name, name: "Odalys Brème", type: "person" })
  const { page, troubles, close } = await visit(browser, {
    storageState: visitor.state,
    viewport: { width: 1280, height: 900 },
  })
  await arrive(page, `${site()}/actors/${owner.name}_lieu`)
  const star = page.getByRole("button", { name: t("ui.star", { title: "Nocturne pour six radiateurs" }) })
  await star.click()
  await soon(() => visitor.ask("GET", `/api/contents/events/${id}/attendance/`)).toMatchObject([
    { value: "interested", occurrence: null },
  ])

  await page.locator("header.top .me").click()
  const menu = page.getByRole("dialog").getByRole("navigation")
  expect(await menu.getByRole("link").first().textContent()).toBe(t("outings.title"))
  await menu.getByRole("link", { name: t("outings.title") }).click()
  await page.waitForURL(`${site()}/me/outings`)
  const row = page.locator(".row", { hasText: "Nocturne pour six radiateurs" })
  await row.getByText(t("ui.interested")).waitFor()
  const answer = await fetch(`${site()}/me/outings`, { headers: { cookie: visitor.cookie } })
  expect(answer.headers.get("cache-control")).toMatch(/private|no-store/)
  expect(await (await fetch(`${site()}/me/outings`)).text()).not.toContain("Nocturne")

  await owner.send("PATCH", `/api/contents/events/${id}/`, {
    status: "cancelled",
    status_reason: "Chaudière en panne.",
  })
  await arrive(page, `${site()}/events/${id}`)
  const note = await page.locator(".note", { hasText: "Chaudière en panne." }).boundingBox()
  const poster = await page.locator(".event__poster").boundingBox()
  expect(note && poster && note.y + note.height <= poster.y, "the note stands before the poster").toBe(true)
  expect(await page.locator(".event__poster .strip").textContent()).toBe(t("ui.status_cancelled"))
  await page.getByRole("link", { name: t("events.in_outings") }).click()
  await row.getByText(t("ui.status_cancelled"), { exact: true }).first().waitFor()
  expect(troubles).toEqual([])
  await close()
})
