import { expect, test } from "vitest"
import type { AgendaEvent } from "../listing/list-event.ts"
import { calendarParameters, readCalendarQuery, spanOfView, stepFrom } from "./calendar.ts"
import { cellsOf, isLong, listedDays, onDay, runningEntries, type SheetEntry, withDays } from "./sheet.ts"
import { hoursOf, weekOf } from "./week.ts"

let count = 0
type Said = { event?: number; end?: string | null; allDay?: boolean } & Partial<Pick<SheetEntry, "layers" | "answer">>

/** An entry the person attends, from start to end as ISO times. */
function entry(start: string, { event = 0, end = null, allDay = false, ...said }: Said = {}): SheetEntry {
  const id = ++count
  const date = { id, start, end, status: "scheduled" as const, original_start: null }
  const until = end ?? new Date(Date.parse(start) + 7_200_000).toISOString().slice(0, 19) + start.slice(19)
  const shown = { id: event || 1000 + id, all_day: allDay, title: { fr: String(id) } } as unknown as AgendaEvent
  return withDays({ event: shown, date, until, layers: ["answers"], answer: "confirmed", conflicts: [], ...said })
}
const others = { layers: ["followed"], answer: null } satisfies Said
const ids = (entries: readonly SheetEntry[] = []) => entries.map(({ date }) => date.id)
const week = ["16", "17", "18", "19", "20", "21", "22"].map((day) => `2026-11-${day}`)

test("a night is in its first day's cell, a festival in each day's, an exhibition in its first and last day's", () => {
  const night = entry("2026-11-17T23:00:00+01:00", { end: "2026-11-18T05:30:00+01:00" })
  const festival = entry("2026-11-16T10:00:00+01:00", { end: "2026-11-18T23:00:00+01:00" })
  const show = entry("2026-11-10T10:00:00+01:00", { end: "2027-01-12T18:00:00+01:00" })
  const all = [show, festival, night]
  const cells = cellsOf(all, ["2026-11-10", ...week, "2027-01-12"])
  expect([...cells].map(([day, those]) => [day.slice(5), ids(those)]).filter(([, those]) => those?.length)).toEqual([
    ["11-10", ids([show])],
    ["11-16", ids([festival])],
    ["11-17", ids([night, festival])],
    ["11-18", ids([festival])],
    ["01-12", ids([show])],
  ])
  expect(all.map(isLong)).toEqual([true, false, false])
  expect(ids(runningEntries(all, "2026-11-01", "2026-11-30"))).toEqual(ids([show]))
  // The list of a day has everything, running dates after those that begin.
  expect(ids(onDay(all, "2026-11-17"))).toEqual(ids([night, show, festival]))
  expect(ids(listedDays(all, "2026-11-01", "2026-11-30", "2026-11-01").flatMap((day) => day.entries))).toEqual(
    ids([festival, night]),
  )
})

test("a cell lists the viewer's own dates first, then new dates, then daily ones", () => {
  const museum = [17, 18, 19].map((day) => entry(`2026-11-${day}T10:00:00+01:00`, { event: 7, ...others }))
  const concert = entry("2026-11-18T19:00:00+01:00", others)
  const mine = entry("2026-11-18T21:00:00+01:00")
  const cells = cellsOf(
    [...museum, concert, mine].toSorted((a, b) => a.first.localeCompare(b.first)),
    week,
  )
  expect(ids(cells.get("2026-11-17"))).toEqual(ids([museum[0] as SheetEntry]))
  expect(ids(cells.get("2026-11-18"))).toEqual(ids([mine, concert, museum[1] as SheetEntry]))
})

test("a list shows a followed run once, at its next date, and every date of the viewer's own run", () => {
  const run = Array.from({ length: 8 }, (_, at) => entry(`2026-11-${10 + at}T20:00:00+01:00`, { event: 9, ...others }))
  const mine = Array.from({ length: 8 }, (_, at) => entry(`2026-11-${10 + at}T22:00:00+01:00`, { event: 8 }))
  const days = listedDays([...run, ...mine], "2026-11-01", "2026-11-30", "2026-11-13")
  const told = days.flatMap(({ entries }) => entries).filter(({ event }) => event.id === 9)
  expect(told).toMatchObject([{ first: "2026-11-13", further: 7 }])
  expect(days).toHaveLength(8)
  // In a past month the run is shown at its first date.
  const past = listedDays(run, "2026-11-01", "2026-11-30", "2026-12-24").flatMap(({ entries }) => entries)
  expect(past).toMatchObject([{ first: "2026-11-10", further: 7 }])
})

