import { setTimeout as pause } from "node:timers/promises"
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Disposable,
  type Page,
  type Request,
} from "playwright-core"
import { inject, onTestFinished } from "vitest"
import { browserPath, shellPath } from "../../scripts/browser.mjs"
import { drawsNothing } from "./drawing.ts"
import { inspectorOf, isResized } from "./inspector.ts"
import { notesNotices } from "./waiting.ts"

/** Behind the address bar, which nobody sees here, chromium would load pages of its own beside each of ours: a third of its time. */
const ofTheWindow = ["WebUIOmniboxPopup", "WebUIOmniboxFullPopup", "WebUIOmniboxAimPopup"]

/**
 * To give each document a frame of its own it styles and lays out the one that is left anew, twice: a quarter of an arrival.
 * Without it `requestIdleCallback` may no longer be answered after some changes of the window's size. Nothing of ours asks it.
 */
const ofFrames = "RenderDocument"

/** WebGL without a graphics card. */
const inSoftware = ["--use-angle=swiftshader-webgl", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"]

/** No page stays long enough to be worth compiling well, nor is there a core for what V8 does beside it. */
const ofShortPages = "--js-flags=--single-threaded,--no-opt,--no-maglev"

let shared: Promise<Browser> | undefined

/**
 * The browser without its window, in which a page loads in half the time, for all files of this worker, with which it ends:
 * right for most. Nobody closes it; each visit is somebody else's.
 */
export function sharedBrowser(): Promise<Browser> {
  return (shared ??= openBrowser("shell"))
}

/**
 * Debian's chromium, silent: it asks nothing of the network. What a newcomer does in the first hour, and a visitor, is tried
 * in the browser they have; most else without its window (`shell`). Maps are drawn by one that has WebGL (`drawing`).
 */
export async function openBrowser(kind: "whole" | "shell" | "drawing" = "whole"): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: kind === "whole" ? browserPath : shellPath,
    args: [
      "--no-sandbox",
      ...(kind === "drawing" ? inSoftware : ["--disable-gpu"]),
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      ...(kind === "whole" ? [] : [ofShortPages]),
      `--disable-features=${[inject("disabledFeatures"), ...(kind === "whole" ? ofTheWindow : [ofFrames])].join(",")}`,
    ],
  })
  if (kind === "drawing") drawing.add(browser)
  return browser
}

/** Those that draw what they show. */
const drawing = new WeakSet<Browser>()

export type Visit = {
  page: Page
  /** Console errors, uncaught errors and policy violations so far. */
  troubles: string[]
  close(): Promise<void>
}

/**
 * A reader's own browser window, which takes note of everything that goes wrong in it; only what has WebGL draws it.
 * Profile and page may be some that somebody used before: cookies, whatever pages store and the way back are gone from them, the
 * files of the site and what was compiled of them are not, which is more than half of what a first load costs.
 * @param options of a state its cookies
 */
export async function visit(browser: Browser, options: BrowserContextOptions = {}): Promise<Visit> {
  const { viewport, reducedMotion, ...ofProfile } = options
  // A phone's window is its own; of any other one the size is the page's.
  const profile = await inTime(
    "a profile",
    profileFor(browser, options.isMobile ? { ...ofProfile, viewport } : ofProfile),
  )
  let isOver = false
  const close = async (mayServeAgain = true) => {
    if (isOver) return
    isOver = true
    await inTime("the end of a visit", givesBack(browser, profile, mayServeAgain))
  }
  // Of a try that failed nothing stays open, nor is it used by the next.
  onTestFinished(({ task }) => close(task.result?.state !== "fail"))
  const page = (profile.page ??= await inTime("a page", profile.context.newPage()))
  await inTime("a profile that forgets", forgets(profile, page))
  if (!options.isMobile) await page.setViewportSize(viewport ?? { width: 1280, height: 720 })
  if (reducedMotion) await page.emulateMedia({ reducedMotion })
  const troubles: string[] = []
  watchTraffic(page)
  page.on("framenavigated", (frame) => {
    const { origin, protocol } = new URL(frame.url())
    if (protocol.startsWith("http")) profile.origins.add(origin)
  })
  page.on("console", (message) => {
    // The browser itself reports an answer of 404 as an error: that is what an error page is.
    const isStatus = /Failed to load resource: the server responded with a status of 4\d\d/.test(message.text())
    if (message.type() === "error" && !isStatus) troubles.push(`console: ${message.text()} (${page.url()})`)
  })
  page.on("pageerror", (error) => troubles.push(`error: ${error.message} (${page.url()})`))
  page.on("requestfailed", (request) => {
    const why = request.failure()?.errorText ?? ""
    // With script turned off the browser refuses to fetch scripts, and calls it that.
    const isTurnedOff = options.javaScriptEnabled === false && why === "csp"
    if (!why.includes("ERR_ABORTED") && !isTurnedOff) troubles.push(`request: ${request.url()} ${why}`)
  })
  return { page, troubles, close: () => close() }
}

