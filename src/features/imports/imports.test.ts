import { sql } from "kysely"
import { expect, test } from "vitest"
import type { Viewer } from "#features/accounts/viewer.ts"
import { purgeDeleted } from "#features/actors/removal/commands.server.ts"
import { importEvents } from "./commands.server.ts"
import { readInWorker } from "./reading/reader.server.ts"
import { calendar, counts, importWorld, vevent } from "./fixtures/world.ts"

const world = importWorld()
const { imported, events, dates } = world

test("a calendar is imported with its fields, and importing it again changes nothing", async () => {
  const text = calendar(
    vevent(
      "DTSTART;TZID=Europe/Brussels:20261121T203000",
      "DTEND;TZID=Europe/Brussels:20261121T230000",
      "LOCATION:Le Hangar\\, 12 rue Haute\\, 4000 Liège",
      "GEO:50.64;5.57",
      "DESCRIPTION:Un soir de\\n\\njazz & de radio",
      "CATEGORIES:Concert,Jazz",
    ),
  )
  expect(counts(await imported(text))).toEqual({ created: 1, updated: 0, unchanged: 0, refused: [] })
  expect(counts(await imported(text))).toEqual({ created: 0, updated: 0, unchanged: 1, refused: [] })
  expect(await dates()).toEqual(["2026-11-21T20:30+01:00–23:00"])
  const [event] = await events()
  expect(event).toMatchObject({
    title: { fr: "Radio Minuit" },
    description: { fr: "<p>Un soir de</p><p>jazz &amp; de radio</p>" },
    category: "music",
    tags: ["Concert", "Jazz"],
    workflow: "published",
    version: 1,
    location: {
      name: "Le Hangar",
      street: "12 rue Haute",
      postal_code: "4000",
      locality: "Liège",
      lat: 50.64,
      precision: "exact",
    },
  })
})

test("a changed record updates its event, which keeps its id and a co-organizer added since", async () => {
  const [hangar, nour] = await world.db
    .insertInto("actors")
    .values(["hangar", "nour"].map((fid) => ({ fid, name: fid, type: "group", status: "published", language: "fr" })))
    .returning("id")
    .execute()
  const text = (title: string) => calendar(vevent("DTSTART:20261121T193000Z").replace("Radio Minuit", title))
  await imported(text("Radio Minuit"), { as: "hangar" })
  const [before] = await events()
  const both = { event_id: before?.id as number, actor_id: nour?.id as number, position: 1 }
  await world.db.insertInto("event_organizers").values(both).execute()

  expect(counts(await imported(text("Radio Midi"), { as: "hangar" }))).toMatchObject({ updated: 1 })
  const [after] = await events()
  expect(after).toMatchObject({ id: before?.id, title: { fr: "Radio Midi" }, version: 2, sequence: 0 })
  const organizers = await world.db.selectFrom("event_organizers").select("actor_id").orderBy("position").execute()
  expect(organizers.map(({ actor_id }) => actor_id)).toEqual([hangar?.id, nour?.id])
})

test("an import that changes the date or status of a future event queues a notice; another change does not", async () => {
  const year = new Date().getFullYear() + 1
  const text = (hour: number, ...more: string[]) => calendar(vevent(`DTSTART:${year}0314T${hour}3000Z`, ...more))
  const notices = () => world.db.selectFrom("notices").select(["kind", "user_id"]).orderBy("id").execute()
  await imported(text(19))
  await imported(text(19, "DESCRIPTION:Autrement dit"))
  expect(await notices()).toEqual([])
  await imported(text(20))
  expect(await notices()).toEqual([{ kind: "dates", user_id: null }])
  await imported(text(20, "STATUS:CANCELLED"))
  expect(await notices()).toMatchObject([{ kind: "dates" }, { kind: "cancelled" }])
})

test("a preview counts the events and writes none", async () => {
  const report = await imported(calendar(vevent("DTSTART:20261121T193000Z")), { dryRun: true })
  expect(report).toMatchObject({ created: 1, occurrences: 1 })
  expect(await events()).toEqual([])
})

test("an import is refused without login, without rights to the page, and for an unknown page", async () => {
  await world.db.insertInto("actors").values({ fid: "hangar", name: "Hangar", type: "place", language: "fr" }).execute()
  const bytes = Buffer.from("")
  await expect(importEvents(world.db, null, bytes).next()).rejects.toMatchObject({ code: "sign_in_needed" })
  const stranger = { userId: 1, actorId: 999, isVerified: true } as Viewer
  const as = { as: "hangar" }
  await expect(importEvents(world.db, stranger, bytes, as).next()).rejects.toMatchObject({ code: "import_forbidden" })
  await expect(importEvents(world.db, stranger, bytes).next()).rejects.toMatchObject({ code: "import_forbidden" })
  const nobody = importEvents(world.db, "operator", bytes, { as: "nobody" })
  await expect(nobody.next()).rejects.toMatchObject({ code: "actor_not_found" })
})

