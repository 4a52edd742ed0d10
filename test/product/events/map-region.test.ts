import { rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Browser } from "playwright-core"
import sharp from "sharp"
import { afterAll, beforeAll, expect, test } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { archiveOf } from "../../pmtiles.ts"
import type { RunningServer } from "../../instances/server.ts"
import { temporaryDirectory } from "../../temporary.ts"
import { axeFinds } from "../browser/axe.ts"
import { arrive, openBrowser, runsFirst, visit } from "../browser/browser.ts"
import { opensPart } from "../editing/editors.ts"
import { dedicatedServer } from "../servers/dedicated-server.ts"
import { givePage, type Person, somebody } from "../people/page-people.ts"
import { soon } from "../browser/waiting.ts"

// Maps drawn from the operator’s own tiles, valid and hostile; and a pin that is placed by hand.

const t = messagesIn("fr")
const folder = temporaryDirectory("map-region")
const archive = join(folder, "region.pmtiles")
let server: RunningServer
let browser: Browser
let owner: Person
beforeAll(async () => {
  writeFileSync(archive, archiveOf())
  server = await dedicatedServer({ LIMITS: "0", MAP_PMTILES: archive })
  browser = await openBrowser("drawing")
  owner = await somebody(server)
})
afterAll(async () => {
  await browser.close()
  await server.stop()
  rmSync(folder, { recursive: true })
})

test("a page's pin is moved by arrow keys, a press on the map, dragging or coordinates, and the field follows", async () => {
  await givePage(owner, {
    fid: "bief",
    name: "Le Bief",
    location: { locality: "Liège", country: "BE", lat: 50.64, lon: 5.57, precision: "exact" },
  })
  const { page, troubles } = await visit(browser, { storageState: owner.state, reducedMotion: "reduce" })
  const asked: number[] = []
  page.on("response", (answer) => void (answer.url().endsWith("/map/region.pmtiles") && asked.push(answer.status())))
  await arrive(page, `${server.url}/actors/edit/bief`)
  await opensPart(page, "point")
  expect(asked).toEqual([])
  const field = page.locator('[name="location.point"]')
  expect(await field.inputValue()).toBe("50.64, 5.57")

  await page.getByRole("button", { name: t("places.set_pin") }).click()
  const pin = page.locator(".map--pin .pin")
  await pin.waitFor({ timeout: 90_000 })
  await soon(() => asked.includes(206)).toBe(true)
  const at = async () => (await field.inputValue()).split(", ").map(Number) as [lat: number, lon: number]

  await pin.focus()
  await page.keyboard.press("ArrowUp")
  const [north] = await at()
  expect(north).toBeGreaterThan(50.64)
  await page.keyboard.press("Shift+ArrowRight")
  const [still, east] = await at()
  expect(still).toBeCloseTo(north, 4)
  expect(east).toBeGreaterThan(5.57)

  await page.locator(".map--pin canvas").click({ position: { x: 30, y: 200 } })
  await soon(async () => (await at())[1]).toBeLessThan(5.57)

  const pressed = await at()
  const box = await pin.boundingBox()
  if (!box) throw new Error("the pin is nowhere")
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 90, y + 40, { steps: 8 })
  await page.mouse.up()
  await soon(async () => (await at())[1]).toBeGreaterThan(pressed[1])
  expect((await at())[0]).toBeLessThan(pressed[0])

  await field.fill("50.85, 4.35")
  await soon(() => pin.getAttribute("aria-label")).toContain("50.8500, 4.3500")
  expect(await axeFinds(page, "pin on a map")).toEqual([])
  if (process.env.SEE_MAPS) await page.locator(".pointf").screenshot({ path: "/tmp/map-pin.png" })
  expect(troubles).toEqual([])
})

test("the map is drawn from the operator's tiles; with damaged tiles a message appears and the list stays", async () => {
  const { page, troubles } = await visit(browser, { viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" })
  await runsFirst(page, () => localStorage.setItem("darkMode", "false"))
  await arrive(page, `${server.url}/events?view=map`)
  await page.waitForSelector(".pin", { timeout: 90_000 })
  // Land is redder than blue, water the opposite.
  const ground = async () => {
    const { channels } = await sharp(await page.locator(".map canvas").screenshot()).stats()
    return (channels[0]?.mean ?? 0) - (channels[2]?.mean ?? 0)
  }
  await soon(ground).toBeGreaterThan(3)
  expect(troubles).toEqual([])

  for (const damaged of [archiveOf(({ bytes, size }) => bytes.subarray(0, size - 9)), Buffer.from("no tiles")]) {
    writeFileSync(archive, damaged)
    const { page: other } = await visit(browser, { viewport: { width: 1440, height: 900 } })
    await arrive(other, `${server.url}/events?view=map`)
    await other.getByText(t("map.no_webgl")).waitFor()
    expect(await other.locator(".geo .row").count()).toBeGreaterThan(3)
  }
})
