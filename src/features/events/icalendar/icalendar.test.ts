import ICAL from "ical.js"
import { beforeAll, afterAll, expect, test } from "vitest"
import { readCalendar } from "#features/imports/icalendar/icalendar.ts"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { instantOf } from "#lib/time.ts"
import { type EventFields, world } from "#test/worlds/world.ts"
import type { Event } from "../event.ts"
import { icalendar } from "./icalendar.ts"
import { findEvent } from "../queries.server.ts"
import { expandRecurrence } from "../dates/expand-recurrence.ts"

const site = { publicUrl: "https://foyer.example", timezone: "Europe/Brussels", name: "Foyer" }
const t = messagesIn("fr")
let there: Awaited<ReturnType<typeof world>>
beforeAll(async () => {
  there = await world()
})
afterAll(() => there.end())

async function published(said: EventFields): Promise<Event> {
  const { id } = await there.nour.publishes(said)
  return (await findEvent(there.db, null, id, site)) as Event
}

function written(event: Event) {
  const head = { name: "Essai", url: event.url, source: `${event.url}/calendar.ics`, site, isFollowed: false }
  return icalendar(head, [event], t)
}

/** Returns the dates that our own importer finds in a file. */
async function readBack(file: string) {
  const pieces = (async function* () {
    yield file
  })()
  const readings = await Array.fromAsync(readCalendar(pieces, { timezone: "Asia/Tokyo", now: Date.now() }))
  expect(readings).toHaveLength(1)
  const [reading] = readings
  if (!reading || "refused" in reading) throw new Error(JSON.stringify(reading))
  const { timezone, all_day, occurrences } = reading.event
  return {
    timezone,
    all_day,
    occurrences: occurrences
      .map((one) => ({
        starts: one.starts_at.toISOString(),
        ends: one.ends_at?.toISOString() ?? null,
        status: one.status ?? "scheduled",
        origin: one.recurrence_id?.toISOString() ?? null,
      }))
      .sort((a, b) => a.starts.localeCompare(b.starts)),
  }
}

function datesOf(event: Event) {
  return {
    timezone: event.timezone,
    all_day: event.all_day,
    occurrences: event.occurrences.map((one) => ({
      starts: new Date(one.start).toISOString(),
      ends: one.end && new Date(one.end).toISOString(),
      status: one.status,
      origin: one.original_start && new Date(one.original_start).toISOString(),
    })),
  }
}

/** Returns the first instants that ical.js, which knows nothing but the file, finds in it. */
function instances(file: string, most = 50): string[] {
  const calendar = new ICAL.Component(ICAL.parse(file))
  for (const zone of calendar.getAllSubcomponents("vtimezone")) {
    ICAL.TimezoneService.register(new ICAL.Timezone(zone))
  }
  const master = calendar.getAllSubcomponents("vevent").find((one) => !one.hasProperty("recurrence-id"))
  const event = new ICAL.Event(master, {
    exceptions: calendar.getAllSubcomponents("vevent").filter((one) => one.hasProperty("recurrence-id")),
  } as never)
  ICAL.TimezoneService.reset()
  if (!event.isRecurring()) return [event.startDate.toJSDate().toISOString()]
  const found: string[] = []
  const all = event.iterator()
  for (let next = all.next(); next && found.length < most; next = all.next()) {
    found.push(event.getOccurrenceDetails(next).startDate.toJSDate().toISOString())
  }
  return found.sort()
}

const ruled = (recurrence: string, wall: string, timezone = "Europe/Brussels", minutes = 90): EventFields => {
  const starts_at = instantOf(wall, timezone)
  const span = { starts_at, ends_at: new Date(starts_at.getTime() + minutes * 60_000) }
  return {
    timezone,
    recurrence,
    occurrences: expandRecurrence(recurrence, span, timezone, false, Date.now()),
  }
}

