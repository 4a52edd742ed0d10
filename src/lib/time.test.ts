import { expect, test } from "vitest"
import {
  addDays,
  dateAt,
  instantOf,
  isoAt,
  isOtherYear,
  isTimezone,
  cacheLimits,
  cachedZones,
  timezoneNamed,
} from "./time.ts"

test("isoAt writes a time with the offset of its time zone on that day", () => {
  expect(isoAt(new Date("2026-11-21T19:30:00Z"), "Europe/Brussels")).toBe("2026-11-21T20:30:00+01:00")
  expect(isoAt(new Date("2026-07-21T19:30:00Z"), "Europe/Brussels")).toBe("2026-07-21T21:30:00+02:00")
  expect(isoAt(new Date("2026-07-21T19:30:00Z"), "America/St_Johns")).toBe("2026-07-21T17:00:00-02:30")
  expect(isoAt(new Date("2026-07-21T19:30:00Z"), "UTC")).toBe("2026-07-21T19:30:00+00:00")
})

test("a skipped hour moves later, and a repeated hour means the first of the two", () => {
  expect(instantOf("2026-03-29T02:30", "Europe/Brussels").toISOString()).toBe("2026-03-29T01:30:00.000Z")
  expect(instantOf("2026-10-25T02:30", "Europe/Brussels").toISOString()).toBe("2026-10-25T00:30:00.000Z")
  expect(instantOf("2026-10-25T03:30", "Europe/Brussels").toISOString()).toBe("2026-10-25T02:30:00.000Z")
  expect(instantOf("2026-06-01", "Europe/Brussels").toISOString()).toBe("2026-05-31T22:00:00.000Z")
})

test("addDays ignores clock changes, and dateAt gives the date in a time zone", () => {
  expect(addDays("2028-02-28", 1)).toBe("2028-02-29")
  expect(addDays("2026-03-29", 1)).toBe("2026-03-30")
  expect(dateAt(new Date("2026-11-21T23:30:00Z"), "Europe/Brussels")).toBe("2026-11-22")
})

test("isTimezone accepts a known time zone and refuses an unknown one", () => {
  expect(isTimezone("Europe/Brussels")).toBe(true)
  expect(isTimezone("Mars/Olympus")).toBe(false)
})

test("a time zone has one name, whatever case it is written in", () => {
  expect(timezoneNamed("eUrOpE/bRuSsElS")).toBe("Europe/Brussels")
  expect(timezoneNamed("america/argentina/buenos_aires")).toMatch(/^America\/(Argentina\/)?Buenos_Aires$/)
  expect(timezoneNamed("ASIA/KOLKATA")).toBe("Asia/Kolkata")
  expect(timezoneNamed("asia/ho_chi_minh")).toBe("Asia/Ho_Chi_Minh")
  expect(timezoneNamed("america/port-au-prince")).toBe("America/Port-au-Prince")
  expect(timezoneNamed("etc/utc")).toBe("Etc/UTC")
  expect(timezoneNamed("utc")).toBe("UTC")
  expect(timezoneNamed("Mars/Olympus")).toBeUndefined()
  expect(timezoneNamed("x".repeat(10_000))).toBeUndefined()
})

test("the caches of time zones stay within their limits for any spellings and dates", () => {
  const name = "europe/brussels"
  // Other tests in this process have used zones too.
  const before = cachedZones().zones
  for (let n = 0; n < 5000; n++) {
    const spelling = [...name].map((letter, at) => ((n >> (at % 13)) & 1 ? letter.toUpperCase() : letter)).join("")
    expect(isoAt(new Date("2026-07-21T19:30:00Z"), spelling)).toBe("2026-07-21T21:30:00+02:00")
    timezoneNamed(`Nowhere/${n}`)
  }
  expect(cachedZones().zones).toBeLessThanOrEqual(before + 1)
  for (const zone of Intl.supportedValuesOf("timeZone"))
    for (let n = 0; n < 100; n++) isoAt(new Date(Date.UTC(1990, 0, n * 3)), zone)

  const remembered = cachedZones()
  for (const [kind, most] of Object.entries(cacheLimits))
    expect(remembered[kind as keyof typeof remembered], kind).toBeLessThanOrEqual(most)
  expect(isoAt(new Date("2026-07-21T19:30:00Z"), "America/St_Johns")).toBe("2026-07-21T17:00:00-02:30")
})

test("isOtherYear uses the time zone of the date, and for a bare day any year that is current somewhere", () => {
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
