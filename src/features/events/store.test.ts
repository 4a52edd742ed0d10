import * as fc from "fast-check"
import { sql } from "kysely"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type TestDatabase, testDatabase } from "#test/database.ts"
import { saveEvents } from "./store.server.ts"
import type { EventDraft } from "./draft.ts"
import { storedOccurrences } from "./dates/occurrences.ts"
import { refreshSearchOfActors } from "./search/commands.server.ts"

let world: TestDatabase
beforeAll(async () => {
  world = await testDatabase()
})
afterAll(() => world.drop())

const evening: EventDraft = {
  language: "fr",
  title: { fr: "Radio Minuit" },
  category: "music",
  timezone: "Europe/Brussels",
  occurrences: [{ starts_at: new Date("2026-11-21T19:30:00Z"), ends_at: null }],
}

async function eventOf(id: number) {
  return world.db.selectFrom("events").selectAll().where("id", "=", id).executeTakeFirstOrThrow()
}

async function datesOf(id: number) {
  return world.db.selectFrom("occurrences").selectAll().where("event_id", "=", id).orderBy("starts_at").execute()
}

async function actor(fid: string, name: string) {
  const row = { fid, name, type: "group", status: "published", language: "fr" }
  return (await world.db.insertInto("actors").values(row).returning("id").executeTakeFirstOrThrow()).id
}

test("a batch of events is stored in order, with clean text, line-up, prices, shared location and search words", async () => {
  const [host, band] = [await actor("hangar", "Le Hangar"), await actor("nour", "Nour Quartet")]
  const ids = await saveEvents(world.db, [
    {
      ...evening,
      description: { fr: "<p onclick='x()'>Un <b>soir</b></p><script>alert(1)</script>", nl: "<script></script>" },
      tags: ["jazz"],
      organizer_ids: [host, band],
      lineup: [
        { actor_id: band, name: "Nour" },
        { name: "Ada Sels", role: "basse" },
      ],
      prices: [{ label: "Prévente", amount: 12.5 }],
      location: { name: "Salle des fêtes", locality: "Liège", country: "BE", lat: 50.6, lon: 5.57, precision: "exact" },
    },
    { ...evening, title: { fr: "Gratuit" }, prices: [{ free: true, amount: 0 }], location: { locality: "Liège" } },
    { ...evening, title: { fr: "Encore" }, location: { locality: "Liège" } },
  ])

  const [first, second, third] = await Promise.all(ids.map(eventOf))
  expect(first?.description).toEqual({ fr: "<p>Un <b>soir</b></p>" })
  expect(first).toMatchObject({ title: { fr: "Radio Minuit" }, is_free: false, version: 1, sequence: 0 })
  expect(second).toMatchObject({ title: { fr: "Gratuit" }, is_free: true })
  expect(third?.location_id).toBe(second?.location_id)
  const lineup = await world.db
    .selectFrom("event_lineup")
    .selectAll()
    .where("event_id", "=", ids[0] as number)
    .execute()
  expect(lineup.map(({ name, role }) => [name, role])).toEqual([
    ["Nour", null],
    ["Ada Sels", "basse"],
  ])
  const found = await sql<{ id: number }>`
    select id from events where search @@ websearch_to_tsquery('simple', 'minuit jazz liege hangar quartet sels')`.execute(
    world.db,
  )
  expect(found.rows).toEqual([{ id: ids[0] }])
})

test("saving an existing event changes only the given fields, and its dates keep their rows", async () => {
  const [id] = (await saveEvents(world.db, [
    {
      ...evening,
      tags: ["jazz"],
      prices: [{ amount: 5 }],
      occurrences: [
        { starts_at: new Date("2026-11-21T19:30:00Z"), ends_at: null },
        { starts_at: new Date("2026-11-22T19:30:00Z"), ends_at: null },
        { starts_at: new Date("2026-11-23T19:30:00Z"), ends_at: null },
      ],
    },
  ])) as [number]
  const [first, second] = await datesOf(id)

  await saveEvents(world.db, [
    {
      ...evening,
      id,
      title: { fr: "Radio Midi" },
      occurrences: [
        { starts_at: new Date("2026-11-21T19:30:00Z"), ends_at: null },
        {
          starts_at: new Date("2026-11-24T18:00:00Z"),
          ends_at: null,
          status: "moved",
          recurrence_id: new Date("2026-11-22T19:30:00Z"),
        },
      ],
    },
  ])

  expect(await eventOf(id)).toMatchObject({ title: { fr: "Radio Midi" }, tags: ["jazz"], version: 2, sequence: 1 })
  expect((await datesOf(id)).map((date) => date.id)).toEqual([first?.id, second?.id])
  expect(await world.db.selectFrom("event_prices").selectAll().where("event_id", "=", id).execute()).toHaveLength(1)
})

