import { sql } from "kysely"
import { expect, test } from "vitest"
import { elsewhereWorld, soon } from "#test/elsewhere/fediverse-elsewhere.ts"
import { sweepRemoteFollows } from "../following/sweep.server.ts"

/** The position of the hangar in the test world. */
const there = { type: "Place", name: "Hangar", latitude: 50.8506, longitude: 4.3415 }
const startTime = `${soon}T19:30:00Z`

async function heardBeside() {
  const world = await elsewhereWorld()
  const { lena, befriends, hangar } = world
  await befriends(lena, "salle")
  const publishes = (said: object = {}) =>
    hangar.publishes({
      title: "Nuit des Lanternes !",
      occurrences: [{ starts_at: new Date(startTime), ends_at: null }],
      place_id: hangar.id,
      ...said,
    })
  return { ...world, publishes }
}

test("a published local event replaces its remote duplicate in the followed list and the calendar", async () => {
  const { lena, publishes, creates, followed, updates, idOf, ask } = await heardBeside()
  const { id } = await publishes()
  await creates("salle", "1", { startTime, location: there })
  expect(await followed(lena)).toMatchObject([{ id, origin: null }])
  expect((await ask(lena, "GET", `/api/me/calendar/?from=${soon}&to=${soon}`)).body).toMatchObject([{ event: { id } }])

  // It is compared again when it changes.
  await updates("salle", "1", { startTime: `${soon}T20:30:00Z`, location: there, updated: "2026-11-05T10:00:00Z" })
  expect((await followed(lena)).map((one) => one.id)).toEqual([await idOf("1")])
})

test.each<[string, object]>([
  ["another title", { name: "Nuit des lampions" }],
  ["another hour", { startTime: `${soon}T19:00:00Z` }],
  ["another place", { location: { ...there, latitude: 50.87 } }],
])("a remote event with %s is not a duplicate of a local event", async (_, more) => {
  const { lena, publishes, creates, followed } = await heardBeside()
  await publishes()
  await creates("salle", "1", { startTime, location: there, ...more })
  expect(await followed(lena)).toMatchObject([{ workflow: "remote" }])
})

test("a remote event with the address of a local event, or with the source of an imported one, is its duplicate", async () => {
  const { db, lena, publishes, creates, followed, here, peer, idOf } = await heardBeside()
  const [ours, imported] = [await publishes({ title: "Un" }), await publishes({ title: "Deux" })]
  await sql`insert into event_sources (event_id, origin, external_id, digest, url)
    values (${imported.id}, 'ics:x', 'deux', 'd', ${`${peer.origin}/agenda/2`})`.execute(db)
  await creates("salle", "1", { name: "Tout autre", url: `${here}/en/events/${ours.id}` })
  await creates("salle", "2", { name: "Encore autre" })
  expect((await followed(lena)).map(({ id }) => id).toSorted()).toEqual([ours.id, imported.id].toSorted())

  // When ours is withdrawn, the remote event is shown again.
  await sql`update events set workflow = 'draft' where id = ${ours.id}`.execute(db)
  expect((await followed(lena)).map(({ id }) => id).toSorted()).toEqual([imported.id, await idOf("1")].toSorted())
})

test("after a local event is merged, its remote duplicate is replaced by the event it was merged into", async () => {
  const { ask, lena, hangar, publishes, creates, followed } = await heardBeside()
  const [one, other] = [await publishes(), await publishes({ title: "La même" })]
  await creates("salle", "1", { startTime, location: there })
  expect(await followed(lena)).toMatchObject([{ id: one.id }])
  const merged = await ask(hangar.viewer, "POST", `/api/contents/events/${one.id}/merge/`, { into: other.id })
  expect(merged.status).toBe(200)
  expect(await followed(lena)).toMatchObject([{ id: other.id }])
})

test("a local event that is published later is found as a duplicate by the sweep, and a draft is not", async () => {
  const { db, config, lena, hangar, publishes, creates, followed } = await heardBeside()
  await creates("salle", "1", { startTime, location: there })
  await hangar.drafts({
    title: "Nuit des lanternes",
    occurrences: [{ starts_at: new Date(startTime), ends_at: null }],
    place_id: hangar.id,
  })
  await sweepRemoteFollows(db, config)
  expect(await followed(lena)).toMatchObject([{ workflow: "remote" }])

  const { id } = await publishes()
  await sweepRemoteFollows(db, config)
  expect(await followed(lena)).toMatchObject([{ id }])
})
