// Measures the marks of the map on databases of several sizes: node test/load/map.ts 1000 10000 100000 (ten dates each).
import type { EventFilters } from "#features/events/listing/filters.server.ts"
import { eventsOnMap } from "#features/events/map/queries.server.ts"
import { type Box, declutter, gridOver } from "#features/places/map/map.ts"
import { overSizes, timesOf } from "./frame.ts"

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

await overSizes(async (db, note) => {
  for (const [name, box, zoom, filters] of questions) {
    const moment = { now: new Date(), timezone: "Europe/Brussels" }
    let marks = 0
    const times = await timesOf(120, 20, async () => {
      marks = declutter(await eventsOnMap(db, filters, moment, gridOver(box, zoom)), zoom).length
    })
    const at = (part: number) => (times[Math.floor(times.length * part)] ?? 0).toFixed(1)
    note(name, `${at(0.5)} / ${at(0.99)} ms, ${marks} marks`)
  }
})
