import { setTimeout as pause } from "node:timers/promises"
import type { Page } from "playwright-core"
import { beforeAll, describe, expect, test } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { prefixOf } from "../people/accounts-people.ts"
import { arrive, runsFirst, sharedBrowser, visit } from "../browser/browser.ts"
import { givePage, type Person, somebody } from "../people/page-people.ts"
import { listedEvents } from "./screens.ts"
import { sharedServer } from "../servers/shared-server.ts"
import { soon } from "../browser/waiting.ts"

const server = await sharedServer()
const site = server.url
const browser = await sharedBrowser()
let owner: Person
let fid: string
let person: string
beforeAll(async () => {
  owner = await somebody(server, "odalys")
  fid = `${owner.name}_l`
  person = `${owner.name}_p`
  await givePage(owner, { fid, name: "Le Hangar" })
  await givePage(owner, { type: "person", fid: person, name: "Odalys" })
})

const focusedName = (page: Page) => page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.name)

describe.each(["fr", "nl"] as const)("in %s", (language) => {
  const t = messagesIn(language)
  const prefix = prefixOf(language)

  test("answering an event that was just cancelled shows the reason once, without its code", async () => {
    const event = (await owner.ask("POST", "/api/contents/events/", {
      title: { fr: "Soir" },
      category: "music",
      organizers: [fid],
      start: "2090-11-21T20:30",
      workflow: "published",
    })) as { id: number }
    const { page, close } = await visit(browser, { storageState: owner.state })
    await arrive(page, `${site}${prefix}/events/${event.id}`)
    await owner.ask("PATCH", `/api/contents/events/${event.id}/`, { status: "cancelled" })
    await page.locator(".attend label[data-v=confirmed]").first().click()
    const failed = (words: string) => window.notices?.find((one) => one.includes(words))
    const said = await (await page.waitForFunction(failed, t("answers.attendance_failed"))).jsonValue()
    expect(said).not.toContain("event_cancelled")
    expect(said?.split(t("errors.event_cancelled")), said).toHaveLength(2)
    await close()
  })

  test("near me: a town can be typed while the position is requested, and a refusal is explained", async () => {
    const { page, troubles, close } = await visit(browser)
    await runsFirst(page, () => {
      const refuse = { code: 1, PERMISSION_DENIED: 1, message: "" } as GeolocationPositionError
      Object.defineProperty(navigator, "geolocation", {
        value: {
          getCurrentPosition: (_found: unknown, failed: (why: GeolocationPositionError) => void) =>
            Object.assign(globalThis, { refusesPosition: () => failed(refuse) }),
        },
      })
    })
    await arrive(page, `${site}${prefix}/actors`)
    await page.getByRole("link", { name: t("directory.near_me"), exact: true }).click()
    const town = page.getByLabel(t("directory.place_field"), { exact: true })
    await town.waitFor()
    await page.getByRole("status").getByText(t("directory.position_asking")).waitFor()
    await page.evaluate(() => (globalThis as unknown as { refusesPosition(): void }).refusesPosition())
    await page.getByRole("status").getByText(t("directory.position_refused")).waitFor()
    await soon(() => focusedName(page)).toBe("place")
    await town.fill("Liège")
    await page.getByRole("button", { name: t("directory.find_near") }).click()
    await page.waitForURL(/place=Li/)
    await page.getByText(t("directory.position_refused")).waitFor({ state: "detached" })
    await close()
    expect(troubles).toEqual([])
  })

  test.each([360, 1280])(
    "contact: a slow press on the question button opens the question, %i px wide",
    async (width) => {
      const { page, troubles, close } = await visit(browser, { viewport: { width, height: 900 } })
      await arrive(page, `${site}${prefix}/actors/contact/${fid}`)
      const instead = page.getByRole("button", { name: t("contact.captcha_question") })
      await instead.scrollIntoViewIfNeeded()
      const box = await instead.boundingBox()
      await page.mouse.move((box?.x ?? 0) + 8, (box?.y ?? 0) + 8)
      await page.mouse.down()
      await pause(600)
      await page.mouse.up()
      await page.locator("input[name=code]").waitFor()
      await close()
      expect(troubles).toEqual([])
    },
  )

  test("contact: the question button stays in place when the proof of work is done", async () => {
    const { page, close } = await visit(browser, { viewport: { width: 360, height: 900 } })
    await arrive(page, `${site}${prefix}/actors/contact/${fid}`)
    const instead = page.getByRole("button", { name: t("contact.captcha_question") })
    const placeOf = () =>
      instead.evaluate((button) => Math.round(button.getBoundingClientRect().top + globalThis.scrollY))
    const before = await placeOf()
    await page.getByLabel(t("contact.name"), { exact: true }).focus()
    await page.getByRole("status").getByText(t("contact.captcha_done")).waitFor()
    expect(await placeOf()).toBe(before)
    await close()
  })

  test("a failed search for a person to invite shows an error", async () => {
    const { page, close } = await visit(browser, { storageState: owner.state })
    await arrive(page, `${site}${prefix}/actors/manage/${fid}`)
    await page.route("**/api/actors/?*", (route) => route.fulfill({ status: 500, json: {} }))
    await page.getByRole("combobox", { name: t("relations.who") }).fill("Wivine")
    const words = page.getByRole("status").getByText(t("directory.search_failed"))
    await words.waitFor()
    expect(await words.isVisible()).toBe(true)
    await close()
  })

  test("without a bank account number the About page has no donation link", async () => {
    const { page, close } = await visit(browser)
    await arrive(page, `${site}${prefix}/about`)
    expect(await page.getByRole("link", { name: t("layout.donate") }).count()).toBe(0)
    expect(await page.locator("footer").innerText()).not.toContain("10")
    await close()
  })
})

test("in a page's history the date of an earlier year is beside its poster at every width", async () => {
  await owner.ask("POST", "/api/contents/events/", {
    title: { fr: "Autrefois" },
    category: "music",
    organizers: [fid],
    start: "2019-09-28T20:30",
    workflow: "published",
  })
  const { page, close } = await visit(browser)
  for (const width of [390, 800, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await arrive(page, `${site}/actors/${fid}?tab=history`)
    const row = page.getByRole("listitem").filter({ hasText: "Autrefois" })
    const date = await row.getByText("28 sept. 2019", { exact: true }).boundingBox()
    const poster = await row.locator(".poster").boundingBox()
    if (!date || !poster) throw new Error(`no date or no poster at ${width}`)
    const isBeside = date.x + date.width <= poster.x || date.x >= poster.x + poster.width
    expect(isBeside, `${width}: the date ends at ${date.x + date.width}, the poster begins at ${poster.x}`).toBe(true)
  }
  await close()
})

test("a title in another language than the page is marked as such on unfolding dates and above a sheet", async () => {
  const french = (await listedEvents(site)).filter(({ title, place }) => title.fr && !title.nl && !title.en && place)
  const repeated = french.find(({ occurrences }) => occurrences.length > 2)
  expect(repeated).toBeDefined()
  const read = async (path: string) => (await (await fetch(`${site}/nl${path}`)).text()).replaceAll("<!-- -->", "")
  const dates = /<summary[^>]*>\d+ data<span class="vh"([^>]*)>/.exec(await read(`/actors/${repeated?.place?.fid}`))
  expect(dates?.[1]).toBe(' lang="fr"')
  const back = /<a [^>]*class="up"[^>]*>/.exec(await read(`/events/${repeated?.id}/print`))
  expect(back?.[0]).toContain('lang="fr"')
})
