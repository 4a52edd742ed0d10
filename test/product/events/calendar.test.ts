import ICAL from "ical.js"
import type { Page } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { addDays } from "#lib/time.ts"
import type { RunningServer } from "../../instances/server.ts"
import { axeFinds } from "../browser/axe.ts"
import { arrive, sharedBrowser, settled, visit } from "../browser/browser.ts"
import { dedicatedServer } from "../servers/dedicated-server.ts"
import { givePage, type Person, somebody } from "../people/page-people.ts"
import { soon } from "../browser/waiting.ts"

// The calendar of one person, in a month of a year in which nobody else has events.

const t = messagesIn("fr")
const month = `${new Date().getFullYear() + 2}-05`
const day = (number: number) => `${month}-${String(number).padStart(2, "0")}`
let server: RunningServer
const browser = await sharedBrowser()
let person: Person
beforeAll(async () => {
  server = await dedicatedServer({ LIMITS: "0", LOG_LEVEL: "info" })
  person = await somebody(server, "sorties")
  await givePage(person, { fid: person.name, name: "Mirelle Aubanne", type: "person" })
  const house = await somebody(server, "maison")
  const place = `${house.name}_lieu`
  await givePage(house, { fid: place, name: "La Petite Forge" })
  const publish = (who: Person, title: string, start: string, end: string, more: object = {}) =>
    who.ask("POST", "/api/contents/events/", {
      title: { fr: title },
      language: "fr",
      category: "theatre",
      timezone: "Europe/Brussels",
      organizers: [place],
      place,
      workflow: "published",
      start,
      end,
      ...more,
    })
  const answer = (id: number, value: string) =>
    person.ask("PUT", `/api/contents/events/${id}/attendance/`, { value, actor: person.name })
  const evening = await publish(house, "Veilleuse", `${day(20)}T20:00`, `${day(20)}T22:00`)
  const late = await publish(house, "Radio Minuit", `${day(20)}T21:00`, `${day(21)}T01:00`)
  const maybe = await publish(house, "Lire la nuit", `${day(21)}T19:00`, `${day(21)}T21:00`)
  const not = await publish(house, "Sans moi", `${day(22)}T19:00`, `${day(22)}T21:00`)
  await answer(evening.id, "confirmed")
  await answer(late.id, "confirmed")
  await answer(maybe.id, "interested")
  await answer(not.id, "declined")
  for (let at = 0; at < 12; at++)
    await publish(house, `Suivi ${at + 1}`, `${day(21)}T${10 + at}:00`, `${day(21)}T${10 + at}:45`)
  await publish(house, "Longue exposition", `${day(3)}T10:00`, `${day(28)}T18:00`, { category: "exhibition" })
  await publish(house, "Loin d’ici", `${day(24)}T20:00`, `${day(24)}T22:00`, { timezone: "America/Toronto" })
  await person.send("PUT", `/api/actors/${place}/follow/`)
}, 180_000)
afterAll(() => server.stop())

const open = async (query: string, options: Parameters<typeof visit>[1] = {}) => {
  const visited = await visit(browser, { storageState: person.state, ...options })
  await arrive(visited.page, `${server.url}/me/cal?${query}`, { hasScript: options.javaScriptEnabled !== false })
  return visited
}
const rows = (page: Page) => page.locator(".chosen .row :is(h3)").allInnerTexts()
const wide = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