const ownScripts = new WeakMap<Page, Disposable[]>()

/** Has every document of a visit run this before anything of its own; those of the next visit do not. */
export async function runsFirst(page: Page, script: string | (() => unknown)) {
  // oxlint-disable-next-line no-restricted-properties
  const added = await page.addInitScript(script)
  ownScripts.set(page, [...(ownScripts.get(page) ?? []), added])
}

/** What the browser does for us has no end of its own: whoever waits is told for what, long before their test is over. */
async function inTime<Given>(what: string, given: Promise<Given>): Promise<Given> {
  const isOver = new AbortController()
  const late = pause(60_000, undefined, { signal: isOver.signal }).then(() => {
    throw new Error(`the browser has not given us ${what} within a minute`)
  })
  late.catch(() => {}) // it came in time
  try {
    return await Promise.race([given, late])
  } finally {
    isOver.abort()
  }
}

/** What belongs to one reader: a page, cookies, what pages keep, and the files that were fetched. */
type Profile = { context: BrowserContext; kind: string; origins: Set<string>; page?: Page }

/** Profiles that nobody uses at the moment, the one that was used last at the end. */
const unused = new WeakMap<Browser, Profile[]>()
const mostUnused = 6

async function profileFor(browser: Browser, { storageState, ...options }: BrowserContextOptions): Promise<Profile> {
  const kind = JSON.stringify(options)
  const waiting = unused.get(browser) ?? []
  const at = waiting.findLastIndex((one) => one.kind === kind)
  const cookies = typeof storageState === "object" ? storageState.cookies : []
  const [known] = at < 0 ? [] : waiting.splice(at, 1)
  if (known) {
    await known.context.addCookies(cookies)
    await known.context.grantPermissions(options.permissions ?? [])
    return known
  }
  const context = await browser.newContext({ locale: "fr-BE", timezoneId: "Europe/Brussels", ...options })
  await context.addCookies(cookies)
  await context.addInitScript(notesNotices)
  if (!drawing.has(browser)) await context.addInitScript(drawsNothing)
  return { context, kind, origins: new Set() }
}

async function givesBack(browser: Browser, profile: Profile, mayServeAgain: boolean) {
  const { context } = profile
  // What a worker of the site fetches and keeps, and when it ends, is not told.
  if (!mayServeAgain || context.serviceWorkers().length > 0) return await context.close()
  const page = await emptied(profile)
  await Promise.all(context.pages().map((one) => one === page || one.close()))
  await Promise.all([context.unrouteAll(), context.clearCookies(), context.clearPermissions()])
  const waiting = unused.get(browser) ?? []
  unused.set(browser, waiting)
  waiting.push(profile)
  if (waiting.length > mostUnused) await waiting.shift()?.context.close()
}

/** The page of a visit as new, for the next one; nothing if it cannot be made so. */
async function emptied(profile: Profile): Promise<Page | undefined> {
  const { page, origins } = profile
  delete profile.page
  const [origin, ...others] = origins
  if (!page || page.isClosed() || isResized(page) || !origin || others.length > 0) return
  page.removeAllListeners()
  await page.unrouteAll()
  for (const script of ownScripts.get(page) ?? []) await script.dispose()
  ownScripts.delete(page)
  try {
    // A document without any script, of the same site: another site's would be another process.
    await page.goto(`${origin}/robots.txt`)
  } catch {
    return // its server is gone
  }
  await page.evaluate(() => {
    sessionStorage.clear()
    window.name = ""
  })
  await (await inspectorOf(page)).send("Page.resetNavigationHistory")
  await page.mouse.move(-1, -1)
  await page.emulateMedia({ media: null, colorScheme: null, reducedMotion: null, forcedColors: null, contrast: null })
  profile.page = page
  return page
}

