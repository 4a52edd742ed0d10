import { expect, inject, test } from "vitest"
import { arrive, runsFirst, sharedBrowser, visit } from "../browser/browser.ts"
import { lookingDifferent, screens } from "./screens.ts"
import { soon } from "../browser/waiting.ts"
import { prefixes, reads, walks } from "./walking.ts"

const siteUrl = inject("siteUrl")
const all = await screens(siteUrl)
const browser = await sharedBrowser()

// In French every screen is hydrated and checked in examine-events.test.ts and examine-others.test.ts. Other languages differ in
// their words, which are read below, and in dates and numbers, which the screens below are full of.
test.each(prefixes.slice(2))(
  "under “$prefix/” in $language home, lists and events hydrate without a mismatch or an API request",
  { timeout: 600_000 },
  async ({ prefix, language }) => {
    const names = ["home", "events", "events as a month", "an event", "an event with several dates"]
    const seen = all.filter(({ name }) => names.includes(name))
    expect(seen).toHaveLength(names.length)
    expect(await walks(browser, { site: siteUrl, screens: seen, hasScript: true, prefix, language })).toEqual([])
  },
)

// Without script a browser shows the served HTML: only screens with different content for that case (`noscript`) are opened.
test(
  "every public screen is complete as HTML alone, and in a browser without script",
  { timeout: 600_000 },
  async () => {
    const inFrench = { site: siteUrl, prefix: "", language: "fr" }
    const { faults, different } = await reads({ ...inFrench, screens: all })
    expect(faults).toEqual([])
    const screens = lookingDifferent(different)
    expect(screens.length).toBeGreaterThan(10)
    expect(await walks(browser, { ...inFrench, screens, hasScript: false })).toEqual([])
  },
)

test.each(prefixes.slice(1))(
  "every public screen under “$prefix/” is complete as HTML alone, in $language",
  async (here) => expect((await reads({ site: siteUrl, screens: all, ...here })).faults).toEqual([]),
)

test.each([true, false])(
  "the stored choice of dark mode (%s) is applied as soon as the body exists",
  async (isDark) => {
    const { page, close } = await visit(browser)
    await runsFirst(page, `localStorage.setItem("darkMode", "${isDark}")`)
    await page.goto(siteUrl, { waitUntil: "commit" })
    await page.locator("body").waitFor({ state: "attached" })
    expect(await page.evaluate(() => document.documentElement.classList.contains("dark"))).toBe(isDark)
    await arrive(page, siteUrl)
    expect(await page.evaluate(() => document.documentElement.classList.contains("dark"))).toBe(isDark)
    await close()
  },
)

test("hovering over an event's title prefetches it, and a Control click opens it in another tab", async () => {
  const { page, troubles, close } = await visit(browser)
  await arrive(page, `${siteUrl}/en/events`)
  const title = page.locator("main h3 a").first()
  const isOfEvent = (url: string) => /\/api\/contents\/events\/\d+\/$/.test(url)
  const [asked] = await Promise.all([page.waitForRequest((request) => isOfEvent(request.url())), title.hover()])
  expect(await title.getAttribute("href")).toContain(/\d+\/$/.exec(asked.url())?.[0].slice(0, -1))
  expect(page.url()).toBe(`${siteUrl}/en/events`)

  const [tab] = await Promise.all([page.context().waitForEvent("page"), title.click({ modifiers: ["ControlOrMeta"] })])
  await tab.waitForURL(/\/en\/events\/\d+$/)
  expect(page.url()).toBe(`${siteUrl}/en/events`)
  expect(troubles).toEqual([])
  await close()
})

test("a navigation and going back request no document and no router data", async () => {
  const { page, troubles, close } = await visit(browser)
  await arrive(page, `${siteUrl}/en/events`)
  const documents: string[] = []
  page.on("request", (request) => {
    if (request.resourceType() === "document" || request.url().includes(".data")) documents.push(request.url())
  })

  const title = page.locator("main h3 a").first()
  const words = await title.innerText()
  await title.click()
  await page.waitForURL(/\/en\/events\/\d+$/)
  await soon(() => page.locator("h1").innerText()).toBe(words)
  await soon(() => page.title()).toContain(words)
  const calls: string[] = []
  page.on("request", (request) => {
    // The strip of days is read again, since its counts change; it does not hold up the list.
    if (/\/api\/(?!contents\/events\/days\/)/.test(request.url())) calls.push(request.url())
  })
  await page.goBack()
  await page.waitForURL(/\/en\/events$/)
  await page.locator("main h3 a", { hasText: words }).first().waitFor()

  expect([...documents, ...calls]).toEqual([])
  expect(troubles).toEqual([])
  await close()
})
