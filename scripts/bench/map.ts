// `npm run bench` (also alone: `node scripts/run.mjs scripts/bench/map`): the weight of the map beside the agenda, and the time until
// its pins show, with WebGL in software; the median of five visits. Also the time for the picture of where a place is, which the
// main thread draws, when it is first requested.
import { chromium } from "playwright-core"
import { startServer } from "../../test/instances/server.ts"
import { browserPath, ensureBrowser } from "../browser.mjs"

const arrivals = 5
const inSoftware = ["--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"]

export type MapScreen = { bytes: number; ofTheMap: number; firstMap: number; drawn: number[] }

/** Measures the map of a new instance: bytes transferred to a browser with an empty cache, and milliseconds to its first pin. */
export async function measureMapScreen(): Promise<MapScreen> {
  await ensureBrowser()
  const server = await startServer()
  const browser = await chromium.launch({ executablePath: browserPath, args: ["--no-sandbox", ...inSoftware] })
  try {
    const runs: Omit<MapScreen, "drawn">[] = []
    for (let turn = 0; turn < arrivals; turn++) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
      const page = await context.newPage()
      const sizes: Promise<{ path: string; bytes: number }>[] = []
      page.on("requestfinished", (request) => {
        const path = new URL(request.url()).pathname
        sizes.push(request.sizes().then(({ responseBodySize }) => ({ path, bytes: responseBodySize })))
      })
      const from = performance.now()
      await page.goto(`${server.url}/events?view=map`)
      await page.waitForSelector(".pin", { timeout: 120_000 })
      const firstMap = performance.now() - from
      const all = await Promise.all(sizes)
      const sum = (some: typeof all) => some.reduce((total, { bytes }) => total + bytes, 0)
      const isOfMap = (path: string) => /^\/(api\/)?map\/|\/assets\/(map|pin)-|maplibre/.test(path)
      runs.push({ bytes: sum(all), ofTheMap: sum(all.filter(({ path }) => isOfMap(path))), firstMap })
      await context.close()
    }
    const [middle] = runs.toSorted((one, other) => one.firstMap - other.firstMap).slice(Math.floor(arrivals / 2))
    if (!middle) throw new Error("The map was not opened")
    return { ...middle, drawn: await drawnMaps(server.url) }
  } finally {
    await browser.close()
    await server.stop()
  }
}

/** Returns the milliseconds for pictures of places that were not requested before, the quickest first. */
async function drawnMaps(url: string): Promise<number[]> {
  const listed = await fetch(`${url}/api/actors/?type=place&limit=20`)
  const places = (await listed.json()) as { location: { lat: number | null; lon: number | null } | null }[]
  const took: number[] = []
  for (const { location } of places) {
    if (location?.lat == null || location.lon == null) continue
    const from = performance.now()
    const answer = await fetch(`${url}/map/at/${location.lat.toFixed(3)},${location.lon.toFixed(3)}/nl-dark.svg`)
    await answer.text()
    if (!answer.ok) throw new Error(`A drawn map answered ${answer.status}`)
    took.push(performance.now() - from)
  }
  return took.toSorted((one, other) => one - other)
}

/** Prints its rows of the table. */
export function reportMapScreen({ bytes, ofTheMap, firstMap, drawn }: MapScreen): void {
  const kilobytes = (count: number) => `${Math.round(count / 1000)} KB`
  console.log(`\n| map screen | |\n|---|--:|`)
  console.log(`| bytes in all / of the map | ${kilobytes(bytes)} / ${kilobytes(ofTheMap)} |`)
  console.log(`| first pins, WebGL in software | ${(firstMap / 1000).toFixed(2)} s |`)
  const [middle, slowest] = [drawn[Math.floor(drawn.length / 2)], drawn.at(-1)]
  console.log(
    `| a place drawn: middle / slowest of ${drawn.length} | ${middle?.toFixed(1)} / ${slowest?.toFixed(1)} ms |`,
  )
}

if (process.argv[1] === import.meta.filename) reportMapScreen(await measureMapScreen())
