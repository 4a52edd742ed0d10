import { afterAll, beforeAll, expect, test } from "vitest"
import { instantOf } from "#lib/time.ts"
import { tomorrow, world } from "./world.ts"

test("`publishes` stores a listed event of its organizer, by default tomorrow at 20:30 at the hangar", async () => {
  const { db, nour, hangar } = await world()
  const event = await nour.publishes({ title: "Radio Minuit", status: "cancelled" })

  expect(event).toMatchObject({ title: { fr: "Radio Minuit" }, status: "cancelled", place_id: hangar.id, listed: true })
  const dates = await db.selectFrom("occurrences").selectAll().where("event_id", "=", event.id).execute()
  expect(dates.map((date) => date.starts_at)).toEqual([instantOf(`${tomorrow()}T20:30`, "Europe/Brussels")])
  const organizers = await db
    .selectFrom("event_organizers")
    .select("actor_id")
    .where("event_id", "=", event.id)
    .execute()
  expect(organizers).toEqual([{ actor_id: nour.id }])
})

test("`drafts` stores an unlisted event with the passed dates and language", async () => {
  const { db, rhizome } = await world()
  const event = await rhizome.drafts({
    title: "Lichtlab",
    language: "nl",
    starts: ["2026-03-28T20:00", "2026-03-29T20:00"],
    minutes: null,
    place_id: null,
  })

  expect(event).toMatchObject({ title: { nl: "Lichtlab" }, listed: false, place_id: null })
  const dates = await db.selectFrom("occurrences").selectAll().where("event_id", "=", event.id).execute()
  expect(dates.map((date) => date.starts_at.toISOString())).toEqual([
    "2026-03-28T19:00:00.000Z",
    "2026-03-29T18:00:00.000Z",
  ])
})

let shared: Awaited<ReturnType<typeof world>>
beforeAll(async () => {
  shared = await world()
})
afterAll(() => shared.end())

test("a world can be shared by the tests of a file", async () => {
  expect((await shared.seuils.publishes()).id).toBeGreaterThan(0)
})
