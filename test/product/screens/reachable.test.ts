import type { Page } from "playwright-core"
import { beforeAll, expect, test } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { languages } from "#i18n/languages.ts"
import { newName, prefixOf } from "../people/accounts-people.ts"
import { arrive, sharedBrowser, visit } from "../browser/browser.ts"
import { opensEditor } from "../editing/editors.ts"
import { givePage, type Person, somebody } from "../people/page-people.ts"
import { listedEvents } from "./screens.ts"
import { sharedServer } from "../servers/shared-server.ts"
import { soon } from "../browser/waiting.ts"

// Keyboard reachability, and layout with larger letters.

const server = await sharedServer()
const browser = await sharedBrowser()
let owner: Person
let event: string
let actor: string
beforeAll(async () => {
  owner = await somebody(server)
  event = `/events/${(await listedEvents(server.url))[0]?.id}`
  const actors = (await (await fetch(`${server.url}/api/actors/`)).json()) as { fid: string; type: string }[]
  actor = `/actors/${actors.find(({ type }) => type === "place")?.fid}`
})

const wide = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }

test.each(languages)(
  "the first result is at most 12 Tab stops away with the link that skips the filters, in %s",
  async (language) => {
    const t = messagesIn(language)
    const { page, close } = await visit(browser, { viewport: wide, reducedMotion: "reduce" })
    for (const path of language === "fr" ? ["/", "/events", "/actors"] : ["/events"]) {
      await arrive(page, server.url + (prefixOf(language) + path).replace(/(.)\/$/, "$1"))
      const results = page.locator("#resultats")
      let stops = 0
      const isInResults = () => results.evaluate((list) => list.contains(document.activeElement))
      do {
        await page.keyboard.press("Tab")
        stops++
        const skip = page.getByRole("link", { name: t("layout.skip_filters") })
        if (!(await skip.evaluate((link) => link === document.activeElement))) continue
        const box = await skip.boundingBox()
        expect(box?.y, "the way is seen").toBeGreaterThanOrEqual(0)
        await page.keyboard.press("Enter")
        await results.and(page.locator(":focus")).waitFor()
        await page.keyboard.press("Tab")
        stops++
      } while (!(await isInResults()) && stops < 40)
      expect(stops, path).toBeLessThanOrEqual(12)
      expect(await page.evaluate(() => document.activeElement?.closest("li, article") !== null), path).toBe(true)
    }
    await close()
  },
)

/** Tabs through a page; returns the focused elements that something else covers, in their middle or entirely. */
async function covered(page: Page, stops: number, key = "Tab"): Promise<string[]> {
  const found: string[] = []
  for (let stop = 0; stop < stops; stop++) {
    await page.keyboard.press(key)
    const hidden = await page.evaluate(() => {
      const element = document.activeElement
      if (!element || element === document.body) return "end"
      // A radio or checkbox is seen by its label, a date segment by its field.
      const shown = element.closest("label, .segments") ?? element
      const { left, right, top, bottom } = shown.getBoundingClientRect()
      const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2
      const [from, to] = [Math.max(top, 0), Math.min(bottom, innerHeight)]
      if (to <= from) return `${element.outerHTML.slice(0, 120)} is out of sight (${top} to ${bottom})`
      // An element taller than the screen is only partly visible.
      const heights = bottom - top > innerHeight / 2 ? [0.3, 0.5, 0.7] : [0.15, 0.5, 0.85]
      const hits = heights.map((share) => document.elementFromPoint(x, from + (to - from) * share))
      const free = hits.filter((hit) => hit && (shown.contains(hit) || hit.contains(shown)))
      const bar = hits.find((hit) => hit && !shown.contains(hit) && !hit.contains(shown))?.closest("[class]")
      return free.length === hits.length ? "" : `${element.outerHTML.slice(0, 120)} lies under ${bar?.className}`
    })
    if (hidden === "end") break
    if (hidden) found.push(hidden)
  }
  return found
}

test.each([phone, wide])("no focused element is covered by a bar or out of sight, at $width px", async (viewport) => {
  const found: string[] = []
  const anybody = await visit(browser, { viewport, reducedMotion: "reduce" })
  for (const path of ["/", "/events", event, actor]) {
    await arrive(anybody.page, server.url + path)
    for (const one of await covered(anybody.page, 60)) found.push(`${path}: ${one}`)
    // Tabbing backwards, elements scroll into view from above.
    for (const one of await covered(anybody.page, 20, "Shift+Tab")) found.push(`${path} backwards: ${one}`)
  }
  const author = await visit(browser, { viewport, reducedMotion: "reduce", storageState: owner.state })
  await opensEditor(author.page, `${server.url}/events/new`)
  for (const one of await covered(author.page, 60)) found.push(`editor: ${one}`)
  expect(found).toEqual([])
  await anybody.close()
  await author.close()
})

