import type { Browser } from "playwright-core"
import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { arrive, openBrowser, visit } from "./browser.ts"
import { screens } from "./screens.ts"
import { examines, prefixes, reads, walks } from "./walking.ts"

const siteUrl = inject("siteUrl")
const all = await screens(siteUrl)
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

test.each(prefixes.slice(2))(
  "every screen answers under “$prefix/” in $language, and nothing goes wrong",
  async (here) => {
    expect(await walks(browser, { site: siteUrl, screens: all, hasScript: true, ...here })).toEqual([])
  },
)

test("every screen is there without script", async () =>
  expect(await walks(browser, { site: siteUrl, screens: all, hasScript: false, prefix: "", language: "fr" })).toEqual(
    [],
  ))

test.each(prefixes)("every screen under “$prefix/” is whole without a browser, in $language", async (here) =>
  expect(await reads({ site: siteUrl, screens: all, ...here })).toEqual([]),
)

test(
  "every screen is right in French, fits, and axe finds nothing: phones and wide, dark and light",
  { timeout: 900_000 },
  async () => {
    // Behind the ways in stands one and the same panel.
    const different = all.filter(({ name }) => !name.startsWith("the way in at") || name.endsWith("/me"))
    expect(await examines(browser, { site: siteUrl, screens: different })).toEqual([])
  },
)

test.each([true, false])("the choice of dark (%s) is there before anything is drawn", async (isDark) => {
  const { page, close } = await visit(browser)
  await page.addInitScript((chosen) => localStorage.setItem("darkMode", chosen), String(isDark))
  await page.goto(siteUrl, { waitUntil: "commit" })
  await page.locator("body").waitFor({ state: "attached" })
  expect(await page.evaluate(() => document.documentElement.classList.contains("dark"))).toBe(isDark)
  await arrive(page, siteUrl)
  expect(await page.evaluate(() => document.documentElement.classList.contains("dark"))).toBe(isDark)
  await close()
})

test("the browser takes over without a flash, a second fetch or a mismatch", async () => {
  const { page, troubles, close } = await visit(browser)
  const calls: string[] = []
  page.on("request", (request) => {
    if (new URL(request.url()).pathname.startsWith("/api/")) calls.push(request.url())
  })
  for (const screen of all.filter((one) => one.status === 200)) {
    await arrive(page, siteUrl + screen.path)
  }
  await close()
  expect(calls).toEqual([])
  expect(troubles).toEqual([])
})

test("a navigation in the browser costs the JSON of the API and nothing else; back shows it at once", async () => {
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
  await expect.poll(() => page.locator("h1").innerText()).toBe(words)
  await expect.poll(() => page.title()).toContain(words)
  await page.goBack()
  await page.waitForURL(/\/en\/events$/)

  expect(documents).toEqual([])
  expect(troubles).toEqual([])
  await close()
})
