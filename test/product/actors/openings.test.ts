import { beforeAll, expect, onTestFinished, test } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { tomorrow } from "../../worlds/world.ts"
import { axeFinds } from "../browser/axe.ts"
import { arrive, openBrowser, sharedBrowser, visit } from "../browser/browser.ts"
import { givePage, type Person, somebody } from "../people/page-people.ts"
import { sharedServer } from "../servers/shared-server.ts"
import { notice, soon } from "../browser/waiting.ts"

const t = messagesIn("fr")
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const server = await sharedServer()
const site = server.url
const browser = await sharedBrowser()
let artist: Person
let house: Person
let band: string
let hall: string
beforeAll(async () => {
  artist = await somebody(server, "odalys")
  house = await somebody(server, "ilse")
  band = `${artist.name}_g`
  hall = `${house.name}_l`
  const town = (locality: string, lat: number, lon: number) => ({ locality, country: "BE", lat, lon })
  await givePage(artist, { type: "group", fid: band, name: "Les Braises", location: town("Bruxelles", 50.85, 4.35) })
  await givePage(house, { fid: hall, name: "La Verrière", location: town("Namur", 50.46, 4.86) })
  const open = { kind: "demand", starts_on: tomorrow(20), ends_on: tomorrow(50), radius: 100, is_public: true }
  await house.ask("POST", `/api/actors/${hall}/openings/`, open)
})

test("on a phone an artist adds open dates, sees a matching venue, opens a message to it, and removes the dates", async () => {
  const { page, troubles } = await visit(browser, { ...phone, storageState: artist.state })
  await arrive(page, `${site}/actors/manage/${band}`)
  await page.getByRole("link", { name: t("relations.open_dates") }).click()
  await page.waitForURL(`${site}/actors/openings/${band}`)

  // Both days are missing: the errors are shown beside them, and the ticked boxes stay ticked.
  await page.getByLabel(t("openings.show")).check()
  await page.getByRole("button", { name: t("openings.add"), exact: true }).click()
  await soon(() => page.locator('[aria-invalid="true"]').count()).toBe(2)
  await page.getByLabel(t("openings.first_day")).fill(tomorrow(25))
  await page.getByLabel(t("openings.last_day")).fill(tomorrow(30))
  await page.getByText(t("openings.where"), { exact: true }).click()
  await page.getByLabel(t("openings.reach")).selectOption("100")
  expect(await axeFinds(page, "open dates, begun")).toEqual([])
  await page.getByRole("button", { name: t("openings.add"), exact: true }).click()
  await notice(page, t("openings.added"))

  const match = page.locator("#matches .opening")
  await match.getByRole("heading", { name: "La Verrière" }).waitFor()
  expect(await axeFinds(page, "open dates, matched", { rules: "size" })).toEqual([])
  await match.getByRole("link", { name: t("openings.write_to", { name: "La Verrière" }) }).click()
  await page.waitForURL(/\/actors\/contact\//)
  const subject = await page.getByLabel(t("contact.subject")).inputValue()
  expect(subject).toContain(t("openings.subject", { days: "" }).trim())
  // The subject names the days of the venue, whose call is answered.
  for (const day of [tomorrow(20), tomorrow(50)]) expect(subject).toMatch(new RegExp(`\\b${Number(day.slice(8))}\\b`))

  // Visitors read the call on the page and in the list; then it is removed, after a confirmation.
  const reader = await visit(browser, phone)
  await arrive(reader.page, `${site}/actors/${band}`)
  await reader.page.getByText(t("openings.say_offer_artist")).waitFor()
  expect(await axeFinds(reader.page, "a page with open dates", { part: "#dates" })).toEqual([])
  await arrive(reader.page, `${site}/openings?side=artist&category=music`)
  await reader.page.getByRole("heading", { name: "Les Braises" }).waitFor()
  expect(await axeFinds(reader.page, "all open dates")).toEqual([])

  await arrive(page, `${site}/actors/openings/${band}`)
  await page.getByRole("button", { name: t("openings.end_what", { what: "" }).trim() }).click()
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: t("openings.end"), exact: true })
    .click()
  await notice(page, t("openings.ended"))
  await page.getByText(t("openings.none")).waitFor()
  expect([...troubles, ...reader.troubles]).toEqual([])
})

const way = (towns: string[]) => {
  const query = new URLSearchParams(towns.map((town): [string, string] => ["town", town]))
  query.set("from", tomorrow(15))
  query.set("to", tomorrow(40))
  return `/actors/tour/${band}?${query}`
}

test("a tour lists venues along the way, loads its map only on request, and prints without its print button", async () => {
  const drawing = await openBrowser("drawing")
  onTestFinished(() => drawing.close())
  const { page, troubles } = await visit(drawing, { storageState: artist.state, reducedMotion: "reduce" })
  const maps: string[] = []
  page.on("request", (request) => void (/maplibre|\/map\/base/.test(request.url()) && maps.push(request.url())))
  await arrive(page, site + way(["Bruxelles", "Namur"]))
  await page.getByRole("heading", { name: "La Verrière" }).waitFor()
  await page
    .getByText(t("tour.on_way", { from: "Bruxelles", to: "Namur" }))
    .first()
    .waitFor()
  expect(maps).toEqual([])
  expect(await axeFinds(page, "a tour")).toEqual([])
  await page.getByRole("button", { name: t("tour.show_map") }).click()
  await soon(() => page.locator(".tour__stop", { hasText: "La Verrière" }).count()).toBe(1)
  expect(maps.length).toBeGreaterThan(0)
  expect(await axeFinds(page, "a tour on the map", { rules: "size" })).toEqual([])

  await page.emulateMedia({ media: "print" })
  expect(await page.getByRole("button", { name: t("tour.print") }).isVisible()).toBe(false)
  expect(await page.getByRole("heading", { name: "La Verrière" }).isVisible()).toBe(true)
  expect(troubles).toEqual([])
})

test("without script open dates are added and a tour is planned; an unknown town is named by an error", async () => {
  const { page } = await visit(browser, { storageState: house.state, javaScriptEnabled: false })
  await page.goto(`${site}/actors/openings/${hall}`)
  await page.getByLabel(t("openings.first_day")).fill(tomorrow(60))
  await page.getByLabel(t("openings.last_day")).fill(tomorrow(59))
  await page.getByRole("button", { name: t("openings.add"), exact: true }).click()
  await page.locator(".error", { hasText: t("errors.end_before_start") }).waitFor()
  await page.getByLabel(t("openings.last_day")).fill(tomorrow(61))
  await page.getByRole("button", { name: t("openings.add"), exact: true }).click()
  await soon(() => page.locator(".openings > .opening .opening__do").count()).toBe(2)

  const other = await visit(browser, { storageState: artist.state, javaScriptEnabled: false })
  await other.page.goto(site + way(["Bruxelles", "Xyzzyx"]))
  await other.page.getByText(t("tour.town_unknown", { town: "Xyzzyx" })).waitFor()
  await other.page.getByLabel(t("tour.town", { number: 2 })).fill("Namur")
  await other.page.getByRole("button", { name: t("tour.plan") }).click()
  await other.page.getByRole("heading", { name: "La Verrière" }).waitFor()
  expect(await other.page.getByRole("button", { name: t("tour.show_map") }).isVisible()).toBe(false)
})
