import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { axeFinds } from "../browser/axe.ts"
import { arrive, openBrowser, runsFirst, settled, sharedBrowser, visit } from "../browser/browser.ts"
import { soon } from "../browser/waiting.ts"

const site = inject("siteUrl")
const brussels = "/events?view=map&bbox=4.2,50.78,4.5,50.92"
const without = await sharedBrowser()
let drawing: Browser
beforeAll(async () => {
  drawing = await openBrowser("drawing")
})
afterAll(() => drawing?.close())

/** Collects the requests of a page that concern the map. */
function asksOfMap(page: Page) {
  const asks: string[] = []
  page.on("request", (request) => {
    const path = new URL(request.url()).pathname
    if (/^\/(api\/)?map\/|\/assets\/(map-|maplibre)/.test(path) && !/\/assets\/map\.(fr|en|nl)/.test(path))
      asks.push(path)
  })
  return asks
}

const isInStep = (page: Page) => page.waitForSelector(".pin", { timeout: 90_000 })

test("the agenda's map highlights pins, opens popups and pans by keyboard, and stays hidden once hidden", async () => {
  const { page, troubles } = await visit(drawing, { viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" })
  const asks = asksOfMap(page)

  await arrive(page, `${site}/events`)
  expect(asks).toEqual([])

  await arrive(page, site + brussels)
  await isInStep(page)
  await soon(() => asks.some((path) => path.startsWith("/map/base-"))).toBe(true)
  expect(await page.locator("canvas").count()).toBe(1)

  // A row under the pointer highlights its pin, and no other.
  await page.locator(".geo .row").first().hover()
  await soon(() => page.locator(".pin--sel").count()).toBe(1)
  await page.locator("h1").focus()

  // Pressing the pin of a venue or an event highlights its rows and opens its popup.
  const pins = page.locator('.pin[aria-label*="même endroit"], .pin:not(.pin--many)')
  await pins.first().focus()
  await page.keyboard.press("Enter")
  await soon(() => page.locator(".pop").count()).toBe(1)
  await page.keyboard.press("Escape")
  await soon(() => page.locator(".pop").count()).toBe(0)
  // For several at one spot the popup lists each; the focus moves into it, and back to the pin on closing.
  const several = page.locator('.pin[aria-label*="même endroit"]').first()
  const [, count] = /^(\d+)/.exec((await several.getAttribute("aria-label")) ?? "") ?? []
  await several.focus()
  await page.keyboard.press("Enter")
  await soon(() => page.locator(".pop__list a").count()).toBe(Number(count))
  expect(await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200))).toContain('class="pop"')
  expect(await axeFinds(page, "several at one spot", { part: ".pop", modes: ["dark"] })).toEqual([])
  await page.keyboard.press("Escape")
  await soon(() => page.locator(".pop").count()).toBe(0)
  expect(await several.evaluate((pin) => pin === document.activeElement)).toBe(true)

  // The arrow keys move the map; then the list can be narrowed to the visible area, but only on request.
  const before = page.url()
  await page.locator("canvas").focus()
  await page.keyboard.press("ArrowRight")
  const search = page.getByRole("button", { name: "Chercher dans cette zone" })
  await search.waitFor()
  expect(page.url()).toBe(before)
  await search.press("Enter")
  await page.waitForURL((url) => url.href !== before && url.searchParams.has("bbox"))

  expect(await axeFinds(page, "agenda with map")).toEqual([])

  // Once hidden, the map stays hidden: it takes no room even before hydration, and none of its files are fetched.
  await page.getByRole("button", { name: "Masquer la carte" }).click()
  await soon(() => page.locator("canvas").count()).toBe(0)
  asks.length = 0
  await arrive(page, site + brussels)
  expect(await page.locator("html.map-hidden").count()).toBe(1)
  expect(await page.locator(".geo__map").isVisible()).toBe(false)
  expect(asks).toEqual([])
  await page.getByRole("button", { name: "Afficher la carte" }).click()
  await isInStep(page)
  expect(troubles).toEqual([])
})

test("the directory's map changes colours with the page; a visitor's map of followed events requests nothing", async () => {
  const { page, troubles } = await visit(drawing, { viewport: { width: 1440, height: 900 } })
  await arrive(page, `${site}/actors?view=map`)
  await isInStep(page)
  const ground = async () => {
    const { default: sharp } = await import("sharp")
    const { channels } = await sharp(await page.locator(".map").screenshot()).stats()
    return (channels[0]?.mean ?? 0) + (channels[1]?.mean ?? 0)
  }
  await soon(ground).toBeLessThan(160)
  await page.locator(".theme").click()
  await soon(ground).toBeGreaterThan(300)
  expect(await axeFinds(page, "directory with map", { modes: ["light"] })).toEqual([])

  // A visitor who is not signed in follows nothing: the map requests nothing for that filter, and clears the pins it had.
  await arrive(page, site + brussels)
  await isInStep(page)
  const asks = asksOfMap(page)
  await page.getByRole("link", { name: "Suivis", exact: true }).click()
  await page.waitForURL(/rel=followed/)
  await soon(() => page.locator(".pin").count()).toBe(0)
  await settled(page)
  expect(asks.filter((path) => path.startsWith("/api/"))).toEqual([])
  expect(troubles).toEqual([])
})

test("on phones the list is a sheet over the map that buttons set to three heights", async () => {
  const { page, troubles } = await visit(drawing, { viewport: { width: 390, height: 844 }, reducedMotion: "reduce" })
  await arrive(page, site + brussels)
  await isInStep(page)
  const heightOf = async () => (await page.locator(".geo__list").boundingBox())?.height ?? 0
  const closed = await heightOf()
  // What is fitted into the map would otherwise lie behind the sheet.
  const [map, list] = await Promise.all([".map__gl", ".geo__list"].map((part) => page.locator(part).boundingBox()))
  if (!map || !list) throw new Error("the map or its list is not shown")
  expect(map.y + map.height).toBeLessThanOrEqual(list.y + 16)
  await page.getByRole("button", { name: "Agrandir la liste" }).click()
  await soon(heightOf).toBeGreaterThan(closed + 100)
  const half = await heightOf()
  await page.getByRole("button", { name: "Agrandir la liste" }).click()
  await soon(heightOf).toBeGreaterThan(half + 100)
  await page.getByRole("button", { name: "Carte", exact: true }).click()
  await soon(heightOf).toBe(closed)
  await page.locator(".geo__float .btn").hover()
  expect(await axeFinds(page, "sheet", { rules: "size" })).toEqual([])
  expect(troubles).toEqual([])
})

test("without WebGL the agenda shows only the list and a message, without script only the list", async () => {
  const { page } = await visit(without, { viewport: { width: 1440, height: 900 } })
  await runsFirst(page, () => {
    HTMLCanvasElement.prototype.getContext = () => null
  })
  const asks = asksOfMap(page)
  await arrive(page, site + brussels)
  await page.getByText("La carte ne peut pas être dessinée").waitFor()
  expect(await page.locator(".geo .row").count()).toBeGreaterThan(3)
  expect(await page.locator(".geo__map").isVisible()).toBe(false)
  expect(asks).toEqual([])

  const plain = await visit(without, { javaScriptEnabled: false })
  await arrive(plain.page, site + brussels, { hasScript: false })
  expect(await plain.page.locator(".geo .row").count()).toBeGreaterThan(3)
  expect(await plain.page.locator(".geo__map").isVisible()).toBe(false)
})
