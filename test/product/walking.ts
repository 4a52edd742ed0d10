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

/** Opens every screen in a browser; one that is wrong fails. Answers what went wrong in the browser. */
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
      .evaluate((main) => /\b[a-z]+(-[a-z]+)?\.[a-z]+_[a-z_]+\b/.exec((main as HTMLElement).innerText))
    expect(ids?.[0], `${path} says words, not their ids`).toBeUndefined()
    if (storageState) expect(answer?.headers()["cache-control"], path).toBe("private, no-store")
  }
  await close()
  return troubles
}

/** Asks for every screen as a reader without a browser does: a crawler, curl. Answers what is wrong with them. */
export async function reads({ site, screens, prefix, language, storageState }: Walk) {
  const cookies = typeof storageState === "object" ? storageState.cookies : []
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ")
  const faults: string[] = []
  for (const { path: screen, status } of screens) {
    const path = under(prefix, screen)
    const answer = await fetch(site + path, { headers: { "accept-language": "fr", ...(cookie ? { cookie } : {}) } })
    const html = await answer.text()
    const canonical = /<link[^>]*rel="canonical"[^>]*href="([^"]+)"/.exec(html)?.[1]
    if (answer.status !== status) faults.push(`${path} answered ${answer.status}`)
    if (/<html[^>]* lang="(\w+)"/.exec(html)?.[1] !== language) faults.push(`${path} is in another language`)
    if (html.match(/<h1[ >]/g)?.length !== 1) faults.push(`${path} has more or less than one h1`)
    if (html.match(/<link[^>]* hreflang=/gi)?.length !== 4) faults.push(`${path} does not name its languages`)
    if (!canonical || canonical.startsWith(`${site}/fr`)) faults.push(`${path} calls itself ${canonical}`)
  }
  return faults
}

/** Looks at every screen from 320 to 1920 px, and with axe on a phone and a wide screen in the dark and in the light. Answers what is wrong. */
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
  return found
}

function tooWide(page: Page) {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

function under(prefix: string, path: string) {
  return prefix + (path === "/" && prefix ? "" : path)
}
