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
import { browserPath, shellPath } from "../../../scripts/browser.mjs"
import { drawsNothing } from "./drawing.ts"
import { inspectorOf, isResized } from "./inspector.ts"
import { notesNotices } from "./waiting.ts"

/** Chromium would load pages of its own for the address bar, which nobody sees here, beside each of ours: a third of its time. */
const ofTheWindow = ["WebUIOmniboxPopup", "WebUIOmniboxFullPopup", "WebUIOmniboxAimPopup"]

/**
 * To give each document a frame of its own, Chromium restyles and lays out the outgoing document twice: a quarter of an arrival.
 * With this feature off, `requestIdleCallback` may stop firing after some changes of the window’s size; we do not use it.
 */
const ofFrames = "RenderDocument"

/** Switches for WebGL without a graphics card. */
const inSoftware = ["--use-angle=swiftshader-webgl", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"]

/** No page lives long enough to be worth optimising, and no core is free for V8’s background threads. */
const ofShortPages = "--js-flags=--single-threaded,--no-opt,--no-maglev"

let shared: Promise<Browser> | undefined

/**
 * Returns this worker’s headless browser, in which a page loads in half the time: the right one for most tests. All files of the
 * worker share it, and it ends with the worker. No test closes it; each visit has its own reader.
 */
export function sharedBrowser(): Promise<Browser> {
  return (shared ??= openBrowser("shell"))
}

/**
 * Starts Debian’s Chromium without its own network requests. The tests of the first hour and of visitors run in the full browser
 * that people have, most others in the headless shell (`shell`), and maps in one with WebGL (`drawing`).
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

/** Browsers that draw their pages. */
const drawing = new WeakSet<Browser>()

export type Visit = {
  page: Page
  /** Console errors, uncaught errors and policy violations so far. */
  troubles: string[]
  close(): Promise<void>
}

/**
 * Opens a reader’s window and records everything that goes wrong in it; it is drawn only in a browser with WebGL. Profile and
 * page may come from an earlier visit: cookies, stored data and history are cleared, but the site’s files and their compiled code
 * stay, which saves more than half of a first load.
 * @param options of `storageState` only the cookies are used
 */
export async function visit(browser: Browser, options: BrowserContextOptions = {}): Promise<Visit> {
  const { viewport, reducedMotion, ...ofProfile } = options
  // On a phone the window size belongs to the profile; everywhere else it belongs to the page.
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
  // After a failed try everything is closed, and nothing is reused by the next one.
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
    // The browser reports a 4xx answer as an error; on an error page that is expected.
    const isStatus = /Failed to load resource: the server responded with a status of 4\d\d/.test(message.text())
    if (message.type() === "error" && !isStatus) troubles.push(`console: ${message.text()} (${page.url()})`)
  })
  page.on("pageerror", (error) => troubles.push(`error: ${error.message} (${page.url()})`))
  page.on("requestfailed", (request) => {
    const why = request.failure()?.errorText ?? ""
    // With script turned off the browser refuses to fetch scripts and reports it as “csp”.
    const isTurnedOff = options.javaScriptEnabled === false && why === "csp"
    if (!why.includes("ERR_ABORTED") && !isTurnedOff) troubles.push(`request: ${request.url()} ${why}`)
  })
  return { page, troubles, close: () => close() }
}

const ownScripts = new WeakMap<Page, Disposable[]>()

/** Runs a script in every document of a visit before the document’s own; later visits do not run it. */
export async function runsFirst(page: Page, script: string | (() => unknown)) {
  // oxlint-disable-next-line no-restricted-properties
  const added = await page.addInitScript(script)
  ownScripts.set(page, [...(ownScripts.get(page) ?? []), added])
}

/** Rejects after a minute with the name of what is missing, long before the test ends: these calls have no limit of their own. */
async function inTime<Given>(what: string, given: Promise<Given>): Promise<Given> {
  const isOver = new AbortController()
  const late = pause(60_000, undefined, { signal: isOver.signal }).then(() => {
    throw new Error(`the browser has not given us ${what} within a minute`)
  })
  late.catch(() => {}) // the answer came in time
  try {
    return await Promise.race([given, late])
  } finally {
    isOver.abort()
  }
}

