import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { sql } from "kysely"
import { expect, test } from "vitest"
import { allEvents } from "#features/events/export/queries.server.ts"
import { icalendar } from "#features/events/icalendar/icalendar.ts"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { calendar, counts, importWorld, vevent } from "./fixtures/world.ts"
import { freeIn } from "./reading/prices.ts"

const world = importWorld()
const { imported, events, dates } = world

test("rows without an id, with the same day but different times, become one event per time", async () => {
  const row = { Titel: "Bal", Datum: "14/07/2012", Einde: "23:00", Plaats: "Graslei", Gemeente: "Gent" }
  const list = JSON.stringify(["18:00", "20:00", "22:00"].map((Begin) => ({ ...row, Begin })))
  expect(counts(await imported(list))).toEqual({ created: 3, updated: 0, unchanged: 0, refused: [] })
  expect(counts(await imported(list))).toMatchObject({ unchanged: 3 })
})

test("a list in a document of one line is read, with or without a line break at its end", async () => {
  const timings = [{ begin: "2026-11-21T20:00:00+01:00", end: "2026-11-21T22:00:00+01:00" }]
  const found = { total: 2, events: ["1", "2"].map((uid) => ({ uid, title: { fr: `Bal ${uid}` }, timings })) }
  for (const text of [JSON.stringify(found), `${JSON.stringify(found)}\n`])
    expect(counts(await imported(text))).toMatchObject({ refused: [] })
  expect((await events()).map(({ title }) => title)).toEqual([{ fr: "Bal 1" }, { fr: "Bal 2" }])
  // A single record with the end of its line counts as one record, too.
  expect(counts(await imported(`${JSON.stringify(found.events[0])}\n`))).toMatchObject({ unchanged: 1, refused: [] })
})

test.each([
  [["00:00", "23:59"], true, "2026-11-22T00:00+01:00"],
  [["00:00:00", "23:59:59"], true, "2026-11-22T00:00+01:00"],
  [["00:00", "00:00"], true, "2026-11-22T00:00+01:00"],
  [["00:00", "05:00"], false, "2026-11-21T05:00+01:00"],
  [["20:00", "23:59"], false, "2026-11-21T23:59+01:00"],
])("an event at the hours %j is an all-day event: %s", async ([from, to], isWhole, end) => {
  const day = (clock: string | undefined, date: string) => `${date}T${clock}${clock?.length === 5 ? ":00" : ""}+01:00`
  const timings = [{ begin: day(from, "2026-11-21"), end: day(to, to === "00:00" ? "2026-11-22" : "2026-11-21") }]
  await imported(JSON.stringify({ uid: "1", title_fr: "Cour ouverte", timings: JSON.stringify(timings) }))
  expect(await events()).toMatchObject([{ all_day: isWhole }])
  const [date] = await world.db.selectFrom("occurrences").select("ends_at").execute()
  expect(date?.ends_at).toEqual(new Date(end))
})

test("all events of a list get the language of most of its text, from JSON and from CSV", async () => {
  const rows = [
    ["Titel", "Datum", "Beschrijving"],
    ["Een avond", "2026-11-21", "De band speelt met het orkest van de stad en voor iedereen die wil dansen"],
    ["Film", "2026-11-22", ""],
  ] as const
  const [head, ...body] = rows
  const json = JSON.stringify(body.map((row) => Object.fromEntries(row.map((cell, at) => [head[at], cell]))))
  await imported(json)
  expect((await events()).map(({ language }) => language)).toEqual(["nl", "nl"])
  await world.db.deleteFrom("events").execute()
  await imported(rows.map((row) => row.join(";")).join("\n"))
  expect((await events()).map(({ language }) => language)).toEqual(["nl", "nl"])
})

test("free entrance is read from a description, and two columns of prices become one price", async () => {
  expect(freeIn("<p>Un soir de jazz. Entrée libre.</p>")).toEqual([{ free: true, amount: 0 }])
  expect(freeIn("un logiciel libre et gratuit")).toEqual([])
  await imported('[{"name":"Bal","date_debut":"2026-11-21","tarif":"Payant","detail_tarif":"Tarif unique : 6 €"}]')
  expect(await world.db.selectFrom("event_prices").select(["label", "amount"]).execute()).toEqual([
    { label: "Tarif unique : 6 €", amount: 6 },
  ])
})