test("in the month grid arrow keys move by day and Enter lists a day, with overlapping events named", async () => {
  const { page, troubles } = await open(`date=${day(20)}`, { viewport: { width: 1440, height: 900 } })
  expect(await rows(page)).toEqual(["Veilleuse", "Radio Minuit", "Longue exposition"])
  const clash = t("calendar.at_once_as", { titles: "Radio Minuit (21:00)" })
  expect(await page.locator(".chosen .row").first().innerText()).toContain(clash)
  const label = (date: string, count: number, clashes: number) =>
    t("calendar.day_label", { date: t.date(date, "long"), count, clashes })
  await page.getByRole("link", { name: label(day(20), 3, 2) }).focus()
  await page.keyboard.press("ArrowRight")
  expect(await page.evaluate(() => (document.activeElement as HTMLElement).dataset.day)).toBe(day(21))
  expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe(label(day(21), 14, 0))
  expect(await page.getByRole("grid").getByRole("row").count()).toBeGreaterThan(4)
  await page.keyboard.press("Enter")
  await page.waitForURL((url) => url.searchParams.get("date") === day(21))
  // All events of a day are one press away, however few fit into its cell.
  await soon(() => rows(page)).toHaveLength(14)
  // A long exhibition appears on the days it begins and ends, and once below the month.
  expect(await page.locator(".cal .ev", { hasText: "Longue exposition" }).count()).toBe(2)
  expect(await page.locator(".running").innerText()).toContain("Longue exposition")
  // The arrow and page keys lead on to another month.
  await page.locator(`[data-day="${day(21)}"]`).focus()
  await page.keyboard.press("PageDown")
  await page.waitForURL((url) => (url.searchParams.get("date") ?? "") > day(31))
  expect(troubles).toEqual([])
})

test("the calendar's layers are chosen in the address and remembered on the device", async () => {
  const { page } = await open(`date=${day(22)}`)
  expect(await rows(page)).toEqual(["Sans moi", "Longue exposition"])
  await page.getByRole("link", { name: t("calendar.layer_followed"), exact: true }).click()
  await page.waitForURL((url) => url.searchParams.get("layers") === "answers,starred,managed")
  await soon(() => rows(page)).toEqual(["Sans moi"])
  await arrive(page, `${server.url}/me/cal?date=${day(22)}`)
  await page.waitForURL((url) => url.searchParams.get("layers") === "answers,starred,managed")
  await soon(() => rows(page)).toEqual(["Sans moi"])
  await arrive(page, `${server.url}/me/cal?date=${day(22)}&layers=managed`)
  expect(await page.locator(".empty").innerText()).toContain(t("calendar.none_managed"))
  await arrive(page, `${server.url}/me/cal?date=${day(22)}&layers=none`)
  expect(await page.locator(".empty").innerText()).toContain(t("calendar.none_shown"))
})

test("without script list, week and next week are links, and an event in another time zone shows both times", async () => {
  const { page, troubles } = await open(`view=list&date=${day(20)}`, { javaScriptEnabled: false })
  const list = page.locator(".outings")
  for (const title of ["Veilleuse", "Radio Minuit", "Lire la nuit", "Suivi 12"])
    expect(await list.getByRole("link", { name: title, exact: true }).count(), title).toBe(1)
  const far = await list.locator(".row", { hasText: "Loin d’ici" }).innerText()
  expect(far).toContain("20:00")
  expect(far).toContain("02:00")
  await page.getByRole("link", { name: t("calendar.view_week") }).click()
  expect(await page.locator(".wk__col .ev").count()).toBeGreaterThan(8)
  // Overlapping engagements are named in the text, for readers who do not see them side by side.
  expect(await page.locator(".wk__col .ev", { hasText: "Veilleuse" }).first().textContent()).toContain("Radio Minuit")
  await page.getByRole("link", { name: t("calendar.next_week") }).click()
  expect(new URL(page.url()).searchParams.get("date")).toBe(addDays(day(20), 7))
  expect(troubles).toEqual([])
})

