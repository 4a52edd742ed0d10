import type { Browser, BrowserContextOptions, Page, Response } from "playwright-core"
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

/** Opens every screen in a browser. Answers what is wrong with one or went wrong in it. */
export async function walks(browser: Browser, { hasScript, ...walk }: Walk & { hasScript: boolean }) {
  const { site, screens, prefix, language, storageState } = walk
  const { page, troubles, close } = await visit(browser, {
    javaScriptEnabled: hasScript,
    extraHTTPHeaders: { "Accept-Language": "fr" },
    ...(storageState ? { storageState } : {}),
  })
  const faults: string[] = []
  // What everybody sees came with the page: to take over, the browser asks for nothing twice.
  if (!storageState) watchCalls(page, faults)
  for (const { path, status } of screens) {
    const address = under(prefix, path)
    const answer = await arrive(page, site + address, { hasScript })
    faults.push(...(await faultsOf(page, answer, { address, status, language, isPersonal: Boolean(storageState) })))
  }
  await close()
  return [...faults, ...troubles]
}

type Expected = { address: string; status: number; language: string; isPersonal: boolean }

async function faultsOf(page: Page, answer: Response | null, { address, status, language, isPersonal }: Expected) {
  const seen = await page.evaluate(() => ({
    language: document.documentElement.lang,
    headings: document.querySelectorAll("h1").length,
    title: document.title,
    alternates: document.querySelectorAll("link[rel=alternate][hreflang]").length,
    text: document.querySelector("main")?.innerText ?? "",
  }))
  const headers = answer?.headers() ?? {}
  const scripts = /script-src [^;]+/.exec(headers["content-security-policy"] ?? "")?.[0] ?? "none"
  return [
    answer?.status() !== status && `answered ${answer?.status()}`,
    seen.language !== language && `is in “${seen.language}”`,
    seen.headings !== 1 && `has ${seen.headings} h1`,
    seen.title.length < 4 && `is called “${seen.title}”`,
    seen.alternates !== 4 && "does not name its languages",
    noWordIn(seen.text),
    (/unsafe|\*|http/.test(scripts) || scripts === "none") && `lets scripts run: ${scripts}`,
    !headers["content-security-policy"]?.includes("require-trusted-types-for 'script'") && "lets any text be HTML",
    isPersonal && headers["cache-control"] !== "private, no-store" && `may be kept: ${headers["cache-control"]}`,
  ].flatMap((fault) => (fault ? [`${address} ${fault}`] : []))
}

/** A message that has no words shows its name. */
function noWordIn(text: string) {
  const id = /\b[a-z]+(-[a-z]+)?\.[a-z]+_[a-z_]+\b/.exec(text)?.[0]
  return id && `says ${id}, which is no word`
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
    const main = /<main[ >][^]*<\/main>/.exec(html)?.[0] ?? ""
    if (!main) faults.push(`${path} has no main`)
    const noWord = noWordIn(main.replaceAll(/<(script|style)[^]*?<\/\1>|<[^>]*>/g, " "))
    if (noWord) faults.push(`${path} ${noWord}`)
    if (!canonical || canonical.startsWith(`${site}/fr`)) faults.push(`${path} calls itself ${canonical}`)
  }
  return faults
}

/** Opens every screen in French and looks at it closely: as walks do, and as looksAt does. Answers what is wrong. */
export async function examines(
  browser: Browser,
  { site, screens, storageState }: Pick<Walk, "site" | "screens" | "storageState">,
) {
  const { page, troubles, close } = await visit(browser, {
    reducedMotion: "reduce",
    extraHTTPHeaders: { "Accept-Language": "fr" },
    ...(storageState ? { storageState } : {}),
  })
  const found: string[] = []
  if (!storageState) watchCalls(page, found)
  for (const { path, status } of screens) {
    await page.setViewportSize({ width: 1440, height: 900 })
    const answer = await arrive(page, site + path)
    const isPersonal = Boolean(storageState)
    found.push(...(await faultsOf(page, answer, { address: path, status, language: "fr", isPersonal })))
    found.push(...(await looksAt(page, path)))
  }
  await close()
  return [...found, ...troubles]
}

/** What is wrong with what the page shows now: by axe on a wide screen and a phone, in the dark and in the light; from 320 to 1920 px. */
export async function looksAt(page: Page, name: string): Promise<string[]> {
  const found: string[] = []
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.evaluate(() => scrollTo(0, 0)) // nothing lies under the header
  found.push(...(await axeFinds(page, `${name} at 1440`)))
  let tall = 900
  for (const width of [1920, 1280, 1024, 768, 600, 390, 320]) {
    await page.setViewportSize({ width, height: 900 })
    const { over, height } = await sizeOf(page)
    if (over > 0) found.push(`${name} at ${width}: ${over} px too wide`)
    if (width === 390) tall = Math.max(height, tall)
  }
  // As tall as the page: what lies under the bar at the bottom when axe looks is reached by scrolling.
  await page.setViewportSize({ width: 390, height: tall })
  found.push(...(await axeFinds(page, `${name} at 390`, { rules: "size" })))
  await page.setViewportSize({ width: 1440, height: 900 })
  return found
}

function sizeOf(page: Page) {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth, scrollHeight } = document.documentElement
    return { over: scrollWidth - clientWidth, height: scrollHeight }
  })
}

function watchCalls(page: Page, faults: string[]) {
  page.on("request", (request) => {
    if (new URL(request.url()).pathname.startsWith("/api/")) faults.push(`${page.url()} asks for ${request.url()}`)
  })
}

function under(prefix: string, path: string) {
  return prefix + (path === "/" && prefix ? "" : path)
}
