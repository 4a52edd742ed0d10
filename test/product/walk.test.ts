import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest"
import { arrive, openBrowser, visit } from "./browser.ts"
import { screens } from "./screens.ts"

const siteUrl = inject("siteUrl")
const all = await screens(siteUrl)
const prefixes = [
  { prefix: "", language: "fr" },
  { prefix: "/fr", language: "fr" },
  { prefix: "/en", language: "en" },
  { prefix: "/nl", language: "nl" },
]

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

describe.each([
  { script: "with script", javaScriptEnabled: true },
  { script: "without script", javaScriptEnabled: false },
])("every screen, $script", ({ javaScriptEnabled }) => {
  test.each(prefixes)("answers under “$prefix/” in $language, and nothing goes wrong", async ({ prefix, language }) => {
    const { page, troubles, close } = await visit(browser, {
      javaScriptEnabled,
      extraHTTPHeaders: { "Accept-Language": "fr" },
    })
    for (const screen of all) {
      const path = prefix + (screen.path === "/" && prefix ? "" : screen.path)
      const answer = await arrive(page, siteUrl + path, { hasScript: javaScriptEnabled })

      expect(answer?.status(), path).toBe(screen.status)
      expect(await page.locator("html").getAttribute("lang"), path).toBe(language)
      expect(await page.locator("h1").count(), `${path} has one h1`).toBe(1)
      expect((await page.title()).length, `${path} has a title`).toBeGreaterThan(3)
      expect(await page.locator("link[rel=alternate][hreflang]").count(), `${path} names its languages`).toBe(4)
      const canonical = await page.locator("link[rel=canonical]").getAttribute("href")
      expect(canonical?.startsWith(`${siteUrl}/fr`), `${path}: /fr is never canonical`).toBe(false)
      const policy = answer?.headers()["content-security-policy"] ?? ""
      expect(/script-src [^;]+/.exec(policy)?.[0], path).not.toMatch(/unsafe|\*|http/)
    }
    await close()
    expect(troubles).toEqual([])
  })
})

test("no screen scrolls sideways, from 320 to 1920 px", async () => {
  const { page, close } = await visit(browser)
  const wide: string[] = []
  for (const screen of all) {
    await arrive(page, siteUrl + screen.path)
    for (const width of [320, 390, 600, 768, 1024, 1280, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 })
      const over = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      if (over > 0) wide.push(`${screen.path} at ${width}: ${over} px`)
    }
  }
  await close()
  expect(wide).toEqual([])
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