test("a purged event is refused by later imports of its origin, which report it and import the other records", async () => {
  const text = (title: string) =>
    calendar(
      vevent("DTSTART:20261121T193000Z").replace("Radio Minuit", title),
      vevent("DTSTART:20261122T193000Z").replace("minuit@hangar", "midi@hangar"),
    )
  await imported(text("Radio Minuit"))
  const [first, second] = await events()
  await sql`update events set workflow = 'draft', deleted_workflow = 'published', deleted_at = now() - interval '29 days'
    where id = ${first?.id}`.execute(world.db)
  // While its deletion can be undone, the hidden event still follows its source.
  expect(counts(await imported(text("Radio Midi")))).toMatchObject({ updated: 1, refused: [] })
  expect(await purgeDeleted(world.db)).toEqual({ count: 0, files: [] })
  await sql`update events set deleted_at = now() - interval '31 days' where id = ${first?.id}`.execute(world.db)
  expect(await purgeDeleted(world.db)).toEqual({ count: 1, files: [] })

  for (const options of [{ dryRun: true }, {}, {}]) {
    const report = await imported(text("Radio Matin"), options)
    expect(counts(report)).toEqual({ created: 0, updated: 0, unchanged: 1, refused: ["deleted_here"] })
    expect(report.refused).toMatchObject([{ position: 1, title: "Radio Matin", external_id: "minuit@hangar" }])
    expect(report.occurrences).toBe(1)
  }
  expect((await events()).map(({ id }) => id)).toEqual([second?.id])
  // The stored trace of it identifies nobody, and concerns only this origin.
  const { rows } = await sql<{ kept: string }>`select to_jsonb(d)::text as kept from deleted_sources d`.execute(
    world.db,
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]?.kept).not.toMatch(/minuit|hangar/i)
  await world.db
    .insertInto("actors")
    .values({ fid: "ailleurs", type: "place", name: "Ailleurs", language: "fr", status: "published" })
    .execute()
  expect(counts(await imported(text("Radio Matin"), { as: "ailleurs" }))).toMatchObject({ created: 2, refused: [] })
})

test("OpenAgenda records, one a line, are imported with their fields, and bad records are refused", async () => {
  const record = {
    uid: "18562384",
    canonicalurl: "https://openagenda.com/x/events/y",
    title_fr: "ANNULÉ : Sténopé",
    title_en: "Pinhole",
    longdescription_fr: '<p onclick="x()">Étroit <a href="javascript:x()">œil</a></p>',
    keywords_fr: ["Expositions", "Sténopé"],
    conditions_fr: "Entrée libre",
    timings:
      '[{"begin": "2026-11-21T10:00:00+01:00", "end": "2026-11-21T18:00:00+01:00"}, {"begin": "2026-11-22T10:00:00+01:00", "end": "2026-11-22T18:00:00+01:00"}]',
    location_name: "Cité",
    location_address: "30 avenue Corentin-Cariou 1000 Bourg-en-Bresse",
    location_postalcode: "1000",
    location_city: "Bourg-en-Bresse",
    location_countrycode: "fr",
    location_coordinates: { lon: 46.2, lat: 5.2 },
    accessibility: "mi;hi",
    attendancemode: '{"id": 3, "label": {"fr": "Mixte", "io": "crwdns141:0crwdne141:0"}}',
    age_min: 6,
    registration: '[{"type": "phone", "value": "01"}, {"type": "link", "value": "https://billets.example/"}]',
  }
  const lines = [record, { ...record, title_en: "Twin" }, { uid: "2", title_fr: "Sans date", timings: "[]" }].map(
    (each) => JSON.stringify(each),
  )
  const text = `${lines.join("\n")}\n{"uid": broken\n`
  expect(counts(await imported(text))).toEqual({
    created: 1,
    updated: 0,
    unchanged: 0,
    refused: ["duplicate", "no_start", "record_broken"],
  })
  expect(counts(await imported(text))).toMatchObject({ created: 0, updated: 0, unchanged: 1 })
  expect(await dates()).toEqual(["2026-11-21T10:00+01:00–18:00", "2026-11-22T10:00+01:00–18:00"])
  expect((await events())[0]).toMatchObject({
    title: { fr: "ANNULÉ : Sténopé", en: "Pinhole" },
    description: { fr: '<p>Étroit <a rel="nofollow noopener">œil</a></p>' },
    status: "cancelled",
    mode: "hybrid",
    category: "exhibition",
    timezone: "Europe/Paris",
    is_free: true,
    age_min: 6,
    ticket_url: "https://billets.example/",
    access: { step_free: "yes", induction_loop: "yes" },
    location: { name: "Cité", postal_code: "01000", lat: 46.2, lon: 5.2, precision: "exact" },
  })
})