const cases: [string, EventFields][] = [
  // Its first date is a Sunday: some programs count it, others leave it out.
  [
    "a counted rule that does not name its first date",
    ruled("RRULE:FREQ=WEEKLY;BYDAY=MO,WE;COUNT=4", "2027-01-31T20:00"),
  ],
  [
    "a rule with an end that does not name its first date",
    ruled("RRULE:FREQ=WEEKLY;BYDAY=MO;UNTIL=20270301T000000", "2027-01-31T20:00"),
  ],
  ["one evening", { starts: "2026-11-21T20:30" }],
  ["an end nobody knows", { starts: "2026-11-21T20:30", minutes: null }],
  ["a night over the change to winter time", { starts: "2026-10-24T22:00", minutes: 600 }],
  [
    "the second of two equal hours",
    { occurrences: [{ starts_at: new Date("2026-10-25T01:30:00Z"), ends_at: new Date("2026-10-25T03:00:00Z") }] },
  ],
  ["29 February", { starts: "2028-02-29T20:00" }],
  ["every 29 February", ruled("RRULE:FREQ=YEARLY;COUNT=2", "2024-02-29T20:00")],
  ["each week over both changes of the clock", ruled("RRULE:FREQ=WEEKLY;COUNT=40", "2026-09-20T20:30")],
  ["each week until a day", ruled("RRULE:FREQ=WEEKLY;BYDAY=FR,SA;UNTIL=20270430", "2026-10-02T20:30")],
  [
    "the last Sunday of the month, one left out",
    ruled("RRULE:FREQ=MONTHLY;BYDAY=-1SU;COUNT=12\nEXDATE;TZID=Europe/Brussels:20270328T110000", "2026-12-27T11:00"),
  ],
  [
    "a rule with a date more",
    ruled("RRULE:FREQ=WEEKLY;COUNT=5\nRDATE;TZID=Europe/Brussels:20261224T180000", "2026-11-21T20:30"),
  ],
  [
    "several dates without a rule",
    { starts: ["2026-03-28T20:30", "2026-03-29T15:00", "2026-10-25T02:30", "2026-11-21T20:30"] },
  ],
  [
    "dates of several lengths",
    {
      occurrences: ["2026-11-21T20:30", "2026-11-22T15:00", "2026-11-23T20:30"].map((wall, at) => ({
        starts_at: instantOf(wall, "Europe/Brussels"),
        ends_at: at === 2 ? null : new Date(instantOf(wall, "Europe/Brussels").getTime() + (at + 1) * 3_600_000),
      })),
    },
  ],
  ["another zone", ruled("RRULE:FREQ=WEEKLY;COUNT=30", "2026-09-20T20:30", "America/New_York")],
  ["a zone of the south", ruled("RRULE:FREQ=WEEKLY;COUNT=60", "2026-08-20T20:30", "Australia/Sydney")],
  ["a zone whose clock never changes", { starts: ["2026-11-21T20:30", "2027-06-21T20:30"], timezone: "Asia/Kolkata" }],
  [
    "a zone that follows the moon",
    { starts: ["2026-01-21T20:30", "2026-03-01T20:30", "2026-07-01T20:30"], timezone: "Africa/Casablanca" },
  ],
  [
    "whole days",
    {
      all_day: true,
      occurrences: [
        { starts_at: instantOf("2026-10-24", "Europe/Brussels"), ends_at: instantOf("2026-10-27", "Europe/Brussels") },
      ],
    },
  ],
  ["an event without end", ruled("RRULE:FREQ=WEEKLY;BYDAY=TU", "2026-11-24T19:00")],
]

test.each(cases)("the importer reads the dates of an exported file back: %s", async (_name, said) => {
  const event = await published(said)
  expect(await readBack(written(event))).toEqual(datesOf(event))
})

test.each(cases)("ical.js finds the same dates in an exported file: %s", async (_name, said) => {
  const event = await published(said)
  const expected = event.all_day
    ? event.occurrences.map(({ start }) => start.slice(0, 10))
    : event.occurrences.map(({ start }) => new Date(start).toISOString())
  const found = event.all_day
    ? [
        new ICAL.Component(ICAL.parse(written(event)))
          .getFirstSubcomponent("vevent")
          ?.getFirstPropertyValue("dtstart")
          ?.toString(),
      ]
    : instances(written(event))
  expect(found).toEqual(expected.slice(0, 50))
})

test("if a rule leaves out the first date, a counted rule is written as dates, one with an end gets an RDATE", async () => {
  const counted = written(await published(ruled("RRULE:FREQ=WEEKLY;BYDAY=MO,WE;COUNT=4", "2027-01-31T20:00")))
  expect(counted).not.toContain("RRULE:FREQ=WEEKLY;BYDAY")
  const ended = written(await published(ruled("RRULE:FREQ=WEEKLY;BYDAY=MO;UNTIL=20270301T000000", "2027-01-31T20:00")))
  expect(ended).toContain("RRULE:FREQ=WEEKLY;BYDAY=MO;UNTIL=")
  expect(ended).toMatch(/RDATE[^\r]*:20270131T200000/)
})

test("moved and cancelled dates are written as separate components with the event's UID", async () => {
  const event = await published(ruled("RRULE:FREQ=WEEKLY;COUNT=8", "2026-10-10T20:30"))
  const [, second, third] = event.occurrences
  await there.db
    .updateTable("occurrences")
    .set({ status: "cancelled", status_reason: "Une corde a cassé." })
    .where("id", "=", second?.id as number)
    .execute()
  await there.db
    .updateTable("occurrences")
    .set({
      status: "moved",
      recurrence_id: new Date(third?.start as string),
      starts_at: new Date("2026-10-25T19:00:00Z"),
      ends_at: new Date("2026-10-25T21:00:00Z"),
      until_at: new Date("2026-10-25T21:00:00Z"),
    })
    .where("id", "=", third?.id as number)
    .execute()
  const changed = (await findEvent(there.db, null, event.id, site)) as Event

  const file = written(changed)
  expect(await readBack(file)).toEqual(datesOf(changed))
  expect(file).toContain("RECURRENCE-ID;TZID=Europe/Brussels:20261017T203000\r\n")
  expect(file.replaceAll("\r\n ", "")).toMatch(
    /STATUS:CANCELLED\r\nDESCRIPTION:Annulé\\nUne corde a cassé\.\r\nEND:VEVENT/,
  )
  expect(file.match(/^UID:/gm)).toHaveLength(3)
  expect(new Set(file.match(/^UID:.*$/gm)).size).toBe(1)
})

