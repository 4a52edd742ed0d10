// `npm run bench` (also alone: `node scripts/run.mjs scripts/bench/lighthouse`): the first screen of a visitor with a slow phone.
// Lighthouse's mobile profile on the built product with sample content; the median of three runs of each page.
import { setTimeout as pause } from "node:timers/promises"
import lighthouse from "lighthouse"
import { chromium } from "playwright-core"
import { freePort, startServer } from "../../test/instances/server.ts"
import { browserPath, ensureBrowser } from "../browser.mjs"

export type FirstScreen = {
  page: string
  /** Score out of 100. */
  performance: number
  /** Milliseconds. */
  firstPaint: number
  largestPaint: number
  blocked: number
  shift: number
  /** Transferred bytes, and elements of the page. */
  bytes: number
  elements: number
}

const rounds = 3

/** Returns Lighthouse's results for the home page, list, event and actor of a new instance. */
export async function measureFirstScreens(): Promise<FirstScreen[]> {
  await ensureBrowser()
  const server = await startServer()
  try {
    await pause(2_000) // the start-up work of the server is done by then
    const screens = []
    for (const [page, path] of Object.entries(await pages(server.url))) {
      const url = server.url + path
      for (let times = 0; times < 2; times++) await fetch(url, { headers: { "Accept-Encoding": "br" } })
      const runs = []
      for (let round = 0; round < rounds; round++) runs.push(await measured(page, url))
      const middle = runs.toSorted((one, other) => one.largestPaint - other.largestPaint)[Math.floor(rounds / 2)]
      if (middle) screens.push(middle)
    }
    return screens
  } finally {
    await server.stop()
  }
}

/** Prints the rows of the table. */
export function reportFirstScreens(screens: readonly FirstScreen[]) {
  console.log(`\n| first screen on a phone | performance | LCP s | FCP s | TBT ms | CLS | KB | elements |`)
  console.log(`|---|--:|--:|--:|--:|--:|--:|--:|`)
  const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(2)
  for (const one of screens) {
    const paints = `${seconds(one.largestPaint)} | ${seconds(one.firstPaint)}`
    const rest = `${Math.round(one.blocked)} | ${one.shift.toFixed(3)} | ${Math.round(one.bytes / 1000)} | ${one.elements}`
    console.log(`| ${one.page} | ${one.performance} | ${paints} | ${rest} |`)
  }
}

/** Returns the pages to measure. The page with most content is the slowest: among actors, the venue of most events. */
async function pages(address: string) {
  const list = async (path: string) => (await (await fetch(address + path)).json()) as Record<string, never>[]
  const [event] = await list("/api/contents/events/?limit=1")
  const fids = (await list("/api/actors/?limit=100")).map(({ fid }) => String(fid))
  const lengths = new Map<string, number>()
  for (const fid of fids) lengths.set(fid, (await (await fetch(`${address}/actors/${fid}`)).text()).length)
  const longest = fids.toSorted((one, other) => (lengths.get(other) ?? 0) - (lengths.get(one) ?? 0))[0]
  return { home: "/", list: "/events", event: `/events/${event?.id}`, actor: `/actors/${longest}` }
}

async function measured(page: string, url: string, tries = 4): Promise<FirstScreen> {
  const lhr = await audited(url)
  // Chromium sometimes leaves the beginning out of its trace.
  if (lhr.runtimeError && tries > 1) return measured(page, url, tries - 1)
  if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`)
  const value = (audit: string) => lhr.audits[audit]?.numericValue ?? Number.NaN
  return {
    page,
    performance: Math.round((lhr.categories.performance?.score ?? 0) * 100),
    firstPaint: value("first-contentful-paint"),
    largestPaint: value("largest-contentful-paint"),
    blocked: value("total-blocking-time"),
    shift: value("cumulative-layout-shift"),
    bytes: value("total-byte-weight"),
    elements: Number(
      (lhr.audits["dom-size-insight"]?.details as { debugData?: { totalElements?: number } } | undefined)?.debugData
        ?.totalElements ?? value("dom-size"),
    ),
  }
}

async function audited(url: string) {
  const port = await freePort()
  const browser = await chromium.launch({
    executablePath: browserPath,
    args: [
      `--remote-debugging-port=${port}`,
      "--accept-lang=fr-BE", // otherwise the home page first redirects to /en
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  })
  try {
    const result = await lighthouse(url, { port, output: "json", logLevel: "error", onlyCategories: ["performance"] })
    if (!result) throw new Error(`Lighthouse said nothing of ${url}`)
    return result.lhr
  } finally {
    await browser.close()
  }
}

if (process.argv[1] === import.meta.filename) reportFirstScreens(await measureFirstScreens())
