import { sql } from "kysely"
import { expect, test } from "vitest"
import { writingWorld } from "#test/worlds/writing-world.ts"
import { purgeDeleted, sweepSearchWords } from "./commands.server.ts"

test("pages and events deleted over 30 days ago are purged; the fid stays taken, and shared events stay", async () => {
  const here = await writingWorld()
  const hangar = here.hangar.viewer
  const publish = (organizers: string[], title: string) =>
    here.ask(hangar, "POST", "/api/contents/events/", {
      title: { fr: title },
      category: "music",
      organizers,
      place: "hangar",
      start: "2027-05-01T20:00",
      workflow: "published",
    })
  const shared = (await publish(["hangar", "rhizome", "seuils"], "À trois")).body.id
  await here.ask(here.seuils.viewer, "POST", `/api/contents/events/${shared}/confirmations/`, {
    fid: "seuils",
    answer: "accept",
  })
  const alone = (await publish(["hangar", "rhizome"], "Presque seul")).body.id
  const recent = (await here.nour.publishes({ title: "Récent", place_id: null })).id
  const old = (await here.nour.publishes({ title: "Ancien" })).id
  for (const id of [recent, old]) await here.ask(here.nour.viewer, "DELETE", `/api/contents/events/${id}/`)
  expect((await here.ask(hangar, "DELETE", "/api/actors/hangar/")).status).toBe(204)
  await sql`update events set deleted_at = now() - interval '31 days' where id = ${old}`.execute(here.db)

  expect(await purgeDeleted(here.db)).toMatchObject({ count: 1 })
  await sql`update actors set deleted_at = now() - interval '31 days' where fid = 'hangar'`.execute(here.db)
  expect((await purgeDeleted(here.db)).count).toBe(1)
  expect(await purgeDeleted(here.db)).toEqual({ count: 0, files: [] })

  const ids = new Set((await here.db.selectFrom("events").select("id").execute()).map(({ id }) => id))
  expect([ids.has(old), ids.has(alone), ids.has(recent), ids.has(shared)]).toEqual([false, false, true, true])
  // The organiser that accepted is the host now, though another one was named before it.
  const hosts = await here.db
    .selectFrom("event_organizers as eo")
    .innerJoin("actors as a", "a.id", "eo.actor_id")
    .select(["a.fid", "eo.position", "eo.status"])
    .where("eo.event_id", "=", shared)
    .orderBy("eo.position")
    .execute()
  expect(hosts).toEqual([
    { fid: "seuils", position: 0, status: "accepted" },
    { fid: "rhizome", position: 1, status: "pending" },
  ])
  const again = await here.ask(here.nour.viewer, "POST", "/api/actors/", {
    type: "place",
    fid: "hangar",
    name: "Autre",
  })
  expect([again.status, again.body.code]).toEqual([409, "fid_taken"])
})

test("words of former titles and names are no longer known to the search after the nightly sweep", async () => {
  const here = await writingWorld()
  const known = async () =>
    (
      await sql<{
        word: string
      }>`select distinct word from search_words where word like 'zwyxo%' order by word`.execute(here.db)
    ).rows.map(({ word }) => word)
  const { id } = await here.nour.publishes({ title: "Zwyxoprems" })
  const { fid } = (
    await here.ask(here.nour.viewer, "POST", "/api/actors/", {
      type: "group",
      fid: "ancien-nom",
      name: "Zwyxonom",
      language: "fr",
      status: "published",
    })
  ).body
  await here.ask(here.nour.viewer, "PATCH", `/api/contents/events/${id}/`, { title: { fr: "Zwyxoder" } })
  await here.ask(here.nour.viewer, "PATCH", `/api/actors/${fid}/`, { name: "Zwyxoautre" })
  expect(await known()).toEqual(expect.arrayContaining(["zwyxoprems", "zwyxonom"]))
  await sweepSearchWords(here.db)
  expect(await known()).toEqual(["zwyxoautre", "zwyxoder"])
})