/** Cookies are not among it: those of who comes next are there already. */
const storedByPages = "local_storage,indexeddb,cache_storage,service_workers,file_systems,storage_buckets"

/** Takes what pages stored out of a profile, before the first page is opened in it. */
async function forgets({ origins }: Profile, page: Page) {
  for (const origin of origins)
    await (await inspectorOf(page)).send("Storage.clearDataForOrigin", { origin, storageTypes: storedByPages })
  origins.clear()
}

const traffic = new WeakMap<Page, { open: Set<Request>; changed: number }>()

function watchTraffic(page: Page) {
  const state = { open: new Set<Request>(), changed: Date.now() }
  traffic.set(page, state)
  const ended = (request: Request) => {
    state.open.delete(request)
    state.changed = Date.now()
  }
  page.on("request", (request) => {
    state.open.add(request)
    state.changed = Date.now()
  })
  page.on("requestfinished", ended)
  page.on("requestfailed", ended)
}

/** Opens an address in the page of a visit and waits until it can be used. */
export async function arrive(page: Page, url: string, { hasScript = true } = {}) {
  const before = [...(traffic.get(page)?.open ?? [])]
  const answer = await page.goto(url, { waitUntil: "load" })
  // How it ended, what the last page sent as it was left, is not always told.
  for (const request of before) traffic.get(page)?.open.delete(request)
  if (hasScript) await settled(page)
  return answer
}

/** Waits until the browser has taken over the page, asks for nothing more, and has nothing left to do. */
export async function settled(page: Page) {
  const state = traffic.get(page)
  // Playwright's own "networkidle" is half a second without a request: of a walk over every screen that is most of it.
  const isQuiet = () => !state || (state.open.size === 0 && Date.now() - state.changed >= 60)
  do {
    while (!isQuiet()) await pause(20)
    await readyIn(page)
  } while (!isQuiet())
}

/** Waits until the document that the page shows is ready, or the one that comes in its place meanwhile. */
async function readyIn(page: Page) {
  for (let isReady = false; !isReady;)
    try {
      // Playwright's own `waitForFunction` brings all it has to find elements with into each document: a tenth of an arrival.
      const late = await page.evaluate(becomesReady)
      if (late) throw new Error(`${page.url()} ${late}`)
      isReady = true
    } catch (error) {
      if (!/context was destroyed/.test(String(error))) throw error
    }
}

/** To run in the document: ends when it is ready, or with what it has not become. */
async function becomesReady(): Promise<string | undefined> {
  const end = Date.now() + 30_000
  const becomes = async (isSo: () => boolean) => {
    while (!isSo() && Date.now() < end) await new Promise((done) => setTimeout(done, 15))
    return isSo()
  }
  const isTakenOver = await becomes(() => {
    const key = Object.keys(document).find((name) => name.startsWith("__reactContainer"))
    // What React notes down about a page that came as HTML: it is taken over once its root is no longer dehydrated.
    const root = key ? (document as unknown as Record<string, Root>)[key] : undefined
    return root?.stateNode.current.memoizedState.isDehydrated === false
  })
  if (!isTakenOver) return "was not taken over by React within 30 s"
  // On a busy machine a script that has come may not have run, and asked for the next one, yet.
  await becomesIdle()
  // Parts that are loaded later are taken over one by one: until then a form is sent without script, and nothing is said of it here.
  const allAre = await becomes(() =>
    [...document.querySelectorAll("form, button")].every((control) =>
      Object.keys(control).some((name) => name.startsWith("__reactProps")),
    ),
  )
  return allAre ? undefined : "has forms or buttons that React did not take over within 30 s"

  /** Two frames, and nothing left to do; a document that is not in front makes no frames. */
  function becomesIdle() {
    return new Promise((done) => {
      const isIdle = () => scheduler.postTask(() => done(undefined), { priority: "background" })
      requestAnimationFrame(() => requestAnimationFrame(isIdle))
      setTimeout(isIdle, 2000)
    })
  }
}

type Root = { stateNode: { current: { memoizedState: { isDehydrated: boolean } } } }