test("in a week, overlapping dates of the viewer are side by side, followed ones that do not fit are counted", () => {
  const at = (hour: string, end: string, said: Said = {}) =>
    entry(`2026-11-18T${hour}:00+01:00`, { end: `2026-11-18T${end}:00+01:00`, ...said })
  const [first, second] = [at("20:00", "22:00"), at("21:00", "23:00")]
  const [third, fourth] = [at("20:30", "22:00", others), at("20:30", "22:00", others)]
  const alone = at("14:00", "14:15")
  const day = weekOf([first, second, third, fourth, alone], week)[2]
  expect(day?.blocks.map(({ entry: one, lane, lanes }) => [one.date.id, lane, lanes])).toEqual([
    [alone.date.id, 0, 1],
    [first.date.id, 0, 2],
    [second.date.id, 1, 2],
  ])
  expect(day?.further).toBe(2)
  // A short block is drawn long enough to be pressed.
  expect(day?.blocks[0]).toMatchObject({ from: 14 * 60, to: 15 * 60 })
})

test("a declined date of a daily run comes after a date that the viewer attends", () => {
  const day = "2026-11-18"
  const run = ["16", "17", "18"].map((one) => entry(`2026-11-${one}T09:00:00+01:00`, { event: 7, answer: "declined" }))
  const evening = entry(`${day}T20:00:00+01:00`)
  expect(ids(cellsOf([...run, evening], week).get(day))).toEqual(ids([evening, run[2] as SheetEntry]))
})

test("in a week, a date that lasts all day is above the hours, and a declined overlapping date is only counted", () => {
  const at = (hour: string, end: string, said: Said = {}) =>
    entry(`2026-11-18T${hour}:00+01:00`, { end: `2026-11-18T${end}:00+01:00`, ...said })
  const open = at("00:30", "23:30")
  const [first, second, declined] = [
    at("20:00", "22:00"),
    at("20:00", "22:00"),
    at("19:00", "23:00", { answer: "declined" }),
  ]
  const day = weekOf([open, declined, first, second], week)[2]
  expect(day?.whole.map(({ date }) => date.id)).toEqual([open.date.id])
  expect(day?.blocks.map(({ entry: one }) => one.date.id)).toEqual([first.date.id, second.date.id])
  expect(day?.further).toBe(1)
})

test("a week shows the hours from ten to midnight, more where a date needs it, and whole days above them", () => {
  const whole = entry("2026-11-16T00:00:00+01:00", { end: "2026-11-17T00:00:00+01:00", allDay: true })
  expect(hoursOf(weekOf([whole], week))).toEqual({ from: 10, to: 24 })
  expect(weekOf([whole], week).map((day) => [day.whole.length, day.blocks.length])[0]).toEqual([1, 0])
  const early = entry("2026-11-16T07:30:00+01:00")
  const night = entry("2026-11-20T23:30:00+01:00", { end: "2026-11-21T04:15:00+01:00" })
  expect(hoursOf(weekOf([early, night], week))).toEqual({ from: 6, to: 30 })
  const [block] = weekOf([night], week)[4]?.blocks ?? []
  expect(block).toMatchObject({ from: 23.5 * 60, to: 28 * 60 + 15 })
})

test("when clocks change, blocks are placed by wall-clock time and last at least an hour", () => {
  const days = ["19", "20", "21", "22", "23", "24", "25"].map((day) => `2026-10-${day}`)
  // 02:30 happens twice: the hour from the first to the second is zero minutes by the clock.
  const back = entry("2026-10-25T02:30:00+02:00", { end: "2026-10-25T02:30:00+01:00" })
  expect(weekOf([back], days)[6]?.blocks).toMatchObject([{ from: 150, to: 210 }])
  const spring = ["23", "24", "25", "26", "27", "28", "29"].map((day) => `2026-03-${day}`)
  const lost = entry("2026-03-29T01:30:00+01:00", { end: "2026-03-29T04:00:00+02:00" })
  expect(weekOf([lost], spring)[6]?.blocks).toMatchObject([{ from: 90, to: 240 }])
})

test("the calendar's parameters are read and written, and values that are not understood are ignored", () => {
  const read = (query: string) => readCalendarQuery(new URLSearchParams(query))
  expect(read("")).toEqual({ view: "month", date: undefined, layers: undefined })
  expect(read("view=week&date=2026-02-30&layers=followed,x,answers")).toEqual({
    view: "week",
    date: undefined,
    layers: ["answers", "followed"],
  })
  expect(read("layers=none").layers).toEqual([])
  expect(read("layers=x").layers).toBeUndefined()
  expect(calendarParameters({ view: "month", date: "2026-11-22", layers: [] })).toEqual({
    view: undefined,
    date: "2026-11-22",
    layers: "none",
  })
})

test("each calendar view has its first and last day, and steps by its own month or week", () => {
  expect(spanOfView("month", "2026-11-22")).toEqual({ first: "2026-10-26", last: "2026-12-06" })
  expect(spanOfView("week", "2026-11-22")).toEqual({ first: "2026-11-16", last: "2026-11-22" })
  expect(spanOfView("list", "2028-02-29")).toEqual({ first: "2028-02-01", last: "2028-02-29" })
  expect(stepFrom("month", "2026-01-31", 1, "2026-11-22")).toBe("2026-02-01")
  expect(stepFrom("list", "2026-12-01", -1, "2026-11-22")).toBe("2026-11-22")
  expect(stepFrom("week", "2026-01-01", -1, "2026-11-22")).toBe("2025-12-25")
})
