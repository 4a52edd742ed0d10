import { expect, test } from "vitest"
import { isoAt } from "#lib/time.ts"
import type { Frequency, Schedule } from "./newsletter.ts"
import { daysOf, issueDue, nextDue, periodOf } from "./schedule.ts"

const zones = ["Europe/Brussels", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata"]

function* dues(schedule: Schedule, from: string, to: string) {
  for (let due = nextDue(schedule, new Date(from)); due.at < new Date(to); due = nextDue(schedule, due.at)) yield due
}

test.each(zones)(
  "in a year in %s a daily newsletter of any hour is due once a day, across both clock changes",
  (timezone) => {
    for (let hour = 0; hour < 24; hour++) {
      const all = [
        ...dues({ frequency: "daily", weekday: 1, hour, timezone }, "2026-01-10T12:15Z", "2027-01-10T12:15Z"),
      ]
      expect(new Set(all.map(({ period }) => period)).size).toBe(all.length)
      expect(all.length).toBe(365)
      const late = all.filter(({ at }) => Number(isoAt(at, timezone).slice(11, 13)) !== hour)
      // Once a year at most, the hour does not exist and the issue comes later.
      expect(late.length).toBeLessThanOrEqual(1)
    }
  },
)

test.each(zones)(
  "in a year in %s weekly newsletters are due each week on their weekday, monthly ones on the 1st",
  (timezone) => {
    const weekly = [
      ...dues({ frequency: "weekly", weekday: 4, hour: 2, timezone }, "2026-01-01T00:00Z", "2026-12-31T00:00Z"),
    ]
    expect(weekly.length).toBeGreaterThanOrEqual(52)
    expect(new Set(weekly.map(({ period }) => period)).size).toBe(weekly.length)
    expect(weekly.every(({ at }) => new Date(isoAt(at, timezone).slice(0, 10)).getUTCDay() === 4)).toBe(true)
    const monthly = [
      ...dues({ frequency: "monthly", weekday: 1, hour: 8, timezone }, "2026-01-15T00:00Z", "2027-01-15T00:00Z"),
    ]
    expect(monthly.map(({ at }) => isoAt(at, timezone).slice(8, 13))).toEqual(Array.from({ length: 12 }, () => "01T08"))
  },
)

test("a newsletter at a skipped hour is due an hour later, one at a repeated hour once, the first time", () => {
  const at = (hour: number, after: string) =>
    nextDue({ frequency: "daily", weekday: 1, hour, timezone: "Europe/Brussels" }, new Date(after)).at.toISOString()
  expect(at(2, "2026-03-28T12:00Z")).toBe("2026-03-29T01:00:00.000Z") // 03:00 there
  expect(at(2, "2026-10-24T12:00Z")).toBe("2026-10-25T00:00:00.000Z") // 02:00 in summer time
  expect(at(2, "2026-10-25T00:00Z")).toBe("2026-10-26T01:00:00.000Z")
})

test("after days without a run only the last due issue is made, and the next is in the future", () => {
  const schedule = { frequency: "daily" as Frequency, weekday: 1, hour: 8, timezone: "Europe/Brussels" }
  const { due, next } = issueDue(schedule, new Date("2026-11-20T07:00Z"), new Date("2026-11-23T15:00Z"))
  expect([due.period, next.period]).toEqual(["2026-11-23", "2026-11-24"])
  const years = issueDue(schedule, new Date("2020-01-01T07:00Z"), new Date("2026-11-23T15:00Z"))
  expect(years.due.period).toBe("2026-11-23")
})

test("weekly periods are numbered by ISO 8601, around the new year too", () => {
  expect(periodOf("weekly", "2026-12-31")).toBe("2026-W53")
  expect(periodOf("weekly", "2027-01-03")).toBe("2026-W53")
  expect(periodOf("weekly", "2027-01-04")).toBe("2027-W01")
  expect(periodOf("weekly", "2025-12-29")).toBe("2026-W01")
})

test("the first and last day of an issue follow its frequency, its hour and the reader's time zone", () => {
  const now = new Date("2026-12-31T23:30Z")
  expect(daysOf("daily", now, "Europe/Brussels", 0)).toEqual({ from: "2027-01-01", to: "2027-01-01" })
  expect(daysOf("daily", now, "Europe/Brussels", 18)).toEqual({ from: "2027-01-01", to: "2027-01-02" })
  expect(daysOf("weekly", now, "America/New_York", 18)).toEqual({ from: "2026-12-31", to: "2027-01-10" })
  expect(daysOf("monthly", new Date("2027-02-01T07:00Z"), "Europe/Brussels", 8)).toEqual({
    from: "2027-02-01",
    to: "2027-02-28",
  })
})
