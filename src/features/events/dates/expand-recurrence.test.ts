import { expect, onTestFinished, test, vi } from "vitest"
import { InvalidFields } from "#lib/refusal.ts"
import { mostOccurrences } from "./occurrence-window.ts"
import { expandRecurrence } from "./expand-recurrence.ts"

const now = Date.UTC(2026, 10, 21)
const from = (iso: string) => ({ starts_at: new Date(iso), ends_at: null })
const dates = (rule: string, start: string) => expandRecurrence(rule, from(start), "Europe/Brussels", false, now)

test("a rule with too many dates is refused before most of its dates are placed in their zone", () => {
  const written = vi.spyOn(Date.prototype, "toISOString")
  onTestFinished(() => written.mockRestore())
  expect(() => dates("FREQ=DAILY;UNTIL=20991231", "1900-01-01T19:00:00Z")).toThrow(InvalidFields)
  // Placing a date in its zone formats it at least once: the rule is refused before nearly any date is placed.
  expect(written.mock.calls.length).toBeLessThan(100)
})

test("a rule may have exactly the maximum number of dates, not counting excepted dates", () => {
  expect(dates(`FREQ=DAILY;COUNT=${mostOccurrences}`, "2024-01-01T19:00:00Z")).toHaveLength(mostOccurrences)
  expect(() => dates(`FREQ=DAILY;COUNT=${mostOccurrences + 1}`, "2024-01-01T19:00:00Z")).toThrow(InvalidFields)
  const excepted = `RRULE:FREQ=DAILY;COUNT=${mostOccurrences + 1}\nEXDATE;VALUE=DATE:20240105`
  expect(dates(excepted, "2024-01-01T19:00:00Z")).toHaveLength(mostOccurrences)
})

test("an endless rule that began long ago is expanded from 1 January of this year", () => {
  const all = dates("FREQ=DAILY", "1950-06-01T18:00:00Z")
  expect(all).toHaveLength(mostOccurrences)
  expect(all[0]?.starts_at.toISOString()).toBe("2026-01-01T18:00:00.000Z")
  // At the same wall-clock time across clock changes.
  expect(all.find(({ starts_at }) => starts_at.toISOString().startsWith("2026-07-01"))?.starts_at.toISOString()).toBe(
    "2026-07-01T17:00:00.000Z",
  )
})

const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => first + at).join()

test.each([
  ["each minute of many days for one date", `BYMONTH=${range(1, 12)};BYHOUR=${range(0, 23)};BYMINUTE=${range(0, 59)}`],
  ["all days of the year by their number", `BYYEARDAY=${range(1, 366)},${range(-366, -1)}`],
  ["all weeks of the year by their number", `BYWEEKNO=${range(1, 53)}`],
])("a rule that would take long to expand is refused: %s", (_what, parts) => {
  const line = `RRULE:FREQ=YEARLY;${parts};BYSETPOS=1;UNTIL=21991231T000000`
  const compared = vi.spyOn(Array.prototype, "includes")
  onTestFinished(() => compared.mockRestore())
  const refusal = expect.objectContaining({ fields: { recurrence: ["errors.recurrence_too_fine"] } })
  expect(() => dates(Array(5).fill(line).join("\n"), "1900-01-02T19:00:00Z")).toThrow(refusal)
  expect(compared.mock.calls.length).toBeLessThan(150_000)
})

test("long ordinary rules over decades are accepted", () => {
  expect(dates("FREQ=YEARLY;BYMONTH=11;BYDAY=4TH;UNTIL=20991231", "1900-11-22T19:00:00Z")).toHaveLength(200)
  expect(dates("FREQ=MONTHLY;BYDAY=1MO,-1FR", "1900-01-01T19:00:00Z")).toHaveLength(mostOccurrences)
  expect(dates("FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;UNTIL=20991231", "2000-02-29T19:00:00Z")).toHaveLength(25)
  expect(dates(Array(5).fill("RRULE:FREQ=WEEKLY;BYDAY=MO,WE,FR").join("\n"), "2005-01-03T19:00:00Z")).toHaveLength(
    mostOccurrences,
  )
})