test("events of WordPress pages are read despite escaped markup, with no false performer and with two prices", async () => {
  const event = {
    "@type": "Event",
    name: "Bal &#8211; soir",
    description: "&lt;p&gt;Un &lt;strong&gt;soir&lt;/strong&gt;&lt;/p&gt;\\n",
    startDate: "2026-11-21T20:00:00+01:00",
    performer: "Organization",
    location: {
      "@type": "Place",
      name: "Le Hangar",
      address: { streetAddress: "12 rue Haute\\, cour", addressLocality: "Liège" },
    },
    offers: { "@type": "AggregateOffer", lowPrice: "5", highPrice: "12" },
  }
  const online = { ...event, name: "Visio", location: "Online event", offers: [] }
  await imported(`<!doctype html><script type="application/ld+json">${JSON.stringify([event, online])}</script>`)
  const [bal, visio] = await events()
  expect(bal).toMatchObject({ title: { fr: "Bal – soir" }, description: { fr: "<p>Un <strong>soir</strong></p>" } })
  expect(bal?.location).toMatchObject({ street: "12 rue Haute, cour" })
  expect(visio).toMatchObject({ mode: "online", location_id: null })
  expect(await world.db.selectFrom("event_lineup").selectAll().execute()).toEqual([])
  const prices = await world.db.selectFrom("event_prices").select("amount").orderBy("position").execute()
  expect(prices.map(({ amount }) => amount)).toEqual([5, 12])
})

test.each([
  ["(UTC-05:00) Eastern Time (US and Canada)", "2026-07-01T20:00-04:00"],
  ["tzone://Microsoft/Utc", "2026-07-01T22:00+02:00"],
  ["(UTC+01:00) Brussels\\, Copenhagen\\, Madrid\\, Paris", "2026-07-01T20:00+02:00"],
])("the time zone name %s is understood", async (zone, expected) => {
  await imported(calendar(vevent(`DTSTART;TZID="${zone}":20260701T200000`)))
  expect(await dates()).toEqual([expected])
})

test("a time zone whose name has a comma is read by the calendar's own definition", async () => {
  const zone = ["BEGIN:VTIMEZONE", "TZID:Chez nous\\, ailleurs", "BEGIN:STANDARD", "DTSTART:19700101T000000"].concat([
    "TZOFFSETFROM:+0900\r\nTZOFFSETTO:+0900\r\nEND:STANDARD\r\nEND:VTIMEZONE",
  ])
  await imported(calendar(...zone, vevent('DTSTART;TZID="Chez nous, ailleurs":20261121T200000')))
  const [row] = await world.db.selectFrom("occurrences").select("starts_at").execute()
  expect(row?.starts_at.toISOString()).toBe("2026-11-21T11:00:00.000Z")
})

test("Outlook's all-day events are read, and a bad date or an hourly rule does not cost the series", async () => {
  const flag = "X-MICROSOFT-CDO-ALLDAYEVENT:TRUE"
  await imported(calendar(vevent("DTSTART;TZID=Romance Standard Time:20261121T000000", "DURATION:P1D", flag)))
  expect((await events())[0]).toMatchObject({ all_day: true, timezone: "Europe/Paris" })
  await world.db.deleteFrom("events").execute()

  const series = vevent("DTSTART:20261121T190000Z", "RRULE:FREQ=DAILY;COUNT=3")
  const bad = vevent("RECURRENCE-ID:20261122T190000Z", "DTSTART:20261122T190000Z", "DTEND:20201122T190000Z")
  const report = await imported(calendar(series, bad))
  expect(report).toMatchObject({
    created: 1,
    occurrences: 3,
    refused: [],
    notes: [{ reason: { id: "note_override" } }],
  })
  await world.db.deleteFrom("events").execute()

  expect(await imported(calendar(vevent("DTSTART:20261121T090000Z", "RRULE:FREQ=HOURLY;COUNT=3")))).toMatchObject({
    occurrences: 3,
    notes: [],
  })
  await world.db.deleteFrom("events").execute()
  expect(await imported(calendar(vevent("DTSTART:20261121T090000Z", "RRULE:FREQ=HOURLY")))).toMatchObject({
    occurrences: 1,
    notes: [{ reason: { id: "note_hourly" } }],
  })
})

