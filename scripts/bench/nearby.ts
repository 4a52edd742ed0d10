// `npm run bench:places [-- 10000 100000 1000000]`: searches around a point and in a box, marks of the map, and a search by name,
// as the number of places grows. The area grows with it, as networks do: as many pages around each point, ten times as many
// points.
import { rmSync } from "node:fs"
import { sql } from "kysely"
import { openDb, openPool } from "../../src/db/connection.ts"
import { startEmbedded } from "../../src/db/embedded.ts"
import { migrate } from "../../src/db/migrate.ts"
import { actorsOnMap } from "../../src/features/actors/map/queries.server.ts"
import { listActors } from "../../src/features/actors/listing/queries.server.ts"
import type { EventFilters } from "../../src/features/events/listing/filters.server.ts"
import { eventsOnMap } from "../../src/features/events/map/queries.server.ts"
import { listEvents } from "../../src/features/events/queries.server.ts"
import { fillGazetteer } from "../../src/features/places/gazetteer/commands.server.ts"
import { searchGazetteer } from "../../src/features/places/gazetteer/queries.server.ts"
import { typedNames } from "../../src/features/places/gazetteer/fixtures/typed-names.ts"
import { type Box, declutter, gridOver } from "../../src/features/places/map/map.ts"
import { temporaryDirectory } from "../../test/temporary.ts"

type Database = ReturnType<typeof openDb>
type Times = { p50: number; p99: number }

/** Milliseconds of a query at each number of places. */
export type PlaceQuestion = { name: string; times: Times[] }

const site = { publicUrl: "https://foyer.example", timezone: "Europe/Brussels" }
const page = { start: 0, limit: 20 }
/** The total is counted once and cached: a page of a list does not wait for it. */
const uncounted = async () => ({ total: 0, isEstimate: true })
/** The 99th percentile is the twelfth slowest of all these runs; other work of the machine affects all sizes alike. */
const rounds = 30
const turns = 40

/**
 * Returns the area that this many places fill, from 30° N and 1° E on; latitudes are spread by their sine, so that some 38 places
 * are within ten kilometres of each.
 */
function areaOf(places: number) {
  const across = Math.sqrt(Math.min(places, 1_000_000) / 10_000)
  return { lon: 3 * across, sine: 0.0392 * across }
}

function questionsOf(db: Database, places: number): Record<string, () => Promise<unknown>> {
  const area = areaOf(places)
  const degree = Math.PI / 180
  // No query reaches beyond the edge: the edge would be much of the smallest area and little of the largest.
  const within = () => 0.27 + Math.random() * 0.46
  const somewhere = () => ({ lat: Math.asin(0.5 + area.sine * within()) / degree, lon: 1 + area.lon * within() })
  /** Returns a box around a random point, everywhere as large as this many degrees of longitude at 40° N. */
  const around = (degrees: number): Box => {
    const { lat, lon } = somewhere()
    const wide = (degrees * Math.cos(40 * degree)) / Math.cos(lat * degree)
    return [lon - wide, lat - degrees / 2, lon + wide, lat + degrees / 2]
  }
  const marks = async (box: Box, zoom: number) =>
    declutter(await actorsOnMap(db, {}, gridOver(box, zoom), undefined), zoom)
  const eventMarks = async (box: Box, zoom: number) =>
    declutter(await eventsOnMap(db, {}, { now: new Date(), timezone: site.timezone }, gridOver(box, zoom)), zoom)
  const events = (filters: EventFilters) => listEvents(db, null, filters, site, page, uncounted)
  return {
    "within 5 km": () => listActors(db, null, { near: somewhere(), radius: 5 }, site, page),
    "within 25 km": () => listActors(db, null, { near: somewhere(), radius: 25 }, site, page),
    "list of a box": () => listActors(db, null, { bbox: around(0.25) }, site, page),
    "marks of a town": () => marks(around(0.1), 11.5),
    "marks of a region": () => marks(around(1), 8),
    "marks of the world": () => marks([-180, -85, 180, 85], 1),
    "events within 5 km": () => events({ near: somewhere(), radius: 5 }),
    "events within 25 km": () => events({ near: somewhere(), radius: 25 }),
    // More than the limit of collected events: the query walks the agenda by date.
    "events within 75 km": () => events({ near: somewhere(), radius: 75 }),
    "events of a box": () => events({ bbox: around(0.25) }),
    "events: marks of a town": () => eventMarks(around(0.1), 11.5),
    "events: marks of a region": () => eventMarks(around(1), 8),
  }
}

/** Runs the same queries on databases of each size in turn, because the machine's speed varies from minute to minute. */
export async function measurePlaces(sizes: readonly number[]): Promise<PlaceQuestion[]> {
  return withDatabases(sizes, async (databases) => {
    const asked = databases.map(({ db, places }) => questionsOf(db, places))
    const names = Object.keys(asked[0] ?? {})
    const found: PlaceQuestion[] = []
    for (const name of names) {
      const all = asked.map((questions) => ({ ask: questions[name] as () => Promise<unknown>, took: [] as number[] }))
      for (const { ask } of all) await timed(ask)
      for (let round = 0; round < rounds; round++) for (const { ask, took } of all) took.push(...(await timed(ask)))
      found.push({ name, times: all.map(({ took }) => timesOf(took)) })
    }
    return found
  })
}

