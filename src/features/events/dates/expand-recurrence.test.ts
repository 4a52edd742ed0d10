import { expect, onTestFinished, test, vi } from "vitest"
import { InvalidFields } from "#lib/refusal.ts"
import { mostOccurrences } from "./occurrence-window.ts"
import { expandRecurrence } from "./expand-recurrence.ts"

const now = Date.UTC(2026, 10, 21)
const from = (iso: string) => ({ starts_at: new Date(iso), ends_at: null })
const dates = (rule: string, start: string) => expandRecurrence(rule, from(start), "Europe/Brussels", false, now)

test("a rule of too many dates is refused as soon as it holds too many", () => {
  const written = vi.spyOn(Date.prototype, "toISOString")
  onTestFinished(() => written.mockRestore())
  expect(() => dates("FREQ=DAILY;UNTIL=20991231", "1900-01-01T19:00:00Z")).toThrow(InvalidFields)
  // Each date that is placed in its zone is written once at least: none of them is before it is refused.
  expect(written.mock.calls.length).toBeLessThan(100)
})

test("exactly as many as an event holds are taken, and those that are left out do not count", () => {
  expect(dates(`FREQ=DAILY;COUNT=${mostOccurrences}`, "2024-01-01T19:00:00Z")).toHaveLength(mostOccurrences)
  expect(() => dates(`FREQ=DAILY;COUNT=${mostOccurrences + 1}`, "2024-01-01T19:00:00Z")).toThrow(InvalidFields)
  const excepted = `RRULE:FREQ=DAILY;COUNT=${mostOccurrences + 1}\nEXDATE;VALUE=DATE:20240105`
  expect(dates(excepted, "2024-01-01T19:00:00Z")).toHaveLength(mostOccurrences)
})

test("of a rule without end that began long ago, this year's dates and the next are kept", () => {
  const all = dates("FREQ=DAILY", "1950-06-01T18:00:00Z")
  expect(all).toHaveLength(mostOccurrences)
  expect(all[0]?.starts_at.toISOString()).toBe("2026-01-01T18:00:00.000Z")
  // At the same time on the wall, whatever the clocks do.
  expect(all.find(({ starts_at }) => starts_at.toISOString().startsWith("2026-07-01"))?.starts_at.toISOString()).toBe(
    "2026-07-01T17:00:00.000Z",
  )
})