test("schema.org events of an HTML page are imported from a graph with references", async () => {
  const page = `<!doctype html><title>x</title><script type="application/ld+json">{"@graph": [
    {"@id": "#hall", "@type": "Place", "name": "Le Hangar", "address": {"@type": "PostalAddress", "addressLocality": "Liège", "addressCountry": "BE"}},
    {"@type": ["MusicEvent"], "@id": "https://hangar.be/1", "name": "Radio &eacute;toile", "startDate": "2026-11-21T20:30", "endDate": "2026-11-21T01:00",
     "location": {"@id": "#hall"}, "eventStatus": "https://schema.org/EventPostponed", "performer": [{"name": "Nour"}],
     "offers": {"price": "12,50", "priceCurrency": "EUR", "url": "https://hangar.be/t"}},
    {"@type": "ExhibitionEvent", "name": "Traces", "startDate": "2026-12-01", "endDate": "2026-12-03", "location": "Musée, Gand"},
    {"@type": "Event", "name": "Sans date"}]}</script>
    <script type="application/ld+json">{broken</script>`
  const report = await imported(page)
  expect(counts(report)).toEqual({ created: 2, updated: 0, unchanged: 0, refused: ["no_start"] })
  expect(counts(await imported(page))).toMatchObject({ unchanged: 2 })
  const [concert, exhibition] = await events()
  expect(concert).toMatchObject({
    title: { fr: "Radio étoile" },
    category: "music",
    status: "postponed",
    ticket_url: "https://hangar.be/t",
  })
  expect(concert?.location).toMatchObject({ name: "Le Hangar", locality: "Liège", country: "BE" })
  expect(exhibition).toMatchObject({ category: "exhibition", all_day: true })
  const rows = await world.db.selectFrom("occurrences").selectAll().orderBy("starts_at").execute()
  expect(rows.map(({ starts_at, ends_at }) => [starts_at.toISOString(), ends_at?.toISOString()])).toEqual([
    ["2026-11-21T19:30:00.000Z", "2026-11-22T00:00:00.000Z"],
    ["2026-11-30T23:00:00.000Z", "2026-12-03T23:00:00.000Z"],
  ])
})

test("tables with three separators and headers in three languages are imported alike", async () => {
  for (const [text, zone] of [
    [
      "Titre;Date de début;Date de fin;Lieu;Ville;Prix\nRadio Minuit;21/11/2026 20:30;21/11/2026 01:00;Le Hangar;Liège;12,50 €\n",
      "fr",
    ],
    [
      "Titel\tStarttijd\tEindtijd\tPlaats\tGemeente\tPrijs\nRadio Minuit\t2026-11-21 20:30\t2026-11-21 01:00\tLe Hangar\tLiège\t12.5\n",
      "nl",
    ],
    ['title,date,hour,end,venue,city,price\n"Radio Minuit",2026-11-21,20h30,1h00,Le Hangar,Liège,12.50\n', "en"],
  ] as const) {
    const report = await imported(text)
    expect({ zone, ...counts(report) }).toEqual({ zone, created: 1, updated: 0, unchanged: 0, refused: [] })
    expect(await dates()).toEqual(["2026-11-21T20:30+01:00–01:00"])
    expect((await events())[0]?.location).toMatchObject({ name: "Le Hangar", locality: "Liège" })
    const prices = await world.db.selectFrom("event_prices").select("amount").execute()
    expect(prices).toEqual([{ amount: 12.5 }])
    await world.db.deleteFrom("events").execute()
  }
})

test.each([
  ["", "empty"],
  ["   \n ", "empty"],
  ["Bonjour, ceci n’est pas un agenda.", "format_unknown"],
  ["<opml><outline/></opml>", "format_unknown"],
  ["<!doctype html><p>Rien</p>", "no_events"],
  [calendar("BEGIN:VTODO", "SUMMARY:x", "END:VTODO"), "no_events"],
  ['{"@type": "Person", "name": "Nour"}', "not_an_event"],
  ['[{"uid": 1', "format_broken"],
  ["Nom du festival;Commune;Code postal\nUn;Braine;2220\nDeux;Laon;2000\n", "no_date_column"],
])("the source %.30s is refused as a whole: %s", async (text, reason) => {
  expect(counts(await imported(text))).toEqual({ created: 0, updated: 0, unchanged: 0, refused: [reason] })
})

test("a record that takes too long to read is reported as too_slow, and the others are read", async () => {
  // The rule searches 130 years for a day that does not exist, again and again.
  const rule = "RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30"
  const good = (name: string) => vevent("DTSTART:20261121T193000Z").replace("minuit@", name)
  const slow = vevent("DTSTART:19000101T193000Z", ...Array.from({ length: 3000 }, () => rule)).replace("minuit@", "b@")
  const options = { timezone: "Europe/Brussels", now: Date.UTC(2026, 10, 21) }
  const bytes = Buffer.from(calendar(good("a@"), slow, good("c@")))
  const read = await Array.fromAsync(readInWorker({ bytes, options }, 1500))
  expect(read.flat()).toMatchObject([
    { position: 1, format: "ical" },
    { position: 2, title: "Radio Minuit", refused: { id: "too_slow" } },
    { position: 3, format: "ical" },
  ])
})
