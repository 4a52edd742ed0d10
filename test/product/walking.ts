import type { Browser, BrowserContextOptions, Page } from "playwright-core"
import { expect } from "vitest"
import { axeFinds } from "./axe.ts"
import { arrive, visit } from "./browser.ts"

/** Under which prefixes every screen is, and in which language. */
export const prefixes = [
  { prefix: "", language: "fr" },
  { prefix: "/fr", language: "fr" },
  { prefix: "/en", language: "en" },
  { prefix: "/nl", language: "nl" },
]

type Walk = {
  site: string
  screens: readonly { path: string; status: number }[]
  prefix: string
  language: string
  /** Somebody signed in. */
  storageState?: BrowserContextOptions["storageState"]
}

/** Opens every screen in a browser; anything that is wrong with one, or goes wrong in it, fails. */
export async function walks(browser: Browser, { hasScript, ...walk }: Walk & { hasScript: boolean }) {
  const { site, screens, prefix, language, storageState } = walk
  const { page, troubles, close } = await visit(browser, {
    javaScriptEnabled: hasScript,
    extraHTTPHeaders: { "Accept-Language": "fr" },
    ...(storageState ? { storageState } : {}),
  })
  for (const { path: screen, status } of screens) {
    const path = under(prefix, screen)
    const answer = await arrive(page, site + path, { hasScript })
    expect(answer?.status(), path).toBe(status)
    expect(await page.locator("html").getAttribute("lang"), path).toBe(language)
    expect(await page.locator("h1").count(), `${path} has one h1`).toBe(1)
    expect((await page.title()).length, `${path} has a title`).toBeGreaterThan(3)
    expect(await page.locator("link[rel=alternate][hreflang]").count(), `${path} names its languages`).toBe(4)
    const policy = answer?.headers()["content-security-policy"] ?? ""
    expect(/script-src [^;]+/.exec(policy)?.[0], path).not.toMatch(/unsafe|\*|http/)
    const ids = await page
      .locator("main")
      .evaluate((main) => /\b[a-z]+(-[a-z]+)?\.[a-z]+_[a-z_]+\b/.exec(main.innerText))
    expect(ids?.[0], `${path} says words, not their ids`).toBeUndefined()
    if (storageState) expect(answer?.headers()["cache-control"], path).toBe("private, no-store")
  }
  await close()
  expect(troubles).toEqual([])
}

/** What every screen answers to a reader without a browser: a crawler, a text browser, curl. */
export async function reads({ site, screens, prefix, language, storageState }: Walk) {
  const cookies = typeof storageState === "object" ? storageState.cookies : []
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ")
  for (const { path: screen, status } of screens) {
    const path = under(prefix, screen)
    const answer = await fetch(site + path, { headers: { "accept-language": "fr", ...(cookie ? { cookie } : {}) } })
    const html = await answer.text()
    expect(answer.status, path).toBe(status)
    expect(/<html[^>]* lang="(\w+)"/.exec(html)?.[1], path).toBe(language)
    expect(html.match(/<h1[ >]/g), `${path} has one h1`).toHaveLength(1)
    expect(html.match(/<link[^>]* hreflang=/gi), `${path} names its languages`).toHaveLength(4)
    const canonical = /<link[^>]*rel="canonical"[^>]*href="([^"]+)"/.exec(html)?.[1]
    expect(canonical?.startsWith(`${site}/fr`), `${path}: /fr is never canonical`).toBe(false)
  }
}

/** Looks at every screen from 320 to 1920 px, and with axe on a phone and a wide screen in the dark and in the light. */
export async function examines(
  browser: Browser,
  { site, screens, storageState }: Pick<Walk, "site" | "storageState"> & { screens: readonly string[] },
) {
  const { page, close } = await visit(browser, { reducedMotion: "reduce", ...(storageState ? { storageState } : {}) })
  const found: string[] = []
  for (const path of screens) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await arrive(page, site + path)
    found.push(...(await axeFinds(page, `${path} at 1440`)))
    for (const width of [320, 390, 600, 768, 1024, 1280, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 })
      const over = await tooWide(page)
      if (over > 0) found.push(`${path} at ${width}: ${over} px too wide`)
      if (width === 390) found.push(...(await axeFinds(page, `${path} at 390`)))
    }
  }
  await close()
  expect(found).toEqual([])
}

function tooWide(page: Page) {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

function under(prefix: string, path: string) {
  return prefix + (path === "/" && prefix ? "" : path)
}
