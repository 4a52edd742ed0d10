import { AxeBuilder } from "@axe-core/playwright"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { arrive, openBrowser, visit } from "./browser.ts"
import { screens } from "./screens.ts"

const siteUrl = inject("siteUrl")
const all = await screens(siteUrl)

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

test.each([
  { width: 1440, mode: "dark" },
  { width: 1440, mode: "light" },
  { width: 390, mode: "dark" },
  { width: 390, mode: "light" },
])("axe finds nothing on any screen at $width px, $mode", { timeout: 240_000 }, async ({ width, mode }) => {
  const { page, close } = await visit(browser, { viewport: { width, height: 900 }, reducedMotion: "reduce" })
  await page.addInitScript((dark) => localStorage.setItem("darkMode", dark), String(mode === "dark"))

  const found: string[] = []
  for (const screen of all) {
    await arrive(page, siteUrl + screen.path)
    expect(await page.evaluate(() => document.documentElement.classList.contains("dark"))).toBe(mode === "dark")
    const { violations } = await new AxeBuilder({ page })
      .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
      .analyze()
    for (const violation of violations) {
      found.push(
        `${screen.path}: ${violation.id} – ${violation.nodes
          .map((node) => node.target.join(" "))
          .slice(0, 3)
          .join(" | ")}`,
      )
    }
  }
  await close()
  expect(found).toEqual([])
})
