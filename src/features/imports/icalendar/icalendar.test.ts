import { setTimeout as pause } from "node:timers/promises"
import { expect, test } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { languages } from "#i18n/languages.ts"
import { threadTime } from "#test/thread-time.ts"
import { calendar, counts, importWorld, vevent } from "../fixtures/world.ts"
import { reasonText } from "../reading/reason-text.ts"

const world = importWorld()
const { imported, events, dates } = world

test("the dates of a recurrence rule keep their local time across a clock change", async () => {
  await imported(
    calendar(
      vevent("DTSTART;TZID=Romance Standard Time:20261018T203000", "DURATION:PT2H", "RRULE:FREQ=WEEKLY;COUNT=3"),
    ),
  )
  expect(await dates()).toEqual([
    "2026-10-18T20:30+02:00–22:30",
    "2026-10-25T20:30+01:00–22:30",
    "2026-11-01T20:30+01:00–22:30",
  ])
  expect((await events())[0]).toMatchObject({ timezone: "Europe/Paris", recurrence: "RRULE:FREQ=WEEKLY;COUNT=3" })
})

test("a time in a skipped hour moves one hour later, and a time in a repeated hour means the first of the two", async () => {
  await imported(
    calendar(vevent("DTSTART;TZID=Europe/Brussels:20260329T023000", "RDATE;TZID=Europe/Brussels:20261025T023000")),
  )
  expect(await dates()).toEqual(["2026-03-29T03:30+02:00", "2026-10-25T02:30+02:00"])
})

test("excluded, added, moved and cancelled dates of a series are imported as such", async () => {
  await imported(
    calendar(
      vevent(
        "DTSTART;TZID=Europe/Brussels:20261102T200000",
        "DTEND;TZID=Europe/Brussels:20261102T220000",
        "RRULE:FREQ=DAILY;UNTIL=20261106T235959Z",
        "EXDATE;TZID=Europe/Brussels:20261103T200000",
        "RDATE;VALUE=PERIOD:20261110T180000Z/PT1H",
      ),
      vevent(
        "RECURRENCE-ID:20261104T190000Z",
        "DTSTART;TZID=Europe/Brussels:20261104T210000",
        "DTEND;TZID=Europe/Brussels:20261104T233000",
      ),
      vevent(
        "RECURRENCE-ID;TZID=Europe/Brussels:20261105T200000",
        "DTSTART;TZID=Europe/Brussels:20261105T200000",
        "STATUS:CANCELLED",
      ),
    ),
  )
  expect(await dates()).toEqual([
    "2026-11-02T20:00+01:00–22:00",
    "2026-11-04T21:00+01:00–23:30 moved",
    "2026-11-05T20:00+01:00 cancelled",
    "2026-11-06T20:00+01:00–22:00",
    "2026-11-10T19:00+01:00–20:00",
  ])
})

test("a change with THISANDFUTURE moves that date and all later ones", async () => {
  await imported(
    calendar(
      vevent("DTSTART;TZID=Europe/Brussels:20261020T200000", "DURATION:PT1H", "RRULE:FREQ=WEEKLY;COUNT=3"),
      vevent(
        "RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Brussels:20261027T200000",
        "DTSTART;TZID=Europe/Brussels:20261027T190000",
        "DURATION:PT2H",
      ),
    ),
  )
  expect(await dates()).toEqual([
    "2026-10-20T20:00+02:00–21:00",
    "2026-10-27T19:00+01:00–21:00 moved",
    "2026-11-03T19:00+01:00–21:00 moved",
  ])
})

test("days without hours are imported as whole days, a day of 25 hours included", async () => {
  await imported(calendar(vevent("DTSTART;VALUE=DATE:20261024", "DTEND;VALUE=DATE:20261026")))
  expect(await dates()).toEqual(["2026-10-24T00:00+02:00–00:00"])
  const [row] = await world.db.selectFrom("occurrences").select("ends_at").execute()
  expect(row?.ends_at?.toISOString()).toBe("2026-10-25T23:00:00.000Z")
  expect((await events())[0]).toMatchObject({ all_day: true })
})

