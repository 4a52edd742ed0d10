import type { Page } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { addDays } from "#lib/time.ts"
import type { RunningServer } from "../../instances/server.ts"
import { givesBief, makesEvent } from "../people/bief.ts"
import { boxOf, cutOff, phone, sizes } from "../browser/boxes.ts"
import { arrive, sharedBrowser, settled, visit } from "../browser/browser.ts"
import { inDatabase } from "../servers/database-of.ts"
import { dedicatedServer } from "../servers/dedicated-server.ts"
import { type Person, somebody } from "../people/page-people.ts"
import { countRestyledElements } from "../browser/restyled.ts"
import { soon } from "../browser/waiting.ts"

// The frame around every page: its foot and header, navigation between pages, the strip of days, and titles that are hard to fit.

const t = messagesIn("fr")
let server: RunningServer
const browser = await sharedBrowser()
let owner: Person
beforeAll(async () => {
  server = await dedicatedServer()
  owner = await somebody(server)
  await givesBief(owner)
})
afterAll(() => server.stop())

test("the tab bar has its preset height, and an added element restyles fewer than ten others", async () => {
  const { page, close } = await visit(browser, { viewport: phone })
  const foot = async () => ({
    ...(await page.evaluate(async () => {
      for (let frame = 0; frame < 2; frame++) await new Promise((done) => requestAnimationFrame(done))
      const root = document.documentElement
      return { counted: getComputedStyle(root).getPropertyValue("--foot"), written: root.style.length }
    })),
    bar: (await boxOf(page.locator(".tabbar"))).height,
  })
  for (const path of ["/", "/actors", "/login"]) {
    await arrive(page, server.url + path)
    expect(await foot(), `${path} on a phone`).toEqual({ counted: "64px", written: 0, bar: 64 })
    // A rule such as `* + *` would restyle the whole page whenever a part of it is added.
    expect(await countRestyledElements(browser, page), `${path}, elements styled for one that comes`).toBeLessThan(10)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  expect(await foot(), "on a wide screen").toEqual({ counted: "0px", written: 0, bar: 0 })
  await close()
})

/** Records the heading and the scroll position, frame by frame. */
const watchScroll = (page: Page) =>
  page.evaluate(() => {
    const frames: [string, number][] = []
    Object.assign(window, { standings: frames })
    const look = () => {
      frames.push([document.querySelector("main h1")?.textContent ?? "", Math.round(scrollY)])
      requestAnimationFrame(look)
    }
    look()
  })
const seen = (page: Page) => page.evaluate(() => (window as unknown as { standings: [string, number][] }).standings)

test("a navigation shows the next page at its top from the first frame, and back restores the position", async () => {
  const { page, close } = await visit(browser, { viewport: { width: 1440, height: 900 } })
  await arrive(page, `${server.url}/`)
  const home = await page.locator("main h1").textContent()
  await page.evaluate(() => scrollTo({ top: 700, behavior: "instant" }))
  await watchScroll(page)

  // Pressed by script: wherever the first row is today, nothing is scrolled to reach it.
  await page.locator("main .row h3 a").first().dispatchEvent("click")
  await soon(() => page.locator("main h1").textContent()).not.toBe(home)
  await settled(page)
  const there = (await seen(page)).filter(([title]) => title !== home)
  expect([...new Set(there.map(([, top]) => top))]).toEqual([0])
  await soon(() => page.evaluate(() => document.activeElement?.tagName)).toBe("H1")

  await page.evaluate(() => ((window as unknown as { standings: unknown[] }).standings.length = 0))
  await page.goBack()
  await soon(() => page.locator("main h1").textContent()).toBe(home)
  await settled(page)
  const back = (await seen(page)).filter(([title]) => title === home)
  expect([...new Set(back.map(([, top]) => top))]).toEqual([700])
  await close()
})

test("a link to a part of the same page scrolls smoothly, unless reduced motion is preferred", async () => {
  for (const reducedMotion of ["no-preference", "reduce"] as const) {
    const { page, close } = await visit(browser, { viewport: { width: 1440, height: 900 }, reducedMotion })
    await arrive(page, `${server.url}/`)
    await watchScroll(page)
    // Below the last day there may be too little content to scroll it to the top, so the test takes an earlier one.
    const day = page.locator(".days a[href^='#']:not(.none):not([aria-current])").nth(2)
    const id = await day.getAttribute("href")
    await day.click()
    const belowStrip = async () => {
      const [bar, part] = [await boxOf(page.locator(".daybar")), await boxOf(page.locator(`[id="${id?.slice(1)}"]`))]
      return Math.abs(part.y - bar.y - bar.height)
    }
    await soon(belowStrip).toBeLessThan(40)
    const places = new Set((await seen(page)).map(([, y]) => y))
    // With reduced motion there are only the first and the last position; otherwise also those between.
    expect(places.size > 2).toBe(reducedMotion === "no-preference")
    await close()
  }
})

test("the header's search link focuses the page's own search field, or else the agenda's", async () => {
  const { page, troubles, close } = await visit(browser, { viewport: phone, reducedMotion: "reduce" })
  const search = page.getByRole("link", { name: t("layout.search"), exact: true })
  const inField = () => page.evaluate(() => document.activeElement?.getAttribute("placeholder"))
  await arrive(page, `${server.url}/about`)
  await search.click()
  await page.waitForURL(`${server.url}/events#q`)
  await soon(inField).toBe(t("agenda.search_hint"))
  await arrive(page, `${server.url}/actors`)
  await search.click()
  await soon(inField).not.toBe(null)
  expect(page.url()).toBe(`${server.url}/actors`)
  expect(await cutOff(page, page.locator("main .filters .search"))).toBe(undefined)
  await page.setViewportSize({ width: 768, height: 1024 })
  expect(await search.isVisible()).toBe(false)
  // The link shows where there is room, on pages without a search field of their own.
  await page.setViewportSize({ width: 1280, height: 800 })
  expect(await search.isVisible()).toBe(false)
  await arrive(page, `${server.url}/about`)
  expect(await search.isVisible()).toBe(true)
  expect(troubles).toEqual([])
  await close()
})

test("no word in a small poster's title is broken at any width", async () => {
  const titles = [
    "Cartographie d’un silence",
    "Hourglass",
    "Le dernier spectateur",
    "Conversation avec une éclairagiste",
  ]
  const day = `${new Date().getFullYear() + 2}-05-04`
  for (const title of titles) await makesEvent(owner, title, `${day}T20:30`, { workflow: "published" })
  const { page, close } = await visit(browser, { viewport: phone })
  for (const width of [320, 390, 768, 1440]) {
    await page.setViewportSize({ width, height: 2000 })
    await arrive(page, `${server.url}/events?from=${day}&to=${day}`)
    const broken = await page.locator("main .row .poster__title").evaluateAll((all) =>
      all.flatMap(({ firstChild: text }) =>
        [...(text?.textContent ?? "").matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
          const range = document.createRange()
          range.setStart(text as Node, index)
          range.setEnd(text as Node, index + word.length)
          return range.getClientRects().length > 1 ? [word] : []
        }),
      ),
    )
    expect(broken, `at ${width}`).toEqual([])
    expect(await page.locator("main .row .poster__title").count()).toBe(titles.length)
  }
  await close()
})

