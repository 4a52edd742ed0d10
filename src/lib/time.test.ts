import { expect, test } from "vitest"
import { addDays, dateAt, instantOf, isoAt, isOtherYear, isTimezone } from "./time.ts"

test("a time is written with the offset its venue keeps that day", () => {
  expect(isoAt(new Date("2026-11-21T19:30:00Z"), "Europe/Brussels")).toBe("2026-11-21T20:30:00+01:00")
  expect(isoAt(new Date("2026-07-21T19:30:00Z"), "Europe/Brussels")).toBe("2026-07-21T21:30:00+02:00")
  expect(isoAt(new Date("2026-07-21T19:30:00Z"), "America/St_Johns")).toBe("2026-07-21T17:00:00-02:30")
  expect(isoAt(new Date("2026-07-21T19:30:00Z"), "UTC")).toBe("2026-07-21T19:30:00+00:00")
})

test("the hour that does not exist moves later, of the one that comes twice the first is meant", () => {
  expect(instantOf("2026-03-29T02:30", "Europe/Brussels").toISOString()).toBe("2026-03-29T01:30:00.000Z")
  expect(instantOf("2026-10-25T02:30", "Europe/Brussels").toISOString()).toBe("2026-10-25T00:30:00.000Z")
  expect(instantOf("2026-10-25T03:30", "Europe/Brussels").toISOString()).toBe("2026-10-25T02:30:00.000Z")
  expect(instantOf("2026-06-01", "Europe/Brussels").toISOString()).toBe("2026-05-31T22:00:00.000Z")
})

test("dates are counted without clocks", () => {
  expect(addDays("2028-02-28", 1)).toBe("2028-02-29")
  expect(addDays("2026-03-29", 1)).toBe("2026-03-30")
  expect(dateAt(new Date("2026-11-21T23:30:00Z"), "Europe/Brussels")).toBe("2026-11-22")
})

test("an unknown time zone is known as such", () => {
  expect(isTimezone("Europe/Brussels")).toBe(true)
  expect(isTimezone("Mars/Olympus")).toBe(false)
})

test("a year is another where the date is, not where it is read; a bare day is of any year that it is somewhere", () => {
  const eve = Date.parse("2026-12-31T22:30:00Z")
  expect(isOtherYear("2027-01-01T00:10:00+01:00", eve)).toBe(true)
  expect(isOtherYear("2027-01-01T00:50:00+02:00", eve)).toBe(false)
  expect(isOtherYear("2026-12-31T20:30:00+02:00", eve)).toBe(true)
  expect([isOtherYear("2026-12-31", eve), isOtherYear("2027-01-01", eve), isOtherYear("2028-01-01", eve)]).toEqual([
    false,
    false,
    true,
  ])
  expect(isOtherYear("2027-01-01", Date.parse("2026-11-21T12:00:00Z"))).toBe(true)
})
