// How long a search around a point takes as places grow, and a search by name: `node scripts/bench-nearby.ts [most]`. The
// network grows in area, as networks do: about as many pages around each point, ten times as many points.
import { rmSync } from "node:fs"
import { sql } from "kysely"
import { openDb, openPool } from "../src/db/connection.ts"
import { startEmbedded } from "../src/db/embedded.ts"
import { migrate } from "../src/db/migrate.ts"
import { listActors } from "../src/features/actors/queries.server.ts"
import { fillGazetteer } from "../src/features/places/gazetteer/commands.server.ts"
import { searchGazetteer } from "../src/features/places/gazetteer/queries.server.ts"
import { typedNames } from "../src/features/places/gazetteer/fixtures/typed-names.ts"
import { temporaryDirectory } from "../test/temporary.ts"

const most = Number(process.argv[2] ?? 100_000)
const site = { publicUrl: "https://foyer.example", timezone: "Europe/Brussels" } as never
const directory = temporaryDirectory("bench-nearby")
const server = await startEmbedded(directory)
const db = openDb(openPool(server.url, 4, () => {}))
try {
  await migrate(server.url)
  let there = 0
  for (let places = 10_000; places <= most; places *= 10) {
    await grow(there, places)
    there = places
    const side = Math.sqrt(places / 10_000) * 3
    const around = async (radius: number) => {
      const near = { lat: 40 + Math.random() * side, lon: 1 + Math.random() * side }
      await listActors(db, null, { near, radius }, site, { start: 0, limit: 20 })
    }
    for (const radius of [5, 10, 25]) await report(`${places} places, within ${radius} km`, () => around(radius))
  }
  const began = performance.now()
  await fillGazetteer(db)
  console.log(`gazetteer put in: ${((performance.now() - began) / 1000).toFixed(1)} s`)
  const typed = typedNames.map(([name]) => name)
  let at = 0
  await report("by name", () =>
    searchGazetteer(db, typed[at++ % typed.length] as string, { language: "fr", limit: 8 }).then(() => {}),
  )
} finally {
  await db.destroy()
  await server.stop()
  rmSync(directory, { recursive: true, force: true })
}

/** Pages with a point each, without what else a page does when it is made. */
async function grow(from: number, to: number) {
  const side = Math.sqrt(to / 10_000) * 3
  await sql`set session_replication_role = replica`.execute(db).catch(() => {})
  for (let start = from; start < to; start += 5_000) {
    const end = Math.min(to, start + 5_000)
    await sql`with made as (
        insert into locations (name, lat, lon, precision)
        select 'page' || n, 40 + random() * ${side}::float8, 1 + random() * ${side}::float8, 'exact'
        from generate_series(${start + 1}::int, ${end}::int) n returning id, name)
      insert into actors (fid, type, status, name, language, location_id)
      select name, 'place', 'published', 'Place ' || name, 'fr', id from made`.execute(db)
  }
  await sql`vacuum analyze locations, actors`.execute(db)
}

async function report(what: string, once: () => Promise<void>) {
  for (let n = 0; n < 30; n++) await once()
  const times: number[] = []
  for (let n = 0; n < 300; n++) {
    const began = performance.now()
    await once()
    times.push(performance.now() - began)
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => (times[Math.floor(times.length * share)] as number).toFixed(1)
  console.log(`${what}: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`)
}
