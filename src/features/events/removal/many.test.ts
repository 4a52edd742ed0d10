import { sql } from "kysely"
import { expect, test } from "vitest"
import type { SignedIn } from "#features/accounts/viewer.ts"
import { gatherRecipients } from "#features/notices/gather.server.ts"
import { addDays } from "#lib/time.ts"
import { followAll } from "#test/changes.ts"
import { dyingAfter, killed } from "#test/dying.ts"
import { tomorrow } from "#test/worlds/world.ts"
import { writingWorld } from "#test/worlds/writing-world.ts"
import { saveEvents } from "../store.server.ts"
import { refreshAllSearchOfActors, refreshSearchOfActors } from "../search/commands.server.ts"
import { publishDue } from "../writing/commands.server.ts"
import { applyPageDeletion, applyWholePageDeletion } from "./commands.server.ts"

type World = Awaited<ReturnType<typeof writingWorld>>

/** Creates a house with that many coming events, each with an answer; returns the person who answers. */
async function houseOf(
  here: World,
  many: number,
  workflow: "published" | "scheduled" = "published",
): Promise<SignedIn> {
  const answering = await here.newcomer("answering")
  const ids = await saveEvents(
    here.db,
    Array.from({ length: many }, (_, at) => ({
      language: "fr" as const,
      title: { fr: `Soirée ${at}` },
      category: "music" as const,
      timezone: "Europe/Brussels",
      organizer_ids: [here.seuils.id],
      place_id: here.seuils.id,
      occurrences: [{ starts_at: new Date(`${addDays(tomorrow(), at)}T18:00:00Z`), ends_at: null }],
      workflow,
      ...(workflow === "scheduled" ? { publish_at: new Date("2020-01-01T00:00:00Z") } : {}),
    })),
  )
  await sql`insert into attendances (event_id, user_id, actor_id, value)
    select id, ${answering.userId}::bigint, ${here.nour.id}::bigint, 'confirmed' from unnest(${ids}::bigint[]) as id`.execute(
    here.db,
  )
  return answering
}
const page = "/api/actors/seuils/"
const listed = async (here: World) => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from events where listed`.execute(here.db)
  return rows[0]?.count
}
const told = async (here: World, kind: string) => {
  const { rows } = await sql<{ id: number }>`select id from notices where kind = ${kind}`.execute(here.db)
  return rows.map(({ id }) => id)
}
const jobs = async (here: World, name: string) => {
  const { rows } = await sql<{ data: never; later: boolean }>`
    select data, start_after > now() + interval '1 minute' as later from pgboss.job where name = ${name}`.execute(
    here.db,
  )
  return rows
}
/** Number of statements that a house with a few events needs. */
const few = 80

test("a page with 300 events is deleted and restored with few statements, and people who answered are notified", async () => {
  const here = await writingWorld()
  const many = 300
  const answering = await houseOf(here, many)
  const seuils = here.seuils.viewer
  expect(await here.statementsOf(() => here.ask(seuils, "DELETE", page))).toBeLessThan(few)
  expect(await listed(here)).toBe(0)
  const notices = await told(here, "withdrawn")
  expect(notices).toHaveLength(many)
  const queued = await jobs(here, "notices.gather")
  expect(queued).toHaveLength(many)
  expect(queued.every(({ later }) => later)).toBe(true)
  for (const id of notices.slice(0, 3)) await gatherRecipients(here.db, id)
  const inbox = (await here.ask(answering, "GET", "/api/me/notifications/")).body
  expect(inbox).toHaveLength(3)
  expect(inbox[0].was.place).toMatchObject({ place: "Compagnie des Seuils" })

  expect(await here.statementsOf(() => here.ask(seuils, "POST", `${page}restore/`))).toBeLessThan(few)
  expect(await listed(here)).toBe(many)
  // People who got the notice of the deletion get one of the return; the others heard of neither.
  expect(await told(here, "withdrawn")).toHaveLength(3)
  expect(await told(here, "returned")).toHaveLength(3)
})

test("200 scheduled events that are due are published and followed up with few statements", async () => {
  const here = await writingWorld()
  await houseOf(here, 200, "scheduled")
  await sql`update events set place_id = ${here.hangar.id}`.execute(here.db)
  expect(await here.statementsOf(() => publishDue(here.db))).toBeLessThan(20)
  expect(await listed(here)).toBe(200)
  // Each consequence of a change takes some four statements, for one event or for hundreds.
  expect(await here.statementsOf(() => followAll(here.db))).toBeLessThan(40)
  expect(await told(here, "confirmation")).toHaveLength(200)
  expect((await jobs(here, "notices.gather")).filter(({ later }) => later)).toHaveLength(200)
})

test("deleting a page with 530 events withdraws 500 at once and the others in a job that can run twice", async () => {
  const here = await writingWorld()
  await houseOf(here, 530)
  await here.ask(here.seuils.viewer, "DELETE", page)
  expect(await listed(here)).toBe(30)
  const [job] = await jobs(here, "events.follow-page")
  const following = (job as { data: Parameters<typeof applyPageDeletion>[1] }).data
  await applyWholePageDeletion(here.db, following, 7)
  await applyWholePageDeletion(here.db, following, 7)
  expect(await listed(here)).toBe(0)
  expect(await told(here, "withdrawn")).toHaveLength(530)
})

test("a restored page has all its events, even if the job of an earlier deletion was cut off and runs again", async () => {
  const here = await writingWorld()
  await houseOf(here, 40)
  const { rows } = await sql<{ at: string }>`
    update actors set deleted_at = now(), deleted_status = status, status = 'draft' where id = ${here.seuils.id}
    returning deleted_at::text as at`.execute(here.db)
  const following = { pageId: here.seuils.id, deletedAt: rows[0]?.at as string, by: here.seuils.viewer.userId }
  await expect(applyWholePageDeletion(dyingAfter(3, here.db), following, 10)).rejects.toBe(killed)
  expect(await listed(here)).toBe(10)
  expect((await here.ask(here.seuils.viewer, "POST", `${page}restore/`)).status).toBe(200)
  expect(await listed(here)).toBe(40)
  await applyWholePageDeletion(here.db, following, 10)
  expect(await listed(here)).toBe(40)

  expect((await here.ask(here.seuils.viewer, "DELETE", page)).status).toBe(204)
  await applyWholePageDeletion(here.db, following, 10)
  expect((await here.ask(here.seuils.viewer, "POST", `${page}restore/`)).status).toBe(200)
  expect(await listed(here)).toBe(40)
})

test("a page's new name finds 500 of its events at once and the others after a job", async () => {
  const here = await writingWorld()
  await houseOf(here, 520)
  await sql`update actors set name = 'Zyklon Marquise' where id = ${here.seuils.id}`.execute(here.db)
  const found = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from events where search @@ to_tsquery('simple', 'marquise')`.execute(here.db)
    return rows[0]?.count
  }
  await refreshSearchOfActors(here.db, [here.seuils.id])
  expect(await found()).toBe(500)
  expect(await jobs(here, "events.refresh-search")).toMatchObject([{ data: { actorIds: [here.seuils.id] } }])
  await refreshAllSearchOfActors(here.db, [here.seuils.id], 90)
  expect(await found()).toBe(520)
})
