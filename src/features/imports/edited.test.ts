import { sql } from "kysely"
import { expect, test } from "vitest"
import { findEvent } from "#features/events/queries.server.ts"
import { updateEvent, updateOccurrence, updateOccurrences } from "#features/events/writing/commands.server.ts"
import { world } from "#test/worlds/world.ts"
import { importEvents } from "./commands.server.ts"
import { calendar, vevent } from "./fixtures/world.ts"
import { reasonText } from "./reading/reason-text.ts"
import { messagesIn } from "#i18n/catalogues.server.ts"

const site = { publicUrl: "https://foyer.example", timezone: "Europe/Brussels" }
const year = new Date().getFullYear() + 1
const at = (day: string, hour: number) => `DTSTART;TZID=Europe/Brussels:${year}${day}T${hour}0000`
const weekly = (...lines: string[]) =>
  vevent(at("0301", 20), "RRULE:FREQ=DAILY;COUNT=5", ...lines).replace("minuit@", "series@")

/** A page that imports its calendar, and one of its staff who edits the imported events. */
async function house() {
  const { db, hangar } = await world()
  const imported = (...events: string[]) => imports(events)
  const previewed = (...events: string[]) => imports(events, { dryRun: true })
  async function imports(events: string[], more: { dryRun?: boolean } = {}) {
    const importing = importEvents(db, "operator", Buffer.from(calendar(...events)), { as: hangar.fid, ...more })
    let step = await importing.next()
    while (!step.done) step = await importing.next()
    return step.value
  }
  async function idOf(external: string) {
    const row = await db.selectFrom("event_sources").select("event_id").where("external_id", "=", external).execute()
    return row[0]?.event_id as number
  }
  const event = async (external: string) => (await findEvent(db, null, await idOf(external), site)) as NonNullable<Read>
  type Read = Awaited<ReturnType<typeof findEvent>>
  const dates = async (external: string) =>
    (await event(external)).occurrences.map(({ start, status }) => `${start.slice(5, 16)} ${status}`)
  return { db, hangar, imported, previewed, idOf, event, dates }
}

test("fields and dates edited here stay when the source changes others", async () => {
  const { db, hangar, imported, idOf, event, dates } = await house()
  const one = (...lines: string[]) => vevent(at("0314", 20), "LOCATION:Ailleurs\\, 1 rue Haute\\, 4000 Liège", ...lines)
  await imported(one(), weekly())
  const [id, series] = [await idOf("minuit@hangar"), await idOf("series@hangar")]
  await updateEvent(db, hangar.viewer, id, { title: { fr: "Minuit passé" }, place: hangar.fid }, undefined, site)
  const [first, second] = (await event("series@hangar")).occurrences.map((each) => each.id) as [number, number]
  await updateOccurrences(db, hangar.viewer, series, { occurrences: [first], status: "cancelled" }, undefined, site)
  await updateOccurrence(
    db,
    hangar.viewer,
    series,
    second,
    { start: `${year}-03-02T18:00`, end: null },
    undefined,
    site,
  )
  const before = await dates("series@hangar")
  expect(before.slice(0, 3)).toEqual(["03-01T20:00 cancelled", "03-02T18:00 moved", "03-03T20:00 scheduled"])
  const notices = () => db.selectFrom("notices").select("kind").orderBy("id").execute()
  const told = await notices()

  const report = await imported(one("DESCRIPTION:Autrement dit"), weekly("DESCRIPTION:Autrement dit"))
  expect(report).toMatchObject({ updated: 2, notes: [] })
  expect(await event("minuit@hangar")).toMatchObject({
    title: { fr: "Minuit passé" },
    description: { fr: "<p>Autrement dit</p>" },
    place: { fid: hangar.fid },
  })
  expect(await dates("series@hangar")).toEqual(before)
  expect(await notices()).toEqual(told)

  // Changes of other dates in the source are written.
  const excepted = weekly("DESCRIPTION:Autrement dit", `EXDATE;TZID=Europe/Brussels:${year}0303T200000`)
  expect(await imported(one("DESCRIPTION:Autrement dit"), excepted)).toMatchObject({ updated: 1, notes: [] })
  expect(await dates("series@hangar")).toEqual(before.filter((each) => !each.startsWith("03-03")))
})

test("a field changed both here and in the source keeps the local value, and the report names it once", async () => {
  const { db, hangar, imported, previewed, idOf, event, dates } = await house()
  const one = (title: string, hour: number, ...lines: string[]) =>
    vevent(at("0314", hour), ...lines).replace("Radio Minuit", title)
  await imported(one("Radio Minuit", 20))
  const id = await idOf("minuit@hangar")
  const [date] = (await event("minuit@hangar")).occurrences
  await updateEvent(db, hangar.viewer, id, { title: { fr: "Minuit passé" } }, undefined, site)
  const moved = { start: `${year}-03-14T18:00`, end: null }
  await updateOccurrence(db, hangar.viewer, id, date?.id as number, moved, undefined, site)

  const preview = await previewed(one("Radio Midi", 21))
  expect(await event("minuit@hangar")).toMatchObject({ title: { fr: "Minuit passé" } })
  const report = await imported(one("Radio Midi", 21))
  // A preview reports the same as the import.
  expect(preview).toEqual(report)
  expect(report).toMatchObject({ updated: 0, unchanged: 1 })
  expect(report.notes.map(({ reason }) => reasonText(messagesIn("en"), reason))).toEqual([
    "Changed here and in the list: title and dates. What is here stays.",
  ])
  expect(await event("minuit@hangar")).toMatchObject({ title: { fr: "Minuit passé" } })
  expect(await dates("minuit@hangar")).toEqual(["03-14T18:00 moved"])
  expect(await imported(one("Radio Midi", 21))).toMatchObject({ unchanged: 1, notes: [] })
  // A person who takes over the source's text follows the source again.
  await updateEvent(db, hangar.viewer, id, { title: { fr: "Radio Midi" } }, undefined, site)
  expect(await imported(one("Radio Soir", 21))).toMatchObject({ updated: 1, notes: [] })
  expect(await event("minuit@hangar")).toMatchObject({ title: { fr: "Radio Soir" } })
  expect(await dates("minuit@hangar")).toEqual(["03-14T18:00 moved"])
})

test("for a record whose imported values are not stored, an edited title stays and other fields are updated", async () => {
  const { db, hangar, imported, idOf, event } = await house()
  await imported(vevent(at("0314", 20)))
  await sql`update event_sources set imported = null`.execute(db)
  const id = await idOf("minuit@hangar")
  await updateEvent(db, hangar.viewer, id, { title: { fr: "Minuit passé" } }, undefined, site)
  await imported(vevent(at("0314", 21), "DESCRIPTION:Autrement dit"))
  const read = await event("minuit@hangar")
  expect(read).toMatchObject({ title: { fr: "Minuit passé" }, description: { fr: "<p>Autrement dit</p>" } })
  expect(read.occurrences.map(({ start }) => start.slice(11, 16))).toEqual(["21:00"])
})