/** Returns elements wider than the screen, and titles whose words are broken for lack of room. */
const misfits = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    const found = scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} px too wide`] : []
    for (const element of document.querySelectorAll<HTMLElement>("main *, header *, .tabbar *, .foot *")) {
      const { right, width } = element.getBoundingClientRect()
      if (width === 0 || right <= clientWidth + 1 || element.closest("svg, .vh, .skip, .poster")) continue
      let frame = element.parentElement
      while (frame && getComputedStyle(frame).overflowX === "visible") frame = frame.parentElement
      if (!frame || frame === document.documentElement || frame === document.body)
        found.push(`${element.tagName}.${element.className} to ${Math.round(right)}`)
    }
    for (const title of document.querySelectorAll<HTMLElement>("main :is(h1, .mega)")) {
      const words = (title.textContent ?? "").split(/\s+/).filter((word) => word.length <= 12)
      const probe = title.cloneNode() as HTMLElement
      probe.style.cssText = "position:absolute;visibility:hidden;width:max-content;white-space:nowrap"
      title.after(probe)
      for (const word of words) {
        probe.textContent = word
        if (probe.offsetWidth > title.clientWidth + 1 && title.clientWidth > 1) found.push(`${word} is broken`)
      }
      probe.remove()
    }
    return found
  })

test.each([
  { name: "768 px", viewport: { width: 768, height: 1024 }, letters: "" },
  { name: "1280 px at 200 %", viewport: { width: 640, height: 512 }, letters: "" },
  { name: "1280 px with letters twice as large", viewport: { width: 1280, height: 1024 }, letters: "32px" },
])("screens have no overflow and no broken title words at $name", async ({ viewport, letters }) => {
  const found: string[] = []
  for (const storageState of [undefined, owner.state]) {
    const { page, close } = await visit(browser, {
      viewport,
      reducedMotion: "reduce",
      ...(storageState && { storageState }),
    })
    const paths = storageState
      ? ["/events/new", "/me", "/me/outings"]
      : ["/", "/events", event, actor, "/actors", "/login", "/register"]
    for (const path of paths) {
      await arrive(page, server.url + path)
      await page.evaluate((size) => (document.documentElement.style.fontSize = size), letters)
      for (const one of await misfits(page)) found.push(`${path}: ${one}`)
      if (path !== event) continue
      // The poster leaves room for the event’s text beside it.
      const poster = (await page.locator(".event__poster").boundingBox())?.width ?? 0
      expect(poster).toBeLessThan(viewport.width / 2)
    }
    await close()
  }
  expect(found).toEqual([])
})

test("at 320 px with letters twice as large nothing overflows and the tab bar's words fit their cells", async () => {
  const { page, close } = await visit(browser, { viewport: { width: 320, height: 740 }, reducedMotion: "reduce" })
  await arrive(page, `${server.url}/nl/login`)
  await page.evaluate(() => (document.documentElement.style.fontSize = "32px"))
  // On so small a screen long words of a title may be broken.
  expect((await misfits(page)).filter((one) => !one.endsWith("is broken"))).toEqual([])
  // Each word of the bar is whole and inside its own cell.
  const cells = await page.locator(".tabbar a").evaluateAll((links) =>
    links.map((link) => {
      const [cell, word] = [link, link.querySelector("span")].map((part) => part?.getBoundingClientRect())
      return cell && word && word.width > 0 && word.left >= cell.left && word.right <= cell.right
    }),
  )
  expect(cells).toEqual([true, true, true, true, true])
  await close()
})

test.each([
  { name: "a wide screen", path: "/events", viewport: wide },
  // Here the filters are in the middle of the page.
  { name: "home of a usual one", path: "/", viewport: { width: 1366, height: 768 } },
  { name: "a phone", path: "/events", viewport: { width: 360, height: 740 } },
])(
  "each filter's sheet is entirely visible, and its calendar's button stays in place, on $name",
  async ({ viewport, path }) => {
    const { page, close } = await visit(browser, { viewport, reducedMotion: "reduce" })
    // The calendar loads after its sheet is already open.
    await page.route("**/range-calendar-sheet*", async (route) => {
      await page.locator(".picker__wait").waitFor()
      await page.waitForTimeout(300)
      await route.continue()
    })
    await arrive(page, server.url + path)
    const filters = await page.locator(".filters button.pick").all()
    expect(filters.length).toBeGreaterThan(3)
    // A browser window may have a scroll bar of at most this width.
    await page.setViewportSize({ ...viewport, width: viewport.width - 15 })
    const tops = await page
      .locator(".filters__in > *")
      .evaluateAll((parts) =>
        parts.filter((part) => part.clientHeight > 0).map((part) => Math.round(part.getBoundingClientRect().top)),
      )
    expect(new Set(tops).size, "lines of filters").toBe(1)
    await page.setViewportSize(viewport)
    for (const filter of filters) {
      await filter.click()
      const sheet = page.locator(".pop")
      await sheet.waitFor()
      await page.locator(".picker__wait").waitFor({ state: "detached" })
      const beyond = () =>
        sheet.evaluate((element) => {
          const { left, right, top, bottom } = element.getBoundingClientRect()
          const isOut = left < 0 || top < 0 || right > innerWidth || bottom > innerHeight
          if (isOut) return "out of sight"
          if (element.scrollWidth > element.clientWidth) return "cut at its side"
          return innerWidth >= 768 && element.scrollHeight > element.clientHeight + 1 ? "cut at its foot" : ""
        })
      // A sheet that has just opened is positioned a moment later.
      await soon(beyond, (await filter.textContent()) ?? "").toBe("")
      // Through months of six, five and four weeks the pressed button stays in its place.
      const next = sheet.locator(".picker [slot=next]")
      for (let months = 0; (await next.isVisible()) && months < 8; months++) {
        const before = await next.boundingBox()
        await next.click()
        expect(await next.boundingBox()).toEqual(before)
        expect(await beyond()).toBe("")
      }
      await page.keyboard.press("Escape")
      await sheet.waitFor({ state: "detached" })
    }
    await close()
  },
)

test("on a phone the current entry of the personal menu and of the tabs is in view", async () => {
  const { page, close } = await visit(browser, { viewport: phone, storageState: owner.state })
  const isInView = async (row: string) => {
    const [around, own] = await Promise.all([
      page.locator(row).boundingBox(),
      page.locator(`${row} :is([aria-current], [aria-selected=true])`).boundingBox(),
    ])
    return Boolean(around && own && own.x >= around.x && own.x + own.width <= around.x + around.width)
  }
  await arrive(page, `${server.url}/me/account`)
  expect(await isInView(".subnav")).toBe(true)
  expect(await page.evaluate(() => scrollX + scrollY)).toBe(0)
  await page.locator('.subnav a[href="/me/outings"]').click()
  await page.waitForURL(`${server.url}/me/outings`)
  await soon(() => isInView(".subnav")).toBe(true)

  const fid = newName("atelier")
  await givePage(owner, { fid, name: "Atelier des bords" })
  await arrive(page, `${server.url}/actors/manage/${fid}?tab=journal`)
  expect(await isInView(".tabs")).toBe(true)
  await page.locator(".tabs a").first().click()
  await page.waitForURL(`${server.url}/actors/manage/${fid}`)
  await soon(() => isInView(".tabs")).toBe(true)
  await close()
})

test("in forced colours, what is chosen, switched on or current looks different from what is not", async () => {
  const { page, close } = await visit(browser, { viewport: wide, storageState: owner.state })
  await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" })
  const colourOf = (selector: string, part?: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element, pseudo) => getComputedStyle(element, pseudo).backgroundColor, part)
  await arrive(page, `${server.url}/me/emails`)
  const pairs = [
    [".opt:has(:checked) input, .choice input[type=radio]:checked", ".opt input:not(:checked)"],
    ["input.switch:checked", "input.switch:not(:checked)"],
    [".lang [aria-current]", ".lang a:not([aria-current])"],
  ]
  for (const [on = "", off = ""] of pairs) {
    expect(await colourOf(on), on).not.toBe(await colourOf(off))
    if (on.startsWith(".lang")) continue
    expect(await colourOf(on, "::after"), `the mark of ${on}`).not.toBe(await colourOf(on))
  }
  await arrive(page, `${server.url}/me/cal`)
  const layer = ".calhead__what .chip"
  const shown = await colourOf(`${layer}[aria-current]`)
  await page.locator(layer).first().click()
  await soon(() => page.locator(`${layer}:not([aria-current])`).count()).toBe(1)
  expect(await colourOf(`${layer}:not([aria-current])`), "a layer left out").not.toBe(shown)
  await close()
})
