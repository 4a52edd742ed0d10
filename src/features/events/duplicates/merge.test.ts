import { randomBytes } from "node:crypto"
import { sql } from "kysely"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { SignedIn } from "#features/accounts/viewer.ts"
import { saveActor } from "#features/actors/store.server.ts"
import { noteReaction } from "#features/notices/answers/commands.server.ts"
import { writingWorld } from "#test/worlds/writing-world.ts"
import { tomorrow } from "#test/worlds/world.ts"
import { processApi } from "#web/process-api.server.ts"
import { readManaged } from "../pages/manage-data.ts"

let here: Awaited<ReturnType<typeof writingWorld>>
beforeAll(async () => {
  here = await writingWorld()
})
afterAll(() => here.end())

const merge = (who: SignedIn | null, id: number, into: unknown) =>
  here.ask(who, "POST", `/api/contents/events/${id}/merge/`, { into })
const told = (id: number, who: SignedIn | null = null) => here.ask(who, "GET", `/api/contents/events/${id}/`)

/** Creates a person who can answer events. */
async function guest(name: string) {
  const actorId = await saveActor(here.db, {
    fid: `page-${name}`,
    type: "person",
    name,
    language: "fr",
    status: "published",
  })
  return { ...(await here.newcomer(name)), actorId, fid: `page-${name}` }
}

test("a merge moves answers, lists, parts and confirmations, and old addresses redirect, after a second merge too", async () => {
  const hangar = here.hangar.viewer
  const at = `${tomorrow()}T20:30`
  const first = await here.hangar.publishes({ title: "Nuit des laines", starts: [at, `${tomorrow(1)}T20:30`] })
  const second = await here.hangar.publishes({ title: "La nuit des laines", starts: [`${tomorrow()}T20:45`] })
  const part = await here.hangar.publishes({ title: "Atelier", parent_id: first.id })
  const [ada, bo, cy] = await Promise.all(["ada-fusion", "bo-fusion", "cy-fusion"].map(guest))
  const [one, two] = await here.db
    .selectFrom("occurrences")
    .select("id")
    .where("event_id", "=", first.id)
    .orderBy("starts_at")
    .execute()
  const answer = (who: SignedIn, id: number, body: object) =>
    here.ask(who, "PUT", `/api/contents/events/${id}/attendance/`, body)
  expect((await answer(ada as SignedIn, first.id, { value: "confirmed", occurrence: one?.id })).status).toBe(200)
  expect((await answer(bo as SignedIn, first.id, { value: "interested", occurrence: two?.id })).status).toBe(200)
  await answer(cy as SignedIn, first.id, { value: "confirmed" })
  await answer(cy as SignedIn, second.id, { value: "declined" })
  const agenda = await here.db
    .insertInto("agendas")
    .values({ user_id: (ada as SignedIn).userId, name: "Mes nuits", language: "fr" })
    .returning("id")
    .executeTakeFirstOrThrow()
  await here.db.insertInto("agenda_entries").values({ agenda_id: agenda.id, event_id: first.id }).execute()
  await sql`insert into event_confirmations (event_id, actor_id, part, status)
    values (${first.id}, ${here.seuils.id}, 'performer', 'declined')`.execute(here.db)

  const done = await merge(hangar, first.id, second.id)
  expect([done.status, done.body.id, done.body.title.fr]).toEqual([200, second.id, "La nuit des laines"])
  const date = done.body.occurrences[0].id
  const answers = await here.db
    .selectFrom("attendances")
    .select(["user_id", "occurrence_id", "value"])
    .where("event_id", "=", second.id)
    .execute()
  expect(new Set(answers)).toEqual(
    new Set([
      { user_id: ada?.userId, occurrence_id: date, value: "confirmed" },
      { user_id: bo?.userId, occurrence_id: null, value: "interested" },
      { user_id: cy?.userId, occurrence_id: null, value: "declined" },
    ]),
  )
  const entries = await here.db
    .selectFrom("agenda_entries")
    .select("event_id")
    .where("agenda_id", "=", agenda.id)
    .execute()
  expect(entries).toEqual([{ event_id: second.id }])
  expect((await told(part.id)).body.parent.id).toBe(second.id)
  expect(done.body.confirmations).toContainEqual(
    expect.objectContaining({ actor: expect.objectContaining({ fid: "seuils" }), status: "declined" }),
  )
  const changes = await here.ask(hangar, "GET", `/api/contents/events/${second.id}/changes/`)
  expect(changes.body[0]).toMatchObject({ action: "merged", fields: { merged: [{ id: first.id }, second.id] } })

  const moved = await told(first.id)
  expect([moved.status, moved.headers.get("location")]).toEqual([308, `/api/contents/events/${second.id}/`])
  // The answer was lost and it is pressed again: the event it was merged into, once; for others it is not found.
  const { version } = (await told(second.id, hangar)).body
  const again = await merge(hangar, first.id, second.id)
  expect([again.status, again.body.id, again.body.version]).toEqual([200, second.id, version])
  expect((await merge(here.nour.viewer, first.id, second.id)).status).toBe(403)
  expect((await merge(null, first.id, second.id)).status).toBe(403)
  expect((await merge(hangar, first.id, part.id)).status).toBe(404)

  // After a second merge, both former addresses lead to the last event.
  const third = await here.hangar.publishes({ title: "Laines, la nuit" })
  expect((await merge(hangar, second.id, third.id)).status).toBe(200)
  for (const id of [first.id, second.id])
    expect((await told(id)).headers.get("location")).toBe(`/api/contents/events/${third.id}/`)
  await here.ask(hangar, "DELETE", `/api/contents/events/${third.id}/`)
  expect((await told(first.id)).status).toBe(404)
})