test("a programme in the pentabarf format is imported, with times after midnight on the next day", async () => {
  const xml = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa">]><schedule><conference><acronym>days</acronym>
    <venue>ULB</venue><city>Brussels</city><day_change>09:00:00</day_change><time_zone_name>Europe/Brussels</time_zone_name></conference>
    <day date="2026-01-31"><room name="Janson"><event id="7"><start>23:30</start><duration>01:00</duration><title>Late &amp; loud</title>
    <language>en</language><abstract>&lt;p&gt;Words&lt;/p&gt;</abstract><persons><person id="1">Ada</person></persons></event>
    <event id="8"><start>01:30</start><duration>00:15</duration><title>Later &a;</title></event></room></day></schedule>`
  expect(counts(await imported(xml))).toMatchObject({ created: 2, refused: [] })
  const rows = await world.db.selectFrom("occurrences").select(["starts_at", "ends_at"]).orderBy("starts_at").execute()
  expect(rows.map((row) => [row.starts_at.toISOString(), row.ends_at?.toISOString()])).toEqual([
    ["2026-01-31T22:30:00.000Z", "2026-01-31T23:30:00.000Z"],
    ["2026-02-01T00:30:00.000Z", "2026-02-01T00:45:00.000Z"],
  ])
  const [late, later] = await events()
  expect(late).toMatchObject({ title: { en: "Late & loud" }, location: { name: "Janson, ULB", locality: "Brussels" } })
  expect(Object.values(later?.title ?? {})[0]).not.toContain("aaaa")
})

test("feed entries with a date are imported, and entries without one are refused", async () => {
  const rss = `<rss version="2.0" xmlns:ev="http://purl.org/rss/1.0/modules/event/"><channel><title>x</title><language>nl</language>
    <item><title>Bal</title><guid>a</guid><ev:startdate>2026-11-21T20:00:00+01:00</ev:startdate><ev:location>Graslei, Gent</ev:location></item>
    <item><title>Nieuws</title><pubDate>Sat, 21 Nov 2026 10:00:00 GMT</pubDate></item></channel></rss>`
  expect(counts(await imported(rss))).toMatchObject({ created: 1, refused: ["no_start"] })
  expect((await events())[0]).toMatchObject({ language: "nl", location: { name: "Graslei", locality: "Gent" } })
  const atom = `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:gd="http://schemas.google.com/g/2005"><entry><id>b</id><title>Bal</title>
    <gd:when startTime="2026-11-22" endTime="2026-11-23"/><link href="https://a.example/b"/></entry></feed>`
  expect(counts(await imported(atom))).toMatchObject({ created: 1, refused: [] })
})

test("a record that is too long or broken is refused, and the others are imported", async () => {
  const good = vevent("DTSTART:20261121T193000Z").replace("minuit@", "a@")
  const long = vevent("DTSTART:20261121T193000Z").replace("Radio Minuit", "x ".repeat(900_000))
  const report = await imported(calendar(long, good))
  expect(counts(report)).toEqual({ created: 1, updated: 0, unchanged: 0, refused: ["title_too_long"] })
  const list = `[{"title":"a","date":"2026-11-21"},{"title":"${"<".repeat(2_100_000)}","date":"2026-11-21"},{"title":"b" "date"},{"title":"c","date":"2026-11-22"}]`
  expect(counts(await imported(list))).toMatchObject({ created: 2, refused: ["record_too_long", "record_broken"] })
})

test("an import can map category words and create pages without an owner for venues, which a preview counts", async () => {
  const text = calendar(
    vevent("DTSTART:20261121T193000Z", "CATEGORIES:Soirée dansée", "LOCATION:Le Hangar\\, 12 rue Haute\\, 4000 Liège"),
    vevent("DTSTART:20261122T193000Z", "LOCATION:LE HANGAR\\, Liège").replace("minuit@", "b@"),
    vevent("DTSTART:20261123T193000Z", "LOCATION:En ligne").replace("minuit@", "c@"),
  )
  const options = { places: true, categories: { "soiree dansee": "party" as const } }
  expect(await imported(text, { ...options, dryRun: true })).toMatchObject({ created: 3, places: 1 })
  expect(await imported(text, options)).toMatchObject({ created: 3, places: 1 })
  const pages = await world.db.selectFrom("actors").select(["id", "fid", "type", "status"]).execute()
  expect(pages).toMatchObject([{ fid: "le-hangar", type: "place", status: "published" }])
  const found = await events()
  expect(found.map(({ place_id }) => place_id)).toEqual([pages[0]?.id, pages[0]?.id, null])
  expect(found[0]).toMatchObject({ category: "party" })
  expect(await world.db.selectFrom("relations").selectAll().execute()).toEqual([])
  await world.db.deleteFrom("events").execute()
  expect(await imported(text, options)).toMatchObject({ created: 3, places: 0 })
})

test("a deadlock does not end an import", async () => {
  const text = (title: string) =>
    calendar(
      ...Array.from({ length: 20 }, (_, at) =>
        vevent("DTSTART:20261121T193000Z").replace("minuit@", `${at}@`).replace("Radio Minuit", title),
      ),
    )
  await imported(text("Avant"))
  const ids = (await events()).map(({ id }) => id)
  // The other transaction holds the last event and then wants the first, while the import holds the first and wants the last.
  const other = world.db.transaction().execute(async (tx) => {
    await sql`select from events where id = ${ids.at(-1)} for update`.execute(tx)
    await sql`select pg_sleep(1)`.execute(tx)
    await sql`set local deadlock_timeout = '1h'`.execute(tx)
    await sql`select from events where id = ${ids[0]} for update`.execute(tx)
  })
  expect(counts(await imported(text("Après")))).toMatchObject({ updated: 20, refused: [] })
  await other
})

test("events that are exported and imported again have the same dates, statuses and time zones", async () => {
  await imported(
    calendar(
      vevent(
        "DTSTART;TZID=Europe/London:20261102T200000",
        "DURATION:PT2H",
        "RRULE:FREQ=DAILY;COUNT=4",
        "CATEGORIES:Concert,Jazz",
        "LOCATION:Le Hangar\\, 12 rue Haute\\, 4000 Liège",
      ),
      vevent("RECURRENCE-ID;TZID=Europe/London:20261103T200000", "DTSTART;TZID=Europe/London:20261103T210000"),
      vevent("RECURRENCE-ID;TZID=Europe/London:20261104T200000", "STATUS:CANCELLED"),
      vevent("DTSTART;VALUE=DATE:20261105", "X-FOYER-TIMEZONE:Asia/Tokyo", "X-FOYER-STATUS:postponed").replace(
        "minuit@",
        "b@",
      ),
      vevent("DTSTART:20261106T190000Z", "X-FOYER-STATUS:moved_online", "CONFERENCE:https://meet.example/x").replace(
        "minuit@",
        "c@",
      ),
    ),
  )
  const site = { publicUrl: "https://foyer.example", timezone: "Europe/Brussels", name: "Foyer" }
  const all = async () => Array.fromAsync(allEvents(world.db, site))
  const said = (list: Awaited<ReturnType<typeof all>>) =>
    list.map(({ title, status, timezone, all_day, category, tags, mode, occurrences }) => ({
      title,
      status,
      timezone,
      all_day,
      category,
      tags,
      mode,
      dates: occurrences.map((date) => ({ ...date, id: 0 })),
    }))
  const before = await all()
  expect(before.map(({ status }) => status)).toEqual(["scheduled", "postponed", "moved_online"])
  expect(before[0]?.tags).toEqual(["Concert", "Jazz"])

  const lines = before.map((event) => JSON.stringify(event)).join("\n")
  const head = {
    name: "x",
    url: "https://foyer.example",
    source: "https://foyer.example/x.ics",
    site,
    isFollowed: false,
  }
  const file = icalendar(head, before, messagesIn("fr"))
  expect(file).toContain("X-WR-TIMEZONE:Europe/Brussels")
  for (const [name, text] of [
    ["lines", lines],
    ["list", `[${before.map((event) => JSON.stringify(event)).join(",\n")}]`],
    ["calendar", file],
  ] as const) {
    await world.db.deleteFrom("events").execute()
    expect(counts(await imported(text)), name).toMatchObject({ created: 3, refused: [] })
    expect(said(await all()), name).toEqual(said(before))
  }
})

test("the import and export scripts print their help, and refer to it without a stack trace on a wrong option", async () => {
  const run = promisify(execFile)
  for (const script of ["scripts/import.ts", "scripts/export.ts"]) {
    const { stdout, stderr } = await run(process.execPath, [script, "--help"])
    expect(stdout).toMatch(/^npm run (import|export)/)
    expect(stderr).toBe("")
    const wrong = (await run(process.execPath, [script, "--nothing"]).catch((error: unknown) => error)) as {
      stderr: string
    }
    expect(wrong.stderr).toContain("--help")
    expect(wrong.stderr).not.toMatch(/\n\s+at /)
  }
})
