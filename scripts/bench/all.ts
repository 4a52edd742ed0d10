// `npm run bench [-- --large | --files]`: speed and size on one machine, as ratios to the same stack answering a prepared string.
// `--large` also compares 10,000 dates and feed lines with 1,000,000 (about five minutes). `--files` measures files alone.
import { spawn } from "node:child_process"
import { readdirSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { gzipSync } from "node:zlib"
import { sql } from "kysely"
import { openDb, openPool } from "../../src/db/connection.ts"
import { startEmbedded } from "../../src/db/embedded.ts"
import { migrate } from "../../src/db/migrate.ts"
import { fillAgenda, fillFeed } from "../../test/load/fill.ts"
import { freePort, startServer } from "../../test/instances/server.ts"
import { temporaryDirectory } from "../../test/temporary.ts"
import { calendarLoad, wholeFeed } from "./calendar.ts"
import { ensurePackages } from "../browser.mjs"
import { type Load, load, memory, type Target } from "./load.ts"
import { measureFiles, reportFiles } from "./files.ts"
import { measureImages } from "./images.ts"
import { measureImport } from "./import.ts"
import { measureMapScreen, reportMapScreen } from "./map.ts"
import { measurePlaces, reportPlaces } from "./nearby.ts"
import { measureFirstScreens, reportFirstScreens } from "./lighthouse.ts"
import { publishingRows } from "./publishing.ts"

/** Requests that bypass the page cache: the page is rendered for each, from data that is cached for all. */
const rendered = "home of 20 events, rendered each time"
const rows: { name: string; load: Load; share: number }[] = []

await ensurePackages("wrk")
if (process.argv.includes("--files")) {
  const { url, stop } = await databaseWith(100, 100)
  reportFiles(await measureFiles(url))
  console.log(variantsLine(await measureImages()))
  await stop()
  process.exit()
}
console.log("Starting…")
const starts = await measureStarts()
const { url, stop: stopDatabase } = await databaseWith(10_000, 20_000)
const cached = await startServer({ DATABASE_URL: url, SAMPLE: "none" })
const uncached = await startServer({ DATABASE_URL: url, SAMPLE: "none", CACHE: "0", LIMITS: "0" })
await pause(1000)
const atRest = memory(cached.process.pid as number)

const homeHtml = await (await fetch(`${cached.url}/`)).text()
const [event] = (await (await fetch(`${cached.url}/api/contents/events/?limit=1`)).json()) as { id: number }[]
const eventPath = `/events/${event?.id}`
const eventHtml = await (await fetch(cached.url + eventPath)).text()
const ceiling = await measureCeiling(Buffer.byteLength(homeHtml))

const words = [
  "concert",
  "polonaise",
  "word17x",
  "rare170x",
  "bruxelles",
  "house",
  "polonase",
  "word 500",
  "artist",
  "liege",
]
const searches = words.map((word) => `/api/contents/events/?limit=20&q=${encodeURIComponent(word)}`)
const list = ["/api/contents/events/?limit=20"]
const feed = [
  "/api/activities/",
  "/api/activities/?models=actors.Actor,contents.Event,documents.Document,links.Link,fediverse.Identity&types=Create",
  "/api/activities/?models=contents.Event",
  "/api/activities/?types=Cancel,Update",
  "/api/activities/?start=200",
  "/api/activities/?q=polonaise",
]
const feedPath = "/activities"
const apiEvent = [`/api/contents/events/${event?.id}/`]

await row("home, anonymous", cached, ["/"])
await row(rendered, cached, ["/"], { isNew: true })
await row("home, read and rendered each time", uncached, ["/"])
await row("event page, anonymous", cached, [eventPath])
await row("event page, rendered each time", cached, [eventPath], { isNew: true })
await row("event page, read and rendered each time", uncached, [eventPath])
await row("event API, anonymous", cached, apiEvent)
await row("event API, read each time", uncached, apiEvent)
await row("list API of 20, anonymous", cached, list)
await row("list API of 20, read each time", uncached, list)
await row("search, anonymous", cached, searches)
await row("search, read each time", uncached, searches)

await row("feed of 10, anonymous", cached, [feedPath])
await row("feed API of 10, read each time", uncached, feed)
await row("feed of 10, read and rendered each time", uncached, [feedPath])

const person = await signedIn(uncached.url)
await row("home, signed in", cached, ["/"], { headers: person.headers })
await row("/api/me/, signed in", uncached, ["/api/me/"], { headers: person.headers })
for (const { name, target } of await publishingRows(uncached.url, url, person.headers)) {
  await row(name, uncached, target.paths, target)
}
// Signing in ends the session of the request, so it comes last.
await row("login (16 at once, a bounded queue of argon2id)", uncached, ["/api/auth/login/"], {
  headers: person.headers,
  body: person.credentials,
  alsoGood: 429,
})

const fullRate = rows.find((one) => one.name === rendered)?.load.requestsPerSecond ?? 0
const half = await load(cached.url, cached.process.pid as number, {
  paths: ["/"],
  isNew: true,
  rate: Math.round(fullRate / 2),
  seconds: 8,
})
const calendar = await calendarLoad(uncached.url)
const beforeWebFeed = memory(uncached.process.pid as number)
const webFeed = await calendarLoad(uncached.url, wholeFeed)
const webFeedMemory = memory(uncached.process.pid as number) - beforeWebFeed
const afterLoad = memory(cached.process.pid as number)
const afterLoadUncached = memory(uncached.process.pid as number)

await cached.stop()
await uncached.stop()
const list22 = await measureImport(url)
const variants = await measureImages()
report()
reportFiles(await measureFiles(url))
await stopDatabase()
reportFirstScreens(await measureFirstScreens())
reportMapScreen(await measureMapScreen())
const places = [10_000, 100_000]
reportPlaces(places, await measurePlaces(places))
if (process.argv.includes("--large")) await compareSizes()

/** Creates an account on the instance; returns its credentials and request headers. */
async function signedIn(address: string) {
  const credentials = { username: "bench", password: "une phrase assez longue" }
  const token =
    /csrftoken=(\w+)/.exec((await fetch(`${address}/api/auth/csrf/`)).headers.get("set-cookie") ?? "")?.[1] ?? ""
  const headers = (cookie: string, csrf: string) => ({
    cookie,
    "x-csrftoken": csrf,
    origin: address,
    "content-type": "application/json",
  })
  const send = (path: string, body: object) =>
    fetch(address + path, { method: "POST", headers: headers(`csrftoken=${token}`, token), body: JSON.stringify(body) })
  const registered = await send("/api/auth/register/", { ...credentials, email: "bench@foyer.example" })
  if (registered.status !== 201)
    throw new Error(`registering answered ${registered.status}: ${await registered.text()}`)
  const cookies = (await send("/api/auth/login/", credentials)).headers
    .getSetCookie()
    .map((one) => one.split(";")[0] ?? "")
  const csrf = cookies.find((one) => one.startsWith("csrftoken="))?.slice("csrftoken=".length) ?? token
  return { credentials, headers: headers(cookies.join("; "), csrf) }
}

type Extra = Partial<Omit<Target, "paths">>

async function row(name: string, server: Awaited<ReturnType<typeof startServer>>, paths: string[], extra: Extra = {}) {
  const measured = await load(server.url, server.process.pid as number, { ...extra, paths })
  rows.push({ name, load: measured, share: measured.requestsPerSecond / ceiling.requestsPerSecond })
  console.log(`  ${name}: ${measured.requestsPerSecond} req/s`)
}

function report() {
  console.log(`\n| what | req/s | of the ceiling | p50 ms | p99 ms | CPU ms | bytes |\n|---|--:|--:|--:|--:|--:|--:|`)
  const line = (name: string, one: Load, share: number) =>
    `| ${name} | ${one.requestsPerSecond} | ${Math.round(share * 100)} % | ${one.p50} | ${one.p99} | ${one.cpu} | ${one.bytes} |`
  console.log(line("ceiling: a ready string of home's size", ceiling, 1))
  for (const one of rows) console.log(line(one.name, one.load, one.share))
  console.log(line(`${rendered}, at half load`, half, half.requestsPerSecond / ceiling.requestsPerSecond))
  console.log(`\n| | |\n|---|--:|`)
  console.log(`| first start: packages there, database made, sample put in | ${starts.first} ms |`)
  console.log(`| warm start | ${starts.warm} ms |`)
  const ms = Math.round
  console.log(
    `| calendar of 10,000 events: first byte / whole | ${ms(calendar.firstByte)} / ${ms(calendar.whole)} ms |`,
  )
  console.log(`| slowest of ${calendar.requests} other requests meanwhile | ${ms(calendar.slowest)} ms |`)
  console.log(`| Atom of 10,000 events: first byte / whole | ${ms(webFeed.firstByte)} / ${ms(webFeed.whole)} ms |`)
  console.log(`| slowest of ${webFeed.requests} other requests meanwhile | ${ms(webFeed.slowest)} ms |`)
  console.log(`| memory that two such feeds took | ${webFeedMemory} MB |`)
  console.log(`| memory at rest | ${atRest} MB |`)
  console.log(`| memory after the load, answers cached | ${afterLoad} MB |`)
  console.log(`| memory after the load, nothing cached | ${afterLoadUncached} MB |`)
  console.log(
    `| import of 22 MB (${list22.records} events): a second / memory | ${list22.perSecond} / ${list22.megabytes} MB |`,
  )
  console.log(variantsLine(variants))
  console.log(`| home: HTML gz / JS gz / CSS gz | ${sizes(homeHtml)} |`)
  console.log(`| event page: HTML gz / JS gz / CSS gz | ${sizes(eventHtml)} |`)
  console.log(`| fonts before the first text | ${kilobytes(fontBytes(homeHtml))} |`)
}

function variantsLine(aSecond: number) {
  return `| variants of a picture (its widths and the JPEG): made a second by one core | ${aSecond.toFixed(1)} |`
}

function sizes(html: string) {
  const files = (pattern: RegExp) => [...new Set([...html.matchAll(pattern)].map((match) => match[1] as string))]
  const weigh = (names: string[]) =>
    names.reduce((sum, name) => sum + gzipSync(readFileSync(join("build/client", name)), { level: 9 }).length, 0)
  const scripts = weigh(files(/"(\/assets\/[^"]+\.js)"/g))
  const styles = weigh(files(/href="(\/assets\/[^"#]+\.css)#?"/g))
  return `${kilobytes(gzipSync(html).length)} / ${kilobytes(scripts)} / ${kilobytes(styles)}`
}

function fontBytes(html: string) {
  const names = [...html.matchAll(/href="(\/assets\/[^"]+\.woff2)"/g)].map((match) => match[1] as string)
  const folder = readdirSync("build/client/assets")
  return [...new Set(names)].reduce(
    (sum, name) =>
      sum + (folder.includes(name.split("/").at(-1) as string) ? readFileSync(join("build/client", name)).length : 0),
    0,
  )
}

function kilobytes(bytes: number) {
  return `${(bytes / 1000).toFixed(1)} KB`
}

async function measureStarts() {
  const directory = temporaryDirectory("bench-start")
  const time = async () => {
    const from = performance.now()
    const server = await startServer({ DATA_DIR: directory })
    const taken = Math.round(performance.now() - from)
    await server.stop()
    return taken
  }
  const first = await time()
  const warm = await time()
  rmSync(directory, { recursive: true, force: true })
  return { first, warm }
}

async function measureCeiling(bytes: number) {
  const port = await freePort()
  const child = spawn(process.execPath, ["scripts/bench/ceiling.ts", String(port), String(bytes)], { stdio: "inherit" })
  const address = `http://127.0.0.1:${port}`
  while (!(await fetch(address).catch(() => undefined))) await pause(50)
  const measured = await load(address, child.pid as number, { paths: ["/"] })
  child.kill()
  console.log(`  ceiling: ${measured.requestsPerSecond} req/s with ${bytes} bytes`)
  return measured
}

async function databaseWith(events: number, lines: number) {
  const directory = temporaryDirectory("bench")
  const server = await startEmbedded(directory)
  const db = openDb(openPool(`${server.url}?options=-c%20statement_timeout%3D0`, 2, () => {}))
  await migrate(server.url)
  await sql`set statement_timeout = 0`.execute(db)
  await fillAgenda(db, events)
  await fillFeed(db, lines)
  await sql`vacuum analyze`.execute(db)
  await sql`checkpoint`.execute(db) // the inserted rows are written to disk before anything is measured
  await db.destroy()
  return {
    url: server.url,
    async stop() {
      await server.stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/**
 * Compares the same queries over 10,000 and 1,000,000 dates: their time must not grow with the agenda. Runs alternate, because
 * the machine's speed varies from minute to minute; the median counts.
 */
async function compareSizes() {
  const names = ["list of 20", "search of 20", "feed of 10", "page of the feed"] as const
  const measured = Object.fromEntries(names.map((name) => [name, [[], []]])) as unknown as Record<
    (typeof names)[number],
    [Load[], Load[]]
  >
  const databases = [await databaseWith(1_000, 10_000), await databaseWith(100_000, 1_000_000)]
  const servers = []
  for (const { url } of databases)
    servers.push(await startServer({ DATABASE_URL: url, SAMPLE: "none", CACHE: "0", LIMITS: "0" }))
  for (let round = 0; round < 3; round++) {
    for (const [nth, server] of servers.entries()) {
      const ask = (paths: string[]) =>
        load(server.url, server.process.pid as number, { paths, connections: 4, seconds: 6 })
      measured["list of 20"][nth]?.push(await ask(list))
      measured["search of 20"][nth]?.push(await ask(searches))
      measured["feed of 10"][nth]?.push(await ask(feed))
      measured["page of the feed"][nth]?.push(await ask([feedPath]))
    }
  }
  for (const server of servers) await server.stop()
  for (const database of databases) await database.stop()

  console.log(
    `\n| read each time, 4 connections | 10,000 dates or lines p50 / p99 ms | 1,000,000 p50 / p99 ms | p99 ratio |\n|---|--:|--:|--:|`,
  )
  for (const name of names) {
    const [a, b] = measured[name].map(
      (runs) => runs.toSorted((one, other) => one.p99 - other.p99)[Math.floor(runs.length / 2)] as Load,
    ) as [Load, Load]
    console.log(`| ${name} | ${a.p50} / ${a.p99} | ${b.p50} / ${b.p99} | ${(b.p99 / a.p99).toFixed(2)} |`)
  }
}
