// Measures the marks of the map on databases of several sizes: node test/load/map.ts 1000 10000 100000 (ten dates each).
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sql } from "kysely"
import { openDb, openPool } from "#db/connection.ts"
import { startEmbedded } from "#db/embedded.ts"
import { migrate } from "#db/migrate.ts"
import type { EventFilters } from "#features/events/listing/filters.server.ts"
import { eventsOnMap } from "#features/events/map/queries.server.ts"
import { type Box, declutter, gridOver } from "#features/places/map/map.ts"
import { fillAgenda } from "./fill.ts"

const world: Box = [-180, -85, 180, 85]
const belgium: Box = [2.3, 49.4, 6.5, 51.6]
const brussels: Box = [4.25, 50.78, 4.5, 50.92]
const quarter: Box = [4.33, 50.83, 4.38, 50.86]
const questions: [string, Box, number, EventFilters][] = [
  ["world", world, 1, {}],
  ["country", belgium, 7.5, {}],
  ["town", brussels, 11.5, {}],
  ["quarter", quarter, 14, {}],
  ["country, a category", belgium, 7.5, { category: ["film"] }],
  ["country, a common word", belgium, 7.5, { q: "concert" }],
  ["country, a rare word", belgium, 7.5, { q: "word77x" }],
  ["country, free", belgium, 7.5, { free: true }],
  ["town, next week", brussels, 11.5, { to: new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10) }],
  ["town, past", brussels, 11.5, { filter: "past" }],
]

const directory = mkdtempSync(join(tmpdir(), "foyer-load-"))
const server = await startEmbedded(directory)
const table: Record<string, Record<string, string>> = {}
try {
  for (const events of process.argv.slice(2).map(Number)) await measure(events)
} finally {
  await server.stop()
  rmSync(directory, { recursive: true, force: true })
}
console.table(table)

async function measure(events: number) {
  const admin = openDb(openPool(server.url, 1, () => {}))
  await sql`create database ${sql.id(`load_${events}`)}`.execute(admin)
  await admin.destroy()
  const address = new URL(server.url)
  address.pathname = `/load_${events}`
  const db = openDb(openPool(address.href, 4, () => {}))
  await migrate(address.href)
  await db.connection().execute(async (one) => {
    await sql`set statement_timeout = 0`.execute(one)
    await fillAgenda(one, events)
    await sql`vacuum analyze`.execute(one)
  })
  for (const [name, box, zoom, filters] of questions) {
    const times: number[] = []
    let marks = 0
    for (let turn = 0; turn < 120; turn++) {
      const from = performance.now()
      const found = await eventsOnMap(
        db,
        filters,
        { now: new Date(), timezone: "Europe/Brussels" },
        gridOver(box, zoom),
      )
      marks = declutter(found, zoom).length
      if (turn >= 20) times.push(performance.now() - from)
    }
    const sorted = times.toSorted((a, b) => a - b)
    const at = (part: number) => (sorted[Math.floor(sorted.length * part)] ?? 0).toFixed(1)
    ;(table[name] ??= {})[`${events} events`] = `${at(0.5)} / ${at(0.99)} ms, ${marks} marks`
  }
  await db.destroy()
}
