import * as fc from "fast-check"
import { expect, test } from "vitest"
import { InvalidFields } from "#lib/refusal.ts"
import { addDays, dateAt, instantOf, isoAt } from "#lib/time.ts"
import { type EventDates, datesOf, type DatesInput } from "./event-dates.ts"

const brussels = "Europe/Brussels"
const now = Date.parse("2026-11-21T12:00:00Z")
const first = (given: DatesInput) => datesOf({ timezone: brussels, ...given }, undefined, now)
const walls = (dates: EventDates) => dates.occurrences.map(({ starts_at }) => isoAt(starts_at, dates.timezone))
/** Returns the dates as the database stores them: each with its row. */
const stored = (dates: EventDates): EventDates => ({
  ...dates,
  occurrences: dates.occurrences.map((one, at) => ({ id: at + 1, status: "scheduled", recurrence_id: null, ...one })),
})
const fieldsOf = (given: DatesInput, known?: EventDates) => {
  try {
    datesOf({ timezone: known ? undefined : brussels, ...given } as DatesInput, known, now)
    return undefined
  } catch (error) {
    if (!(error instanceof InvalidFields)) throw error
    return Object.keys(error.fields)
  }
}

test("a start in wall-clock time, with an offset or in UTC is the same instant", () => {
  for (const start of [
    "2026-11-21T20:30",
    "2026-11-21T20:30:00+01:00",
    "2026-11-21T19:30:00Z",
    "2026-11-21T14:30:00-05:00",
  ])
    expect(walls(first({ start }))).toEqual(["2026-11-21T20:30:00+01:00"])
})

test("a time in the skipped hour moves one hour later, a time in the repeated hour means the first", () => {
  expect(walls(first({ start: "2027-03-28T02:30" }))).toEqual(["2027-03-28T03:30:00+02:00"])
  expect(walls(first({ start: "2026-10-25T02:30" }))).toEqual(["2026-10-25T02:30:00+02:00"])
  expect(walls(first({ start: "2026-10-25T02:30:00+01:00" }))).toEqual(["2026-10-25T02:30:00+01:00"])
})

test("a start on an impossible day, at an impossible hour or in a year out of bounds is refused", () => {
  expect(walls(first({ start: "2028-02-29T20:00" }))).toEqual(["2028-02-29T20:00:00+01:00"])
  for (const start of [
    "2027-02-29T20:00",
    "2100-02-29T20:00",
    "2027-13-01T20:00",
    "9999-12-31T20:00",
    "1899-12-31T20:00",
    "2027-01-01T24:00",
    "2027-01-01T20:60",
    "+010000-01-01T00:00Z",
    "",
  ])
    expect(fieldsOf({ start }), start).toEqual(["start"])
})

test("the dates of an all-day event are days without times, and its end is the last day", () => {
  const one = first({ start: "2026-10-24", end: "2026-10-25", all_day: true })
  expect(one.occurrences).toMatchObject([
    { starts_at: new Date("2026-10-23T22:00:00Z"), ends_at: new Date("2026-10-25T23:00:00Z") },
  ])
  expect(first({ start: "2026-10-25T14:00", all_day: true }).occurrences[0]?.starts_at).toEqual(
    new Date("2026-10-24T22:00:00Z"),
  )
  expect(fieldsOf({ start: "2026-10-25", end: "2026-10-24", all_day: true })).toEqual(["end"])
  // The response of the API can be sent back as a request.
  const said = {
    start: isoAt(one.occurrences[0]?.starts_at as Date, brussels),
    end: isoAt(one.occurrences[0]?.ends_at as Date, brussels),
  }
  expect(first({ ...said, all_day: true })).toEqual(one)
})

const clocks = fc.record({
  day: fc.integer({ min: 0, max: 800 }).map((days) => addDays("2026-01-01", days)),
  hour: fc.integer({ min: 0, max: 23 }),
  minute: fc.constantFrom(0, 15, 30, 45),
  length: fc.integer({ min: 1, max: 600 }),
})
const two = (value: number) => String(value).padStart(2, "0")