test("floating times are read in the calendar's time zone, and custom time zones by their own definition", async () => {
  await imported(calendar("X-WR-TIMEZONE:America/Montreal", vevent("DTSTART:20261121T203000")))
  expect(await dates()).toEqual(["2026-11-21T20:30-05:00"])
  await world.db.deleteFrom("events").execute()
  const zone = ["BEGIN:VTIMEZONE", "TZID:Chez nous", "BEGIN:STANDARD", "DTSTART:19701025T030000"].concat([
    "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU\r\nTZOFFSETFROM:+0200\r\nTZOFFSETTO:+0100\r\nEND:STANDARD\r\nBEGIN:DAYLIGHT",
    "DTSTART:19700329T020000\r\nRRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU\r\nTZOFFSETFROM:+0100\r\nTZOFFSETTO:+0200\r\nEND:DAYLIGHT",
    "END:VTIMEZONE",
  ])
  await imported(calendar(...zone, vevent("DTSTART;TZID=Chez nous:20261018T203000", "RRULE:FREQ=WEEKLY;COUNT=2")))
  expect(await dates()).toEqual(["2026-10-18T20:30+02:00", "2026-10-25T20:30+01:00"])
})

test("an endless recurrence rule is cut after some years or 1000 dates, and the report says so", async () => {
  const report = await imported(calendar(vevent("DTSTART;VALUE=DATE:20200101", "RRULE:FREQ=YEARLY")))
  expect(report.notes).toMatchObject([{ reason: { id: "note_horizon", args: { year: 2031 } } }])
  expect(await dates()).toHaveLength(12)
  const daily = await imported(calendar(vevent("DTSTART:20100101T190000Z", "RRULE:FREQ=DAILY")))
  expect(daily.notes).toMatchObject([{ reason: { id: "note_cut", args: { count: 1000 } } }])
  expect((await dates())[0]).toContain("2026-01-01T20:00")
})

const bad = [
  ["RRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30", "recurrence_too_fine"],
  ["RRULE:FREQ=MINUTELY;BYMINUTE=61", "recurrence_too_fine"],
  ["RRULE:FREQ=DAILY;INTERVAL=0", "recurrence_invalid"],
  [`X-LONG:${"x".repeat(5_000_000)}`, "line_too_long"],
  ["DTEND:20261120T193000Z", "end_before_start"],
]

test.each(bad)(
  "a record with %.40s is refused with a readable reason in under 15 seconds, and the others are imported",
  async (line, reason) => {
    const good = vevent("DTSTART:20261121T193000Z").replace("minuit@", "midi@")
    const began = performance.now()
    const report = await imported(calendar(good, vevent("DTSTART:20261121T193000Z", line as string)))
    expect(counts(report)).toEqual({ created: 1, updated: 0, unchanged: 0, refused: [reason] })
    expect(performance.now() - began).toBeLessThan(15_000)
    for (const language of languages)
      expect(reasonText(messagesIn(language), report.refused[0]?.reason as never)).toMatch(/\S{3}.*\.$/)
  },
)

test("importing 10,000 events never occupies the main thread for two seconds", async () => {
  const many = Array.from({ length: 10_000 }, (_, at) =>
    vevent("DTSTART:20261121T193000Z").replace("minuit@", `${at}@`),
  )
  let longest = 0
  let measuring = true
  const watching = (async () => {
    while (measuring) {
      const before = threadTime()
      await pause(5)
      longest = Math.max(longest, threadTime() - before)
    }
  })()
  const report = await imported(calendar(...many))
  measuring = false
  await watching
  expect(report).toMatchObject({ created: 10_000, refused: [] })
  // Some 60 ms; reading in this thread instead of the worker would block other requests for seconds.
  expect(longest).toBeLessThan(2_000)
}, 120_000)