test("an event's sequence number grows with a new status or location, not with new texts", async () => {
  const [id] = (await saveEvents(world.db, [evening])) as [number]
  await saveEvents(world.db, [{ ...evening, id, title: { fr: "Autre titre" }, summary: { fr: "Mieux dit" } }])
  expect(await eventOf(id)).toMatchObject({ sequence: 0, version: 2 })
  await saveEvents(world.db, [{ ...evening, id, status: "cancelled" }])
  expect(await eventOf(id)).toMatchObject({ sequence: 1, version: 3 })
  await saveEvents(world.db, [{ ...evening, id, location: { locality: "Gand" } }])
  expect(await eventOf(id)).toMatchObject({ sequence: 2, status: "cancelled" })
})

test("if one event of a batch cannot be stored, none is", async () => {
  const before = await world.db.selectFrom("events").select("id").execute()
  await expect(saveEvents(world.db, [evening, { ...evening, capacity: -1 }])).rejects.toThrow(/capacity/)
  await expect(saveEvents(world.db, [evening, { ...evening, id: 999_999 }])).rejects.toMatchObject({
    code: "event_not_found",
  })
  expect(await world.db.selectFrom("events").select("id").execute()).toHaveLength(before.length)
})

test("null characters are removed and lone surrogates replaced before an event is stored", async () => {
  const [id] = (await saveEvents(world.db, [
    { ...evening, title: { fr: "a\0b\ud800c" }, location: { name: "x\0y", locality: "Z\udc00" } },
  ])) as [number]
  expect(await eventOf(id)).toMatchObject({ title: { fr: "ab\ufffdc" }, location_id: expect.any(Number) })
})

test("the events of a renamed page are found by its new name", async () => {
  const house = await actor("ancien", "Ancien Nom")
  const [id] = (await saveEvents(world.db, [{ ...evening, place_id: house }])) as [number]
  await world.db.updateTable("actors").set({ name: "Zénith" }).where("id", "=", house).execute()
  await refreshSearchOfActors(world.db, [house])
  const found = await sql`select id from events where search @@ to_tsquery('simple', 'zenith')`.execute(world.db)
  expect(found.rows).toEqual([{ id }])
})

function supposedEnd(start: string, allDay: boolean) {
  const dates = [{ starts_at: new Date(start), ends_at: null }]
  return storedOccurrences(dates, "Europe/Brussels", allDay)[0]?.until_at.toISOString()
}

test("a date without an end is taken to last two hours, or to the end of its local day", () => {
  expect(supposedEnd("2026-11-21T19:30:00Z", false)).toBe("2026-11-21T21:30:00.000Z")
  expect(supposedEnd("2026-11-20T23:00:00Z", true)).toBe("2026-11-21T23:00:00.000Z")
  expect(supposedEnd("2026-10-24T22:00:00Z", true)).toBe("2026-10-25T23:00:00.000Z") // the day has 25 hours
})

const someDates = fc.array(fc.record({ start: fc.nat(40), length: fc.option(fc.nat(30)), cancelled: fc.boolean() }), {
  minLength: 1,
  maxLength: 12,
})
const hour = 3600_000

test("at any moment the next date is the first that is neither over nor cancelled", () => {
  fc.assert(
    fc.property(someDates, fc.integer({ min: -5, max: 80 }), (given, at) => {
      const dates = storedOccurrences(
        given.map(({ start, length, cancelled }) => ({
          starts_at: new Date(start * hour),
          ends_at: length === null ? null : new Date((start + length) * hour),
          status: cancelled ? ("cancelled" as const) : ("scheduled" as const),
        })),
        "UTC",
        false,
      )
      const now = new Date(at * hour)
      const reached = (from: Date | "-infinity" | "infinity") =>
        from === "-infinity" ? true : from !== "infinity" && from <= now
      const told = dates.filter((date) => date.until_at > now && reached(date.next_from))

      const counted = dates.every((date) => date.status === "cancelled")
        ? dates
        : dates.filter((date) => date.status !== "cancelled")
      const wanted = counted.find((date) => date.until_at > now)
      expect(told).toEqual(wanted ? [wanted] : [])
    }),
  )
})
