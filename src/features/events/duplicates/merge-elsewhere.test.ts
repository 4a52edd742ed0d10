import { sql } from "kysely"
import { afterAll, beforeAll, expect, test } from "vitest"
import { noteReaction } from "#features/notices/answers/commands.server.ts"
import { writingWorld } from "#test/worlds/writing-world.ts"
import { tomorrow } from "#test/worlds/world.ts"

let here: Awaited<ReturnType<typeof writingWorld>>
beforeAll(async () => {
  here = await writingWorld()
})
afterAll(() => here.end())

const merge = (id: number, into: number) =>
  here.ask(here.hangar.viewer, "POST", `/api/contents/events/${id}/merge/`, { into })

/** Creates a person on another server who reacts to events here. */
async function elsewhere(name: string): Promise<number> {
  const uri = `https://elsewhere.example/${name}`
  const { rows } = await sql<{ id: number }>`
    insert into remote_actors (uri, host, type, username, inbox, key_id, public_key)
    values (${uri}, 'elsewhere.example', 'Person', ${name}, ${`${uri}/in`}, ${`${uri}/key`}, 'key') returning id`.execute(
    here.db,
  )
  return rows[0]?.id as number
}

test("a merge moves answers from other servers to the matching dates, once each, and removed ones stay removed", async () => {
  const [first, second] = [
    await here.hangar.publishes({ starts: [`${tomorrow()}T20:30`, `${tomorrow(1)}T20:30`, `${tomorrow(5)}T20:30`] }),
    await here.hangar.publishes({ starts: [`${tomorrow()}T20:45`, `${tomorrow(1)}T20:45`] }),
  ]
  const datesOf = async (id: number) =>
    (
      await sql<{ id: number }>`select id from occurrences where event_id = ${id} order by starts_at`.execute(here.db)
    ).rows.map((one) => one.id)
  const [[was1, was2, was3], [is1, is2]] = [await datesOf(first.id), await datesOf(second.id)]
  const joins = (event: number, date: number | null | undefined, who: number, uri: string, state = "accepted") =>
    sql`insert into fediverse_attendances (event_id, occurrence_id, remote_actor_id, join_uri, state, message)
      values (${event}, ${date ?? null}, ${who}, ${uri}, ${state}, ${`by ${uri}`})`.execute(here.db)
  const [anna, bram, cleo, dina] = [
    await elsewhere("anna"),
    await elsewhere("bram"),
    await elsewhere("cleo"),
    await elsewhere("dina"),
  ]
  await joins(first.id, null, anna, "anna-1")
  await joins(first.id, was2, anna, "anna-2")
  // The second event has no such date: the answer goes to its first date, which she has already answered.
  await joins(first.id, was3, anna, "anna-3")
  await joins(first.id, was1, bram, "bram-1")
  await joins(second.id, is1, bram, "bram-own")
  await joins(second.id, null, cleo, "cleo-own", "removed")
  await joins(first.id, null, cleo, "cleo-1")
  await joins(first.id, was2, dina, "dina-2", "removed")

  expect((await merge(first.id, second.id)).status).toBe(200)
  const { rows } = await sql`
    select r.username, f.occurrence_id, f.join_uri, f.state, f.message from fediverse_attendances f
    join remote_actors r on r.id = f.remote_actor_id where f.event_id in (${first.id}, ${second.id})
    order by r.username, f.join_uri`.execute(here.db)
  expect(rows).toEqual([
    { username: "anna", occurrence_id: is2, join_uri: "anna-2", state: "accepted", message: "by anna-2" },
    { username: "anna", occurrence_id: null, join_uri: "anna-3", state: "accepted", message: "by anna-3" },
    { username: "bram", occurrence_id: is1, join_uri: "bram-own", state: "accepted", message: "by bram-own" },
    { username: "cleo", occurrence_id: null, join_uri: "cleo-own", state: "removed", message: "by cleo-own" },
    { username: "dina", occurrence_id: is2, join_uri: "dina-2", state: "removed", message: "by dina-2" },
  ])
})

test("a merge moves comments, likes and reports from other servers; a like of both events becomes one", async () => {
  const [first, second] = [await here.hangar.publishes(), await here.hangar.publishes()]
  const [eva, finn] = [await elsewhere("eva"), await elsewhere("finn")]
  const says = (event: number, who: number, kind: string, uri: string, more: object = {}) =>
    here.db
      .insertInto("fediverse_reactions")
      .values({ event_id: event, remote_actor_id: who, kind, uri: `https://elsewhere.example/${uri}`, ...more })
      .returning("id")
      .executeTakeFirstOrThrow()
  const comment = await says(first.id, eva, "reply", "said", { content: "<p>Oui</p>", shown_at: new Date() })
  await says(first.id, eva, "like", "like-1")
  await says(second.id, eva, "like", "like-2")
  await says(first.id, eva, "announce", "boost")
  await says(first.id, finn, "like", "like-3")
  await sql`
    with one as (insert into reports (host) values ('elsewhere.example') returning id)
    insert into report_subjects (report_id, event_id, reaction_id)
    select id, ${first.id}::bigint, null::bigint from one union all select id, null, ${comment.id} from one
    union all select id, ${second.id}, null from one`.execute(here.db)
  // Both events have a waiting notice: they are sent together.
  for (const id of [first.id, second.id]) await here.db.transaction().execute((tx) => noteReaction(tx, id))

  expect((await merge(first.id, second.id)).status).toBe(200)
  const { rows } = await sql<{ uri: string }>`
    select uri from fediverse_reactions where event_id = ${second.id} order by uri`.execute(here.db)
  expect(rows.map(({ uri }) => uri.split("/").at(-1))).toEqual(["boost", "like-2", "like-3", "said"])
  expect((await here.ask(null, "GET", `/api/contents/events/${second.id}/comments/`)).body).toMatchObject([
    { content: "<p>Oui</p>", by: { name: "eva" } },
  ])
  const { rows: subjects } = await sql`select event_id, reaction_id from report_subjects order by reaction_id`.execute(
    here.db,
  )
  expect(subjects).toEqual([
    { event_id: null, reaction_id: comment.id },
    { event_id: second.id, reaction_id: null },
  ])
  const { rows: waiting } = await sql`select event_id from notices where kind = 'reactions'`.execute(here.db)
  expect(waiting).toEqual([{ event_id: second.id }])
})