test("the calendar's secret address is shown once, can be replaced and revoked, and is not in the log", async () => {
  const { page, troubles } = await open("")
  await page.getByText(t("calendar.address"), { exact: true }).click()
  await page.getByRole("checkbox", { name: t("calendar.layer_followed") }).uncheck()
  await page.getByRole("button", { name: t("calendar.address_make") }).click()
  const field = page.getByLabel(t("feeds.calendar_address"))
  const first = await field.inputValue()
  const titles = async (address: string) => {
    const answer = await fetch(address)
    if (answer.status !== 200) return answer.status
    const calendar = new ICAL.Component(ICAL.parse(await answer.text()))
    return calendar.getAllSubcomponents("vevent").map((one) => one.getFirstPropertyValue("summary"))
  }
  expect(await titles(first)).toEqual(["Veilleuse", "Radio Minuit", "Lire la nuit"])
  expect(await page.getByRole("link", { name: t("feeds.apple") }).getAttribute("href")).toBe(
    first.replace(/^http:/, "webcal:"),
  )
  await page.getByRole("button", { name: t("calendar.address_renew") }).click()
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: t("calendar.address_renew") })
    .click()
  await soon(() => field.inputValue()).not.toBe(first)
  const second = await field.inputValue()
  expect(await titles(first)).toBe(404)
  expect(await titles(second)).toEqual(["Veilleuse", "Radio Minuit", "Lire la nuit"])
  // The address is shown only once.
  await page.reload()
  await settled(page)
  expect(await page.content()).not.toContain(second)
  await page.getByText(t("calendar.address"), { exact: true }).click()
  await page.getByRole("button", { name: t("calendar.address_revoke") }).click()
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: t("calendar.address_revoke") })
    .click()
  await page.getByRole("button", { name: t("calendar.address_make") }).waitFor()
  expect(await titles(second)).toBe(404)
  const secrets = [first, second].map((address) => new URL(address).pathname.slice("/calendars/".length, -4))
  for (const secret of secrets) expect(server.output()).not.toContain(secret)
  expect(server.output()).toContain("/calendars/…")
  expect(troubles).toEqual([])
})

test("the month and the week print on one A4 sheet, and no view is wider than a phone", async () => {
  const { page } = await open(`date=${day(20)}`, { viewport: { width: 360, height: 780 } })
  const sheets = async () =>
    [
      ...(await page.pdf({ preferCSSPageSize: true }))
        .toString("latin1")
        .matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g),
    ].map(([, width, height]) => [Math.round(Number(width)), Math.round(Number(height))])
  await page.goto(`${server.url}/me/cal?view=list&date=${day(20)}`, { waitUntil: "load" })
  expect(await wide(page)).toBe(0)
  for (const view of ["month", "week"]) {
    await page.goto(`${server.url}/me/cal?view=${view}&date=${day(20)}`, { waitUntil: "load" })
    expect(await wide(page), view).toBe(0)
    expect(await sheets(), view).toEqual([[842, 595]])
  }
})

test("in print weekdays stand above their days, and in the list places do not overlap titles", async () => {
  const { page } = await open(`date=${day(20)}`, { viewport: { width: 714, height: 1000 } })
  await page.emulateMedia({ media: "print" })
  const lefts = (all: string) =>
    page.locator(all).evaluateAll((found) => found.map((one) => Math.round(one.getBoundingClientRect().left)))
  const heads = await lefts(".cal__wd > :not(:first-child)")
  expect(heads).toHaveLength(7)
  expect(await lefts(".cal__wk:nth-child(2) > .cal__d")).toEqual(heads)
  await page.goto(`${server.url}/me/cal?view=list&date=${day(20)}`, { waitUntil: "load" })
  const [title = 0, place = 0] = [...(await lefts(".outings .row__main")), ...(await lefts(".outings .row__where"))]
    .toSorted((one, other) => one - other)
    .filter((one, nth, all) => one !== all[nth - 1])
  expect(place).toBeGreaterThan(title + 100)
})

test("the calendar's month, week and list pass axe", async () => {
  const { page } = await open(`date=${day(20)}`, { viewport: { width: 1280, height: 900 } })
  for (const view of ["month", "week", "list"]) {
    await arrive(page, `${server.url}/me/cal?view=${view}&date=${day(20)}`)
    await page.locator("#address").evaluate((part) => part.setAttribute("open", ""))
    expect(await axeFinds(page, view)).toEqual([])
  }
})
