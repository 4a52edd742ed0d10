import { expect, test } from "vitest"
import { splitDates } from "./split-dates.ts"
import { asOfToday, doorsAt, minutesOf, shownDate } from "./shown-date.ts"

const date = (id: number, start: string) => ({
  id,
  start,
  end: null,
  status: "scheduled" as const,
  original_start: null,
})
type Dated = ReturnType<typeof date>
const dates = [
  date(1, "2026-10-24T20:30:00+02:00"),
  date(2, "2026-11-21T20:30:00+01:00"),
  date(3, "2026-11-28T20:30:00+01:00"),
]
const event = { start: "2026-10-24T20:30:00+02:00", end: null, doors: "2026-10-24T20:00:00+02:00", occurrences: dates }

test("the shown date of an event is the next one, or the last when all are over", () => {
  expect(shownDate({ ...event, next: dates[1] ?? null }).start).toBe("2026-11-21T20:30:00+01:00")
  expect(shownDate({ ...event, next: null }).start).toBe("2026-11-28T20:30:00+01:00")
  expect(shownDate({ ...event, next: null, occurrences: [] }).start).toBe(event.start)
})

test("doors open as long before every date, summer time or not", () => {
  expect(doorsAt({ ...event, next: null }, { start: "2026-11-21T00:10:00+01:00" })).toBe("2026-11-20T23:40:00+01:00")
  expect(doorsAt({ ...event, next: null, doors: null }, { start: "2026-11-21T20:30:00+01:00" })).toBeNull()
})

test("an evening has a duration in minutes, an event over weeks or without an end has none", () => {
  expect(minutesOf({ start: "2026-11-21T20:30:00+01:00", end: "2026-11-21T22:15:00+01:00" })).toBe(105)
  expect(minutesOf({ start: "2026-11-21T20:30:00+01:00", end: "2026-12-21T22:15:00+01:00" })).toBeUndefined()
  expect(minutesOf({ start: "2026-11-21T20:30:00+01:00", end: null })).toBeUndefined()
})

test("dates before the next one are past, the others are coming; without a next date none is coming", () => {
  const { past, coming } = splitDates({ ...event, next: dates[1] ?? null })
  expect(past.map(({ id }) => id)).toEqual([1])
  expect(coming.map(({ id }) => id)).toEqual([2, 3])
  expect(splitDates({ ...event, next: null }).coming).toEqual([])
})

test("a cancelled date counts as past only after its day, even if the next date is later", () => {
  const [first, second, ...rest] = dates as [Dated, Dated, ...Dated[]]
  const off = { ...event, occurrences: [{ ...first, status: "cancelled" as const }, second, ...rest], next: second }
  expect(splitDates(off, first.start.slice(0, 10)).past).toEqual([])
  expect(splitDates(off, second.start.slice(0, 10)).past.map(({ id }) => id)).toEqual([first.id])
})

test("an event that has been on for days starts today at its hour, a night past midnight keeps its date", () => {
  const long = { start: "2026-11-02T11:00:00+01:00", end: "2027-01-01T18:00:00+01:00" }
  expect(asOfToday(long, false, "2026-11-22").start).toBe("2026-11-22T11:00:00+01:00")
  expect(asOfToday(long, false, "2026-11-01")).toBe(long)
  expect(asOfToday(long, false, "2027-01-02")).toBe(long)
  const night = { start: "2026-11-21T22:00:00+01:00", end: "2026-11-22T03:00:00+01:00" }
  expect(asOfToday(night, false, "2026-11-22")).toBe(night)
  const days = { start: "2026-11-20T00:00:00+01:00", end: "2026-11-23T00:00:00+01:00" }
  expect(asOfToday(days, true, "2026-11-22").start).toBe("2026-11-22T00:00:00+01:00")
  expect(asOfToday(days, true, "2026-11-23")).toBe(days)
})
