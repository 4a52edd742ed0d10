// Measures the lists of events on databases of several sizes: node test/load/lists.ts 1000 100000
import { eventCounter } from "#features/events/listing/counting.server.ts"
import type { EventFilters } from "#features/events/listing/filters.server.ts"
import { countDays, listEvents } from "#features/events/queries.server.ts"
import { overSizes, timesOf } from "./frame.ts"

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

await overSizes(async (db, note) => {
  for (const [name, filters, start = 0] of questions) {
    const count = eventCounter()
    note(name, inShort(await timesOf(22, 2, () => listEvents(db, null, filters, site, { start, limit: 20 }, count))))
  }
  note("strip of 14 days", inShort(await timesOf(22, 2, () => countDays(db, null, day(0), 14, site.timezone))))
})

/** Formats the median and the slowest time in milliseconds. */
function inShort(times: number[]) {
  return `${times[10]?.toFixed(1)} (${times.at(-1)?.toFixed(1)})`
}