test("a cancelled event is written with its status, reason, UID and sequence number", async () => {
  const event = await published({ status: "cancelled", status_reason: "Le plafond coule." })
  const file = written({ ...event, sequence: 4 })
  expect(file).toContain("\r\nSTATUS:CANCELLED\r\n")
  expect(file).toContain("\r\nSEQUENCE:4\r\n")
  expect(file).toContain(`\r\nUID:${event.uid}\r\n`)
  expect(file).toContain("Le plafond coule.")
  const [only] = event.occurrences
  const date = { ...only, status: "cancelled", status_reason: "La neige." } as (typeof event.occurrences)[number]
  expect(written({ ...event, status: "scheduled", status_reason: null, occurrences: [date] })).toContain("La neige.")
})

test("the time zone is written with yearly rules for summer and winter time", async () => {
  const file = written(await published({ starts: "2026-11-21T20:30" }))
  expect(file).toContain(
    "BEGIN:DAYLIGHT\r\nDTSTART:20250330T020000\r\nTZOFFSETFROM:+0100\r\nTZOFFSETTO:+0200\r\nTZNAME:CEST\r\nRRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU\r\n",
  )
  expect(file).toContain(
    "BEGIN:STANDARD\r\nDTSTART:20251026T030000\r\nTZOFFSETFROM:+0200\r\nTZOFFSETTO:+0100\r\nTZNAME:CET\r\nRRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU\r\n",
  )
})

test("no line is longer than 75 octets, no character is cut, every line ends with CRLF", async () => {
  const title = `${"Été ; de, la \\ nuit — ".repeat(8)}🎭🎪🎻`
  const event = await published({
    title,
    description: { fr: `<p>${"Žluťoučký kůň — 舞台の灯り 🎭 ".repeat(60)}</p>` },
    tags: ["a,b", "c;d"],
  })
  const file = written(event)
  const lines = file.split("\r\n")
  expect(lines.pop()).toBe("")
  expect(lines.filter((one) => Buffer.byteLength(one) > 75 || /[\r\n]/.test(one))).toEqual([])
  expect(lines.every((one) => one.isWellFormed())).toBe(true)

  const [vevent] = new ICAL.Component(ICAL.parse(file)).getAllSubcomponents("vevent")
  expect(vevent?.getFirstPropertyValue("summary")).toBe(title)
  expect(vevent?.getFirstProperty("categories")?.getValues()).toEqual(["Musique", "a,b", "c;d"])
})

test("no text of an event can add a property or a component to the file", async () => {
  const bad = 'x\r\nATTENDEE:mailto:a@b.example\r\nX-EVIL:1";LANGUAGE="\u2028BEGIN:VALARM'
  const event = await published({
    title: bad,
    summary: { fr: bad },
    tags: [bad.slice(0, 50)],
    online_url: "https://exemple.be/a?b=c;d,e",
    mode: "hybrid",
    location: { name: bad, street: bad, locality: "Bruxelles", country: "BE" },
    place_id: null,
  })
  const [calendar] = [new ICAL.Component(ICAL.parse(written(event)))]
  const [vevent] = calendar.getAllSubcomponents("vevent")
  expect(vevent?.hasProperty("attendee")).toBe(false)
  expect(vevent?.hasProperty("x-evil")).toBe(false)
  expect(vevent?.getAllSubcomponents()).toEqual([])
  expect(vevent?.getFirstPropertyValue("conference")).toBe("https://exemple.be/a?b=c;d,e")
})

test("a calendar file has its name, source and refresh interval, and its event's place, colour and image", async () => {
  const event = await published({
    location: { name: "La cale", lat: 50.85, lon: 4.34, locality: "Bruxelles", country: "BE" },
    place_id: null,
  })
  const file = icalendar(
    {
      name: "Le Hangar",
      url: "https://foyer.example/actors/hangar",
      source: "https://foyer.example/actors/hangar/calendar.ics",
      site,
      isFollowed: true,
    },
    [event],
    messagesIn("nl"),
  )
  for (const line of [
    "NAME:Le Hangar",
    "REFRESH-INTERVAL;VALUE=DURATION:PT6H",
    "SOURCE;VALUE=URI:https://foyer.example/actors/hangar/calendar.ics",
    "LOCATION:La cale\\, Bruxelles\\, België",
    "GEO:50.85;4.34",
    "COLOR:darkorange",
    "SUMMARY;LANGUAGE=fr:Radio Minuit",
    "CATEGORIES:Muziek",
    `URL:https://foyer.example/events/${event.id}`,
    "TRANSP:TRANSPARENT",
  ])
    expect(file).toContain(`\r\n${line}\r\n`)
  expect(file.replaceAll("\r\n ", "")).toContain(
    `IMAGE;VALUE=URI;DISPLAY=BADGE,GRAPHIC;FMTTYPE=image/png:https://foyer.example/events/${event.id}/card.png`,
  )
})
