import type { Browser, BrowserContextOptions, Page, Response } from "playwright-core"
import { axeFinds } from "../browser/axe.ts"
import { arrive, visit } from "../browser/browser.ts"
import { resizes } from "../browser/inspector.ts"

/** The path prefixes under which every screen exists, with their languages. */
export const prefixes = [
  { prefix: "", language: "fr" },
  { prefix: "/fr", language: "fr" },
  { prefix: "/en", language: "en" },
  { prefix: "/nl", language: "nl" },
]

type Screen = { path: string; status: number }
type Walk<One extends Screen = Screen> = {
  site: string
  screens: readonly One[]
  prefix: string
  language: string
  /** The session of a signed-in account. */
  storageState?: BrowserContextOptions["storageState"]
}

/** Opens every screen in a browser and returns the faults of the screens and the errors that occurred. */
export async function walks(browser: Browser, { hasScript, ...walk }: Walk & { hasScript: boolean }) {
  const { site, screens, prefix, language, storageState } = walk
  const { page, troubles, close } = await visit(browser, {
    javaScriptEnabled: hasScript,
    extraHTTPHeaders: { "Accept-Language": "fr" },
    ...(storageState ? { storageState } : {}),
  })
  const faults: string[] = []
  // Public data arrives with the page: hydration must not request anything again.
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
  return [
    answer?.status() !== status && `answered ${answer?.status()}`,
    seen.language !== language && `is in “${seen.language}”`,
    seen.headings !== 1 && `has ${seen.headings} h1`,
    seen.title.length < 4 && `is called “${seen.title}”`,
    seen.alternates !== 4 && "does not name its languages",
    noWordIn(seen.text),
    ...faultsOfHeaders(new Headers(answer?.headers()), isPersonal),
  ].flatMap((fault) => (fault ? [`${address} ${fault}`] : []))
}

function faultsOfHeaders(headers: Headers, isPersonal: boolean) {
  const policy = headers.get("content-security-policy") ?? ""
  const scripts = /script-src [^;]+/.exec(policy)?.[0] ?? "none"
  const kept = headers.get("cache-control")
  return [
    (/unsafe|\*|http/.test(scripts) || scripts === "none") && `lets scripts run: ${scripts}`,
    !policy.includes("require-trusted-types-for 'script'") && "lets any text be HTML",
    isPersonal && kept !== "private, no-store" && `may be kept: ${kept}`,
  ]
}

/** Finds a message without a translation, which shows its key. */
function noWordIn(text: string) {
  const id = /\b[a-z]+(-[a-z]+)?\.[a-z]+_[a-z_]+\b/.exec(text)?.[0]
  return id && `says ${id}, which is no word`
}

/**
 * Requests every screen as a client without a browser does: a crawler, curl. Returns the faults, and the screens that have other
 * content for a browser without script (`noscript`).
 */
export async function reads<One extends Screen>({ site, screens, prefix, language, storageState }: Walk<One>) {
  const cookies = typeof storageState === "object" ? storageState.cookies : []
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ")
  const faults: string[] = []
  const different: One[] = []
  for (const screen of screens) {
    const path = under(prefix, screen.path)
    const answer = await fetch(site + path, { headers: { "accept-language": "fr", ...(cookie ? { cookie } : {}) } })
    const html = await answer.text()
    if (html.includes("<noscript")) different.push(screen)
    const canonical = /<link[^>]*rel="canonical"[^>]*href="([^"]+)"/.exec(html)?.[1]
    const title = /<title>([^<]*)/.exec(html)?.[1] ?? ""
    const main = /<main[ >][^]*<\/main>/.exec(html)?.[0] ?? ""
    const wrong = [
      answer.status !== screen.status && `answered ${answer.status}`,
      /<html[^>]* lang="(\w+)"/.exec(html)?.[1] !== language && "is in another language",
      html.match(/<h1[ >]/g)?.length !== 1 && "has more or less than one h1",
      html.match(/<link[^>]* hreflang=/gi)?.length !== 4 && "does not name its languages",
      title.length < 4 && `is called “${title}”`,
      !main && "has no main",
      noWordIn(main.replaceAll(/<(script|style)[^]*?<\/\1>|<[^>]*>/g, " ")),
      (!canonical || canonical.startsWith(`${site}/fr`)) && `calls itself ${canonical}`,
      ...faultsOfHeaders(answer.headers, Boolean(storageState)),
    ]
    faults.push(...wrong.flatMap((fault) => (fault ? [`${path} ${fault}`] : [])))
  }
  return { faults, different }
}

/** Opens every screen in French and checks it as `walks` and `looksAt` do. Returns the faults. */
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

/** Returns the faults of the current page: by axe on a wide screen and a phone, in dark and light; too wide at 320 to 1920 px. */
export async function looksAt(page: Page, name: string): Promise<string[]> {
  const found: string[] = []
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.evaluate(() => scrollTo(0, 0)) // nothing lies under the header
  found.push(...(await axeFinds(page, `${name} at 1440`)))
  let tall = 900
  for (const width of [1920, 1280, 1024, 768, 600, 320, 390]) {
    await resizes(page, width, 900)
    const { over, height } = await sizeOf(page)
    if (over > 0) found.push(`${name} at ${width}: ${over} px too wide`)
    if (width === 390) tall = Math.max(height, tall)
  }
  // As tall as the page: content that the bottom bar covers when axe looks could otherwise be reached by scrolling.
  await resizes(page, 390, tall)
  // It is still in light mode, and no size depends on the mode.
  found.push(...(await axeFinds(page, `${name} at 390`, { modes: ["light", "dark"], rules: "size" })))
  await resizes(page, 1440, 900)
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
