import { expect, test } from "vitest"
import { agendaDays, withoutRepeats, type AgendaEvent, joinPages } from "./agenda.ts"

let ids = 0
function event(id: number, ...dates: (string | [string, "cancelled"])[]): AgendaEvent {
  const occurrences = dates.map((date) => {
    const [start, status] = typeof date === "string" ? [date, "scheduled" as const] : date
    return { id: ++ids, start: `${start}:00+01:00`, end: null, status, original_start: null }
  })
  return { id, next: occurrences[0] ?? null, occurrences }
}
const today = { first: "2026-11-21", hasMore: false }
const told = (days: ReturnType<typeof agendaDays>) =>
  days.map(({ date, rows }) => [date, ...rows.map((row) => `${row.event.id}${row.isRunning ? "…" : ""}`)])

test("an event with several dates is listed on each of its days", () => {
  const days = agendaDays(
    [event(1, "2026-11-21T20:30", "2026-11-22T20:30", "2026-11-25T20:30"), event(2, "2026-11-22T15:00")],
    today,
  )
  expect(told(days)).toEqual([
    ["2026-11-21", "1"],
    ["2026-11-22", "2", "1"],
    ["2026-11-25", "1"],
  ])
})

test("an event that began earlier is listed today, after the events that begin today", () => {
  const days = agendaDays([event(1, "2026-11-02T18:00"), event(2, "2026-11-21T12:30")], today)
  expect(told(days)).toEqual([["2026-11-21", "2", "1…"]])
})

test("while more events can be loaded, dates after the last loaded event are left out", () => {
  const first = [event(1, "2026-11-21T20:30", "2026-11-28T20:30"), event(2, "2026-11-22T15:00")]
  expect(told(agendaDays(first, { ...today, hasMore: true }))).toEqual([
    ["2026-11-21", "1"],
    ["2026-11-22", "2"],
  ])
  const more = [...first, event(3, "2026-11-26T20:00"), event(4, "2026-11-29T11:00")]
  expect(told(agendaDays(more, { ...today, hasMore: true }))).toEqual([
    ["2026-11-21", "1"],
    ["2026-11-22", "2"],
    ["2026-11-26", "3"],
    ["2026-11-28", "1"],
    ["2026-11-29", "4"],
  ])
})

test("days after the requested last day are left out", () => {
  const days = agendaDays([event(1, "2026-11-21T20:30", "2026-11-22T20:30", "2026-11-24T20:30")], {
    ...today,
    last: "2026-11-22",
  })
  expect(days.map(({ date }) => date)).toEqual(["2026-11-21", "2026-11-22"])
})

test("a cancelled date stays in the list with its status", () => {
  const [, second] = agendaDays([event(1, "2026-11-21T20:30", ["2026-11-22T20:30", "cancelled"])], today)
  expect(second?.rows[0]?.date.status).toBe("cancelled")
})

test("once a list is long, an event is no longer repeated on its later dates", () => {
  const daysOf = (month: string) =>
    Array.from({ length: 28 }, (_, at) => `${month}-${String(at + 1).padStart(2, "0")}T10:00`)
  const run = ["2026-12", "2027-01", "2027-02", "2027-03", "2027-04"].flatMap(daysOf)
  const { days, onceFrom } = withoutRepeats(agendaDays([event(1, ...run), event(2, "2027-05-03T20:00")], today))
  expect(onceFrom).toBe("2027-03-17")
  expect(told(days).slice(-2)).toEqual([
    ["2027-03-16", "1"],
    ["2027-05-03", "2"],
  ])
  expect(withoutRepeats(agendaDays([event(3, "2026-11-21T20:30", "2026-11-22T20:30")], today))).toMatchObject({
    days: [{ date: "2026-11-21" }, { date: "2026-11-22" }],
    onceFrom: undefined,
  })
})

test("an event without an upcoming date is not on the agenda", () => {
  expect(agendaDays([{ id: 1, next: null, occurrences: [] }], today)).toEqual([])
})

test("joined pages have each event once, in its newer version", () => {
  const before = [
    { id: 1, word: "old" },
    { id: 2, word: "old" },
  ]
  const after = [
    { id: 2, word: "new" },
    { id: 3, word: "new" },
  ]
  expect(joinPages(before, after)).toEqual([
    { id: 1, word: "old" },
    { id: 2, word: "new" },
    { id: 3, word: "new" },
  ])
})