test("the strip of days stays below the header, and each day shows and labels its number of dates", async () => {
  const { page, close } = await visit(browser)
  await arrive(page, `${server.url}/`)
  for (const viewport of sizes.filter(({ height }) => height > 500)) {
    await page.setViewportSize(viewport)
    await page.evaluate(() => scrollTo({ top: 1500, behavior: "instant" }))
    const [header, strip] = [await boxOf(page.locator(".top")), await boxOf(page.locator(".days"))]
    expect(Math.abs(strip.y - header.y - header.height), `at ${viewport.width}`).toBeLessThanOrEqual(2)
    expect(strip.height).toBeLessThan(96)
  }
  for (const day of await page.locator(".days a:not(.none)").all()) {
    const count = await day.locator("small").innerText()
    expect(Number(count)).toBeGreaterThan(0)
    expect(await day.getAttribute("aria-label")).toMatch(new RegExp(`, ${count} dates?$`))
  }
  await close()
})

test("of a day with more than 200 events, 200 are shown after two presses", { timeout: 300_000 }, async () => {
  const days = (await (await fetch(`${server.url}/api/contents/events/days/`)).json()) as { date: string }[]
  const date = addDays(days[0]?.date ?? "", 9)
  const { id } = await makesEvent(owner, "Lanterne", `${date}T20:00`, { workflow: "published" })
  await repeats(id, 204)
  const { page, close } = await visit(browser, { viewport: { width: 1440, height: 900 } })
  const day = page.locator(".days a").nth(9)
  await soon(async () => {
    await arrive(page, `${server.url}/`)
    return Number((await day.locator("small").innerText()).replaceAll(/\D/g, ""))
  }).toBeGreaterThanOrEqual(205)

  await day.click()
  const whole = page.locator(`.day-rest a[href*="from=${date}"]`)
  await whole.waitFor()
  await whole.click()
  await page.locator("main .row").nth(199).waitFor()
  expect(await page.locator("main .row", { hasText: "Lanterne" }).count()).toBeGreaterThan(190)
  await close()
})

