import { expect, test } from "vitest"
import { addMonths, dayAfterKey, weekNumber, weeksOf } from "./calendar.ts"

test("a month is shown in whole weeks, Monday first, with their numbers", () => {
  const weeks = weeksOf("2026-11")
  expect(weeks.map(({ number }) => number)).toEqual([44, 45, 46, 47, 48, 49])
  expect(weeks[0]?.days).toEqual([
    "2026-10-26",
    "2026-10-27",
    "2026-10-28",
    "2026-10-29",
    "2026-10-30",
    "2026-10-31",
    "2026-11-01",
  ])
  expect(weeks.at(-1)?.days[0]).toBe("2026-11-30")
  expect(weeksOf("2027-02")).toHaveLength(4)
})

test("weeks are numbered as ISO 8601 does around the new year", () => {
  expect(weekNumber("2026-12-31")).toBe(53)
  expect(weekNumber("2027-01-03")).toBe(53)
  expect(weekNumber("2027-01-04")).toBe(1)
  expect(weekNumber("2024-12-30")).toBe(1)
})

test("months are counted across years", () => {
  expect(addMonths("2026-12", 1)).toBe("2027-01")
  expect(addMonths("2026-01", -1)).toBe("2025-12")
})

test("keys move by day, week, month and year, and stop at the last day of a shorter month", () => {
  expect(dayAfterKey("ArrowRight", "2026-11-30")).toBe("2026-12-01")
  expect(dayAfterKey("ArrowUp", "2026-11-03")).toBe("2026-10-27")
  expect(dayAfterKey("Home", "2026-11-21")).toBe("2026-11-16")
  expect(dayAfterKey("End", "2026-11-21")).toBe("2026-11-22")
  expect(dayAfterKey("PageDown", "2027-01-31")).toBe("2027-02-28")
  expect(dayAfterKey("PageUp", "2026-11-21", true)).toBe("2025-11-21")
  expect(dayAfterKey("Tab", "2026-11-21")).toBeUndefined()
})