/** Prints the table: milliseconds at each size, and the ratios of the median and the 99th percentile at the largest size. */
export function reportPlaces(sizes: readonly number[], questions: readonly PlaceQuestion[]): void {
  console.log(
    `\n| places | ${sizes.map((size) => `${size.toLocaleString("en")} p50 / p99 ms`).join(" | ")} | ratio p50 | p99 |`,
  )
  console.log(`|---|${sizes.map(() => "--:|").join("")}--:|--:|`)
  for (const { name, times } of questions) {
    const ratio = (which: keyof Times) => ((times.at(-1)?.[which] ?? 0) / (times[0]?.[which] ?? 1)).toFixed(2)
    const cells = times.map(({ p50, p99 }) => `${p50.toFixed(1)} / ${p99.toFixed(1)}`)
    console.log(`| ${name} | ${cells.join(" | ")} | ${ratio("p50")} | ${ratio("p99")} |`)
  }
}

async function withDatabases<Result>(
  sizes: readonly number[],
  measure: (databases: { db: Database; places: number }[]) => Promise<Result>,
): Promise<Result> {
  const directory = temporaryDirectory("bench-places")
  const server = await startEmbedded(directory)
  const databases: { db: Database; places: number }[] = []
  try {
    const admin = openDb(openPool(server.url, 1, () => {}))
    for (const places of sizes) {
      const from = performance.now()
      await sql`create database ${sql.id(`places_${places}`)}`.execute(admin)
      const address = new URL(server.url)
      address.pathname = `/places_${places}`
      address.searchParams.set("options", "-c statement_timeout=0")
      const db = openDb(openPool(address.href, 4, () => {}))
      databases.push({ db, places })
      await migrate(address.href)
      await fill(db, places)
      console.log(`  ${places} places put in: ${((performance.now() - from) / 1000).toFixed(1)} s`)
    }
    await admin.destroy()
    return await measure(databases)
  } finally {
    for (const { db } of databases) await db.destroy()
    await server.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}

/** Inserts pages with a point and an event each in the coming year, without the other steps of making a page. */
async function fill(db: Database, places: number) {
  const area = areaOf(places)
  for (let start = 0; start < places; start += 5_000) {
    const end = Math.min(places, start + 5_000)
    await sql`with made as (
        insert into locations (name, lat, lon, precision)
        select 'page' || n, degrees(asin(0.5 + random() * ${area.sine}::float8)), 1 + random() * ${area.lon}::float8, 'exact'
        from generate_series(${start + 1}::int, ${end}::int) n returning id, name)
      insert into actors (fid, type, status, name, language, location_id)
      select name, 'place', 'published', 'Place ' || name, 'fr', id from made`.execute(db)
    await sql`with made as (
        insert into events (uid, language, title, category, timezone, workflow, place_id)
        select gen_random_uuid(), 'fr', jsonb_build_object('fr', 'Concert ' || fid), 'music', 'Europe/Brussels', 'published', id
        from actors where fid = any(array(select 'page' || n from generate_series(${start + 1}::int, ${end}::int) n))
        returning id, now() + random() * interval '1 year' as at)
      insert into occurrences (event_id, listed, category, starts_at, until_at)
      select id, true, 'music', at, at + interval '2 hours' from made`.execute(db)
  }
  await sql`vacuum analyze locations, actors, events, occurrences`.execute(db)
}

/** Returns the milliseconds of each of several runs. */
async function timed(once: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let turn = 0; turn < turns; turn++) {
    const began = performance.now()
    await once()
    times.push(performance.now() - began)
  }
  return times
}

function timesOf(took: number[]): Times {
  const sorted = took.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] as number
  return { p50: at(0.5), p99: at(0.99) }
}

/** Measures searches for towns by typed text over the whole gazetteer. */
async function measureNames() {
  await withDatabases([0], async ([own]) => {
    if (!own) return
    const began = performance.now()
    await fillGazetteer(own.db)
    console.log(`gazetteer put in: ${((performance.now() - began) / 1000).toFixed(1)} s`)
    const typed = typedNames.map(([name]) => name)
    let at = 0
    const search = () => searchGazetteer(own.db, typed[at++ % typed.length] as string, { language: "fr", limit: 8 })
    const took: number[] = []
    for (let round = 0; round < rounds; round++) took.push(...(await timed(search)))
    const { p50, p99 } = timesOf(took)
    console.log(`a town by name: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`)
  })
}

if (process.argv[1] === import.meta.filename) {
  const sizes = process.argv.slice(2).map(Number)
  const asked = sizes.length > 0 ? sizes : [10_000, 100_000]
  reportPlaces(asked, await measurePlaces(asked))
  await measureNames()
}