test("the screen that managed a merged event leads to that of the event it became part of", async () => {
  const [first, second] = [
    await here.hangar.publishes({ title: "Veillée" }),
    await here.hangar.publishes({ title: "Veillée" }),
  ]
  const { viewer } = here.hangar
  await merge(viewer, first.id, second.id)
  const site = "https://foyer.example"
  const call = async (request: Request) => here.api.fetch(request, { viewer })
  const { api } = processApi(new Request(site), site, call, () => false)
  const url = new URL(`${site}/events/manage/${first.id}?tab=dates`)
  const answer = await readManaged(api, String(first.id), url).catch((thrown: unknown) => thrown)
  expect(answer).toBeInstanceOf(Response)
  const { status, headers } = answer as Response
  expect([status, headers.get("location")]).toEqual([301, `/events/manage/${second.id}?tab=dates`])
})

test("only a manager of both events or a moderator can merge; the other organizer stays once they accept", async () => {
  const mine = await here.hangar.publishes({ title: "Concert commun" })
  const theirs = await here.seuils.publishes({ title: "Concert en commun" })
  const stranger = await here.newcomer("curieux-fusion")
  for (const [who, status] of [
    [null, 403],
    [stranger, 403],
    [here.hangar.viewer, 403],
    [here.seuils.viewer, 403],
  ] as const)
    expect((await merge(who, mine.id, theirs.id)).status).toBe(status)
  const draft = await here.seuils.drafts({ title: "Brouillon" })
  const moderator = await here.newcomer("moderatrice-fusion", { isModerator: true })
  expect((await merge(moderator, draft.id, theirs.id)).status).toBe(404)
  expect((await merge(moderator, mine.id, draft.id)).body.into).toHaveLength(1)
  expect((await merge(moderator, mine.id, mine.id)).body.into).toHaveLength(1)
  expect((await merge(here.seuils.viewer, theirs.id, draft.id)).body.into).toHaveLength(1)

  expect((await merge(moderator, mine.id, theirs.id)).status).toBe(200)
  const open = await told(theirs.id, here.seuils.viewer)
  expect(open.body.organizers.map(({ fid }: { fid: string }) => fid)).toEqual(["seuils"])
  expect(open.body.confirmations).toMatchObject([
    { actor: { fid: "hangar" }, part: "organizer", status: "pending" },
    { part: "place" },
  ])
  await here.ask(here.hangar.viewer, "POST", `/api/contents/events/${theirs.id}/confirmations/`, {
    fid: "hangar",
    answer: "accept",
  })
  expect((await told(theirs.id)).body.organizers.map(({ fid }: { fid: string }) => fid)).toEqual(["seuils", "hangar"])
})