/** One reader’s browser context: a page, cookies, stored data, and the files that were fetched. */
type Profile = { context: BrowserContext; kind: string; origins: Set<string>; page?: Page }

/** Profiles not in use at the moment, the last used at the end. */
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
  // Playwright does not report what a service worker fetches and stores, nor when it ends.
  if (!mayServeAgain || context.serviceWorkers().length > 0) return await context.close()
  const page = await emptied(profile)
  await Promise.all(context.pages().map((one) => one === page || one.close()))
  await Promise.all([context.unrouteAll(), context.clearCookies(), context.clearPermissions()])
  const waiting = unused.get(browser) ?? []
  unused.set(browser, waiting)
  waiting.push(profile)
  if (waiting.length > mostUnused) await waiting.shift()?.context.close()
}

/** Resets the page of a visit for the next one; returns nothing if that is not possible. */
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
    // A document without scripts, of the same site, because another site would need another process.
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

/** The kinds of storage to clear. Cookies are left out: those of the next reader are already set. */
const storedByPages = "local_storage,indexeddb,cache_storage,service_workers,file_systems,storage_buckets"

/** Clears what pages stored in a profile, before its first page is opened. */
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

/** Opens an address in the page of a visit and waits until the page can be used. */
export async function arrive(page: Page, url: string, { hasScript = true } = {}) {
  const before = [...(traffic.get(page)?.open ?? [])]
  const answer = await page.goto(url, { waitUntil: "load" })
  // Playwright does not always report the end of requests that the last page sent while it was left.
  for (const request of before) traffic.get(page)?.open.delete(request)
  if (hasScript) await settled(page)
  return answer
}

/** Waits until React has hydrated the page, no request is open and the browser is idle. */
export async function settled(page: Page) {
  const state = traffic.get(page)
  // Playwright’s own “networkidle” waits for half a second without a request: most of the time of a walk over every screen.
  const isQuiet = () => !state || (state.open.size === 0 && Date.now() - state.changed >= 60)
  do {
    while (!isQuiet()) await pause(20)
    await readyIn(page)
  } while (!isQuiet())
}

/** Waits until the document in the page is ready, or the one that replaces it meanwhile. */
async function readyIn(page: Page) {
  for (let isReady = false; !isReady;)
    try {
      // Playwright’s own `waitForFunction` injects its whole selector engine into each document: a tenth of an arrival.
      const late = await page.evaluate(becomesReady)
      if (late) throw new Error(`${page.url()} ${late}`)
      isReady = true
    } catch (error) {
      if (!/context was destroyed/.test(String(error))) throw error
    }
}

/** Runs in the document: resolves once it is ready, or with a text that says what has not happened in time. */
async function becomesReady(): Promise<string | undefined> {
  const end = Date.now() + 30_000
  const becomes = async (isSo: () => boolean) => {
    while (!isSo() && Date.now() < end) await new Promise((done) => setTimeout(done, 15))
    return isSo()
  }
  const isTakenOver = await becomes(() => {
    const key = Object.keys(document).find((name) => name.startsWith("__reactContainer"))
    // React’s own record of a server-rendered page: it is hydrated once its root is no longer dehydrated.
    const root = key ? (document as unknown as Record<string, Root>)[key] : undefined
    return root?.stateNode.current.memoizedState.isDehydrated === false
  })
  if (!isTakenOver) return "was not taken over by React within 30 s"
  // On a busy machine a script that has arrived may not have run, and requested the next one, yet.
  await becomesIdle()
  // Lazy parts hydrate one by one: until then a form is sent without script, and the page shows nothing of it.
  const allAre = await becomes(() =>
    [...document.querySelectorAll("form, button")].every((control) =>
      Object.keys(control).some((name) => name.startsWith("__reactProps")),
    ),
  )
  return allAre ? undefined : "has forms or buttons that React did not take over within 30 s"

  /** Waits for two frames and an idle moment; a document in the background produces no frames. */
  function becomesIdle() {
    return new Promise((done) => {
      const isIdle = () => scheduler.postTask(() => done(undefined), { priority: "background" })
      requestAnimationFrame(() => requestAnimationFrame(isIdle))
      setTimeout(isIdle, 2000)
    })
  }
}

type Root = { stateNode: { current: { memoizedState: { isDehydrated: boolean } } } }
