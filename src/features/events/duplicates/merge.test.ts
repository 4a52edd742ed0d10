import { sql } from "kysely"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { SignedIn } from "#features/accounts/viewer.ts"
import { saveActor } from "#features/actors/store.server.ts"
import { writingWorld } from "#test/writing-world.ts"
import { tomorrow } from "#test/world.ts"

let here: Awaited<ReturnType<typeof writingWorld>>
beforeAll(async () => {
  here = await writingWorld()
})
afterAll(() => here.end())

const merge = (who: SignedIn | null, id: number, into: unknown) =>
  here.ask(who, "POST", `/api/contents/events/${id}/merge/`, { into })
const told = (id: number, who: SignedIn | null = null) => here.ask(who, "GET", `/api/contents/events/${id}/`)

/** Somebody who may say that they come. */
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

test("answers, agendas, parts, confirmations and history move; the old address leads to the new one for ever", async () => {
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
  expect((await merge(hangar, first.id, second.id)).status).toBe(404)

  // Merged on, both addresses lead to the last.
  const third = await here.hangar.publishes({ title: "Laines, la nuit" })
  expect((await merge(hangar, second.id, third.id)).status).toBe(200)
  for (const id of [first.id, second.id])
    expect((await told(id)).headers.get("location")).toBe(`/api/contents/events/${third.id}/`)
  await here.ask(hangar, "DELETE", `/api/contents/events/${third.id}/`)
  expect((await told(first.id)).status).toBe(404)
})

test("only who manages both, or moderates, can; a moderator's decision keeps both hosts, the second once they agree", async () => {
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

test("of many merges at once each event is merged once, and two into each other leave one", async () => {
  const hangar = here.hangar.viewer
  const [a, b, c] = [await here.hangar.publishes(), await here.hangar.publishes(), await here.hangar.publishes()]
  const tries = await Promise.all([
    ...Array.from({ length: 6 }, () => merge(hangar, a.id, b.id)),
    ...Array.from({ length: 6 }, () => merge(hangar, a.id, c.id)),
  ])
  expect(tries.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(tries.every(({ status }) => status === 200 || status === 404)).toBe(true)
  const [left, right] = [await here.hangar.publishes(), await here.hangar.publishes()]
  const both = await Promise.all([merge(hangar, left.id, right.id), merge(hangar, right.id, left.id)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, expect.any(Number)])
  const stay = await here.db.selectFrom("events").select("id").where("id", "in", [left.id, right.id]).execute()
  expect(stay).toHaveLength(1)
  expect(here.errors).toEqual([])
})

test("every table that points at events is thought of when two become one", async () => {
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
    "fediverse_events", // one of somebody elsewhere that is the same
    "former_events",
    "notice_events",
    "notices",
    "occurrences",
    "organized_events", // kept by triggers from what each organizes
    "uploads",
  ])
})