test("a merge by a moderator shows the private files of one team to nobody of the other, and each keeps its own", async () => {
  const mine = await here.hangar.publishes({ title: "Bal des ombres" })
  const theirs = await here.seuils.publishes({ title: "Le bal des ombres" })
  const document = async (visibility: "managers" | "public") => {
    const { id } = await here.db
      .insertInto("documents")
      .values({
        type: "Document",
        title: `Contrat ${visibility}`,
        file: randomBytes(20).toString("hex"),
        mime: "application/pdf",
        size: 1,
        event_id: mine.id,
        visibility,
      })
      .returning("id")
      .executeTakeFirstOrThrow()
    return id
  }
  const [secret, open] = [await document("managers"), await document("public")]
  const seenBy = async (who: SignedIn | null, id: number) =>
    (await here.ask(who, "GET", `/api/documents/${id}/`)).status === 200
  const moderator = await here.newcomer("moderatrice-contrats", { isModerator: true })
  expect((await merge(moderator, mine.id, theirs.id)).status).toBe(200)
  expect([await seenBy(here.seuils.viewer, secret), await seenBy(here.hangar.viewer, secret)]).toEqual([false, true])
  expect([await seenBy(null, open), await seenBy(null, secret)]).toEqual([true, false])
})

test("simultaneous merges merge an event only once, and two events merged into each other leave one", async () => {
  const hangar = here.hangar.viewer
  const [a, b, c] = [await here.hangar.publishes(), await here.hangar.publishes(), await here.hangar.publishes()]
  const tries = await Promise.all([
    ...Array.from({ length: 6 }, () => merge(hangar, a.id, b.id)),
    ...Array.from({ length: 6 }, () => merge(hangar, a.id, c.id)),
  ])
  // One of the two merges is made, once; whoever asked for that one is answered alike.
  expect(tries.map(({ status }) => status).toSorted()).toEqual([...Array(6).fill(200), ...Array(6).fill(404)])
  const journals = await Promise.all(
    [b, c].map(({ id }) => here.ask(hangar, "GET", `/api/contents/events/${id}/changes/`)),
  )
  const merges = journals.flatMap(({ body }) => body).filter(({ action }: { action: string }) => action === "merged")
  expect(merges).toHaveLength(1)
  const [left, right] = [await here.hangar.publishes(), await here.hangar.publishes()]
  const both = await Promise.all([merge(hangar, left.id, right.id), merge(hangar, right.id, left.id)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, expect.any(Number)])
  const stay = await here.db.selectFrom("events").select("id").where("id", "in", [left.id, right.id]).execute()
  expect(stay).toHaveLength(1)
  expect(here.errors).toEqual([])
})

test("the tables that refer to events are exactly the listed ones, which a merge has to consider", async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct conrelid::regclass::text as name from pg_constraint where contype = 'f' and confrelid = 'events'::regclass
    order by 1`.execute(here.db)
  expect(rows.map(({ name }) => name)).toEqual([
    "agenda_entries",
    "attendances",
    "deliveries",
    "documents",
    "event_confirmations",
    "event_images",
    "event_lineup",
    "event_organizers",
    "event_pictures",
    "event_prices",
    "event_sources",
    "events",
    "fediverse_attendances",
    "fediverse_events", // an event on another server that is the same
    "fediverse_joins", // joins of events on other servers, which are never merged
    "fediverse_reactions",
    "former_events",
    "notice_events",
    "notices",
    "occurrences",
    "organized_events", // maintained by triggers from each organizer's events
    "report_subjects",
    "uploads",
  ])
})

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

  expect((await merge(here.hangar.viewer, first.id, second.id)).status).toBe(200)
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

  expect((await merge(here.hangar.viewer, first.id, second.id)).status).toBe(200)
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
