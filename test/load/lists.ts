// Measures the lists of events on databases of several sizes: node test/load/lists.ts 1000 100000
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sql } from "kysely"
import { openDb, openPool } from "#db/connection.ts"
import { startEmbedded } from "#db/embedded.ts"
import { migrate } from "#db/migrate.ts"
import { eventCounter } from "#features/events/listing/counting.server.ts"
import type { EventFilters } from "#features/events/listing/filters.server.ts"
import { countDays, listEvents } from "#features/events/queries.server.ts"
import { fillAgenda } from "./fill.ts"

const site = { publicUrl: "https://foyer.example", timezone: "Europe/Brussels" }
const day = (later: number) => new Date(Date.now() + later * 86_400_000).toISOString().slice(0, 10)
const brussels = { lat: 50.85, lon: 4.35 }
const questions: [string, EventFilters, number?][] = [
  ["future", {}],
  ["future, start 5,000", {}, 5000],
  ["past", { filter: "past" }],
  ["past, start 5,000", { filter: "past" }, 5000],
  ["all", { filter: "all" }],
  ["all from a day long ago", { filter: "all", from: day(-900), to: day(-900) }],
  ["today", { from: day(0), to: day(0) }],
  ["a category", { category: ["exhibition"] }],
  ["a common tag", { tag: "tag3" }],
  ["a rare tag", { tag: "label77" }],
  ["free", { free: true }],
  ["access", { access: ["step_free"] }],
  ["near, 25 km", { near: brussels }],
  ["near, 500 m", { near: brussels, radius: 0.5 }],
  ["bbox", { bbox: [4.3, 50.8, 4.4, 50.9] }],
  ["a house", { actor: "house_77" }],
  ["q rare", { q: "word77x" }],
  ["q common", { q: "concert" }],
  ["q by beginning", { q: "c" }],
  ["q misspelt", { q: "polonnaise" }],
  ["q unknown", { q: "zzzzqqq" }],
  ["q common, near", { q: "concert", near: brussels }],
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
  for (const [name, filters, start = 0] of questions) {
    const count = eventCounter()
    const times: number[] = []
    for (let turn = 0; turn < 22; turn++) {
      const from = performance.now()
      await listEvents(db, null, filters, site, { start, limit: 20 }, count)
      times.push(performance.now() - from)
    }
    note(name, events, times)
  }
  const times: number[] = []
  for (let turn = 0; turn < 22; turn++) {
    const from = performance.now()
    await countDays(db, null, day(0), 14, site.timezone)
    times.push(performance.now() - from)
  }
  note("strip of 14 days", events, times)
  await db.destroy()
}

/** Milliseconds: the middle and the slowest of twenty, after two. */
function note(name: string, events: number, times: number[]) {
  const sorted = times.slice(2).toSorted((a, b) => a - b)
  ;(table[name] ??= {})[`${events} events`] = `${sorted[10]?.toFixed(1)} (${sorted.at(-1)?.toFixed(1)})`
}