test("every date of a rule has the same wall-clock time in Brussels and the same length, summer and winter", () => {
  fc.assert(
    fc.property(
      clocks,
      fc.constantFrom("DAILY", "WEEKLY"),
      fc.integer({ min: 1, max: 400 }),
      ({ day, hour, minute, length }, freq, count) => {
        const start = `${day}T${two(hour)}:${two(minute)}`
        const starts_at = instantOf(start, brussels)
        const end = new Date(starts_at.getTime() + length * 60_000).toISOString().slice(0, 19) + "Z"
        const { occurrences } = first({ start, end, recurrence: `FREQ=${freq};COUNT=${count}` })
        expect(occurrences).toHaveLength(count)
        occurrences.forEach((one, at) => {
          const date = addDays(dateAt(starts_at, brussels), at * (freq === "DAILY" ? 1 : 7))
          const clock = isoAt(starts_at, brussels).slice(11, 16)
          expect(one.starts_at).toEqual(instantOf(`${date}T${clock}`, brussels))
          expect((one.ends_at as Date).getTime() - one.starts_at.getTime()).toBe(length * 60_000)
          // Only a time in the skipped hour shows another clock.
          const shown = isoAt(one.starts_at, brussels).slice(11, 16)
          expect(shown === clock || (clock.startsWith("02") && shown.startsWith("03"))).toBe(true)
        })
      },
    ),
    { numRuns: 60 },
  )
})

test("dates that are sent back unchanged stay the same, and a new time zone keeps every row", () => {
  fc.assert(
    fc.property(
      clocks,
      fc.boolean(),
      fc.integer({ min: 1, max: 60 }),
      ({ day, hour, minute, length }, allDay, count) => {
        const start = allDay ? day : `${day}T${two(hour)}:${two(minute)}`
        const end = allDay ? addDays(day, length % 5) : undefined
        const known = stored(
          first({
            start,
            end,
            all_day: allDay,
            recurrence: `RRULE:FREQ=DAILY;INTERVAL=7;COUNT=${count}`,
          } as DatesInput),
        )
        expect(datesOf({}, known, now)).toEqual(known)
        const listed = known.occurrences.map(({ starts_at, ends_at }) => ({
          start: isoAt(starts_at, brussels),
          end: ends_at && isoAt(ends_at, brussels),
        }))
        expect(datesOf({ occurrences: listed }, known, now)).toEqual(known)
        // Moving to another zone and back restores every date, except in hours that are skipped there.
        const away = stored(datesOf({ timezone: "America/New_York" }, known, now))
        expect(
          walls(away)
            .map((wall) => wall.slice(11, 13))
            .every((one) => one === "03" || one === walls(known)[0]?.slice(11, 13) || one === "02"),
        ).toBe(true)
        expect(away.occurrences.map(({ id }) => id)).toEqual(known.occurrences.map(({ id }) => id))
      },
    ),
    { numRuns: 60 },
  )
})

test("a rule that starts at another hour keeps its rows, its cancelled dates and those moved by hand", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 3, max: 40 }),
      fc.nat(),
      fc.nat(),
      fc.integer({ min: 0, max: 23 }),
      (count, a, b, hour) => {
        const known = stored(
          first({ start: "2026-10-20T20:00", end: "2026-10-20T21:00", recurrence: `FREQ=DAILY;COUNT=${count}` }),
        )
        const [off, moved] = [a % count, b % count]
        Object.assign(known.occurrences[off] as object, { status: "cancelled" })
        if (off !== moved) {
          const one = known.occurrences[moved] as EventDates["occurrences"][number]
          Object.assign(one, {
            status: "moved",
            recurrence_id: one.starts_at,
            starts_at: new Date("2027-06-01T10:00:00Z"),
            ends_at: null,
          })
        }
        const head = moved === 0 && off !== moved ? undefined : `2026-10-20T${two(hour)}:00`
        if (!head) return
        const after = datesOf({ start: head }, known, now)
        expect(after.occurrences.map(({ id }) => id).sort()).toEqual(known.occurrences.map(({ id }) => id).sort())
        expect(after.occurrences.find(({ id }) => id === off + 1)?.status).toBe("cancelled")
        const kept = off === moved ? [] : [{ status: "moved", starts_at: new Date("2027-06-01T10:00:00Z") }]
        expect(after.occurrences.filter(({ status }) => status === "moved")).toMatchObject(kept)
      },
    ),
    { numRuns: 60 },
  )
})

