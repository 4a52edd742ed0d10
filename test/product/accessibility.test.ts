import type { Browser } from "playwright-core"
import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { axeFinds } from "./axe.ts"
import { arrive, openBrowser, visit } from "./browser.ts"
import { screens } from "./screens.ts"

const siteUrl = inject("siteUrl")
const all = await screens(siteUrl)

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

test.each([1440, 390])(
  "axe finds nothing on any screen at %i px, dark or light",
  { timeout: 400_000 },
  async (width) => {
    const { page, close } = await visit(browser, { viewport: { width, height: 900 }, reducedMotion: "reduce" })
    const found: string[] = []
    for (const screen of all) {
      await arrive(page, siteUrl + screen.path)
      found.push(...(await axeFinds(page, screen.path)))
    }
    await close()
    expect(found).toEqual([])
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