test("titles of 150 characters or of one long word overflow no page and take at most half of a window", async () => {
  const titles = [
    "Gebruikersovereenkomstonderhandelingsvoorbereidingsvergadering",
    "Rencontre autour de l’exposition des machinistes, lecture à voix haute de leurs carnets de nuit, puis visite des cintres et des dessous du vieux thé",
    `Nuit ${"x".repeat(140)}`,
  ]
  const { page, close } = await visit(browser, { storageState: owner.state, reducedMotion: "reduce" })
  const over: string[] = []
  for (const title of titles) {
    const { id } = await makesEvent(owner, title, `${new Date().getFullYear() + 1}-03-20T20:30`, {
      workflow: "published",
    })
    const list = await owner.ask("POST", "/api/me/lists/", { name: title.slice(0, 100) })
    const { slug } = await owner.ask("PATCH", `/api/me/lists/${list.id}/`, { published: true })
    const screens = ["", "/print?size=a6"].map((rest) => `/events/${id}${rest}`)
    const doing = ["edit", "manage", "report"].map((what) => `/events/${what}/${id}`)
    for (const path of [...screens, ...doing, `/agendas/${slug}`]) {
      await arrive(page, server.url + path)
      for (const width of [360, 640, 768, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        const wide = await page.evaluate(() => {
          const { scrollWidth, clientWidth } = document.documentElement
          const cut = [...document.querySelectorAll<HTMLElement>("main :is(h1, h2, .poster__title, .leaf__title)")]
            .filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 1)
            .map((one) => `${one.className} ${one.scrollWidth} > ${one.clientWidth}`)
          const tall = document.querySelector("main h1")?.clientHeight ?? 0
          if (tall > innerHeight / 2) cut.push(`h1 ${tall} high`)
          return [...(scrollWidth > clientWidth ? [`page ${scrollWidth}`] : []), ...cut]
        })
        over.push(...wide.map((what) => `${path} at ${width}: ${what}`))
      }
    }
  }
  expect(over).toEqual([])
  await close()
})

/** Copies an event many times at once: over the API this would take half of the test’s time. */
const repeats = (id: number, times: number) =>
  inDatabase(server.dataDir, (db) =>
    db.query(
      `with made as (
        insert into events (uid, language, title, category, timezone, workflow, place_id, created_by)
        select gen_random_uuid(), language, title, category, timezone, workflow, place_id, created_by
        from events, generate_series(1, $2) where id = $1 returning id, listed, category
      ), hosted as (
        insert into event_organizers (event_id, actor_id, position)
        select made.id, actor_id, position from made, event_organizers where event_id = $1
      )
      insert into occurrences (event_id, listed, category, starts_at, until_at)
      select made.id, made.listed, made.category, starts_at, until_at from made, occurrences where event_id = $1`,
      [id, times],
    ),
  )