test("rules take extra and excepted dates, endless ones are cut off, invalid or too long ones are refused", () => {
  const rule = "RRULE:FREQ=WEEKLY;COUNT=4\nRDATE:20261225T183000\nEXDATE;TZID=Europe/Brussels:20261128T203000"
  expect(walls(first({ start: "2026-11-21T20:30", recurrence: rule })).map((wall) => wall.slice(0, 16))).toEqual([
    "2026-11-21T20:30",
    "2026-12-05T20:30",
    "2026-12-12T20:30",
    "2026-12-25T18:30",
  ])
  const endless = walls(first({ start: "2026-11-21T20:30", recurrence: "RRULE:FREQ=WEEKLY" }))
  expect(endless.at(-1)?.slice(0, 4)).toBe("2031")
  expect(first({ start: "2026-11-21T20:30", recurrence: "FREQ=DAILY" }).occurrences).toHaveLength(1000)
  for (const recurrence of [
    "FREQ=DAILY;COUNT=1001",
    "FREQ=DAILY;UNTIL=20400101",
    "FREQ=HOURLY",
    "FREQ=DAILY;INTERVAL=0",
    "FREQ=",
    "RRULE:",
    "X:Y",
    "EXDATE:20270229",
    "EXDATE;TZID=Mars/Base:20270101T000000",
    "RRULE:FREQ=DAILY;COUNT=2\n".repeat(6),
  ])
    expect(fieldsOf({ start: "2026-11-21T20:30", recurrence }), recurrence).toEqual(["recurrence"])
  expect(
    fieldsOf({ start: "2026-11-21T20:30", recurrence: "RRULE:FREQ=DAILY;COUNT=1\nEXDATE:20261121T203000" }),
  ).toEqual(["recurrence"])
})

test("a date that is left out of a rule becomes its exception", () => {
  const known = stored(first({ start: "2026-11-21T20:30", recurrence: "FREQ=WEEKLY;COUNT=3" }))
  const occurrences = [1, 3].map((id) => ({ id, start: isoAt(known.occurrences[id - 1]?.starts_at as Date, brussels) }))
  const after = datesOf({ occurrences }, known, now)
  expect(after.recurrence).toBe("FREQ=WEEKLY;COUNT=3\nEXDATE:20261128T193000Z")
  expect(walls(datesOf({ start: "2026-11-21T20:30" }, stored(after), now))).toEqual(walls(after))
})

test("any text is either read as dates or refused with the wrong field, in less than 20 seconds", () => {
  const odd = fc.oneof(
    fc.string({ unit: "binary", maxLength: 40 }),
    fc.constantFrom(
      "2026-11-21T20:30",
      "2026-11-21",
      "FREQ=DAILY;COUNT=3",
      "RRULE:FREQ=YEARLY;BYDAY=53MO;BYSETPOS=-366",
      "20261121T203000Z",
    ),
  )
  fc.assert(
    fc.property(
      fc.record({ start: odd, end: odd, doors: odd, recurrence: odd, timezone: odd }, { requiredKeys: ["start"] }),
      (given) => {
        const begun = performance.now()
        const fields = fieldsOf(given as DatesInput)
        expect(fields === undefined || fields.length > 0).toBe(true)
        expect(performance.now() - begun).toBeLessThan(20_000)
      },
    ),
    { numRuns: 500 },
  )
})

test("exceptions move or cancel dates of a rule, and replace the earlier exceptions", () => {
  const rule = {
    start: "2027-03-20T20:00",
    end: "2027-03-20T22:00",
    recurrence: "RRULE:FREQ=WEEKLY;COUNT=4",
    timezone: "Europe/Brussels",
  }
  const exceptions = [
    { original_start: "2027-03-27T20:00", status: "cancelled" as const },
    // After the clocks have changed.
    { original_start: "2027-04-03T20:00", start: "2027-04-04T18:00" },
    { original_start: "2027-04-30T20:00", status: "cancelled" as const },
  ]
  const first = datesOf({ ...rule, exceptions }, undefined, Date.now())
  expect(first.occurrences.map((one) => [one.starts_at.toISOString(), one.ends_at?.toISOString(), one.status])).toEqual(
    [
      ["2027-03-20T19:00:00.000Z", "2027-03-20T21:00:00.000Z", "scheduled"],
      ["2027-03-27T19:00:00.000Z", "2027-03-27T21:00:00.000Z", "cancelled"],
      ["2027-04-04T16:00:00.000Z", "2027-04-04T18:00:00.000Z", "moved"],
      ["2027-04-10T18:00:00.000Z", "2027-04-10T20:00:00.000Z", "scheduled"],
    ],
  )
  expect(first.occurrences[2]?.recurrence_id?.toISOString()).toBe("2027-04-03T18:00:00.000Z")
  const known = { ...first, occurrences: first.occurrences.map((one, at) => ({ ...one, id: at + 1 })) }
  const again = datesOf({ ...rule, exceptions: [] }, known, Date.now())
  expect(again.occurrences.map(({ id, status }) => [id, status])).toEqual([
    [1, "scheduled"],
    [2, "scheduled"],
    [3, "scheduled"],
    [4, "scheduled"],
  ])
  expect(() => datesOf({ ...rule, exceptions: [{ original_start: "hier" }] }, undefined, Date.now())).toThrow(
    /exceptions.0.original_start/,
  )
})
