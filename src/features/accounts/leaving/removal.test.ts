import { sql } from "kysely"
import { afterAll, beforeAll, expect, test } from "vitest"
import { saveActor } from "#features/actors/store.server.ts"
import { saveEvents } from "#features/events/store.server.ts"
import { gatherRecipients } from "#features/notices/gather.server.ts"
import { deleteOldNotices } from "#features/notices/preserved/commands.server.ts"
import { storageOf } from "#storage/storage.ts"
import { type TestDatabase, testDatabase } from "#test/database.ts"
import { dyingAfter, killed } from "#test/dying.ts"
import { goodPassword, type TestSite, testSite, visitor } from "#test/worlds/visitor.ts"
import { sweep } from "../sweep.server.ts"
import { removeAccount } from "./removal.server.ts"

let own: TestDatabase
let site: TestSite
beforeAll(async () => {
  own = await testDatabase()
  site = testSite(own.db)
})
afterAll(() => own.drop())

/** Does the work of the job that a deletion enqueued. */
const removes = (accountId: number) => removeAccount(own.db, storageOf(site.config), accountId)

const relate = (user_id: number, actor_id: number) =>
  own.db.insertInto("relations").values({ user_id, actor_id, relation: "owner", status: "accepted" }).execute()

/** Makes a venue owned by one person with the given number of upcoming events, each of which another person attends and stars. */
async function houseOf(username: string, many: number) {
  const someone = visitor(site)
  const { id } = await someone.registers(username)
  const house = await saveActor(own.db, {
    fid: `${username}-house`,
    type: "place",
    name: `Maison ${username}`,
    language: "fr",
    status: "published",
  })
  await relate(id, house)
  const events = await saveEvents(
    own.db,
    Array.from({ length: many }, (_, at) => ({
      language: "fr" as const,
      title: { fr: `Veillée ${at} chez ${username}` },
      category: "music" as const,
      timezone: "Europe/Brussels",
      occurrences: [{ starts_at: new Date(Date.now() + (at + 2) * 86_400_000), ends_at: null }],
      organizer_ids: [house],
      place_id: house,
      workflow: "published" as const,
    })),
  )
  const guest = visitor(site)
  const guestId = (await guest.registers(`guest-of-${username}`)).id
  const person = await saveActor(own.db, { fid: `guest-${username}`, type: "person", name: "Invitée", language: "fr" })
  await sql`insert into attendances (event_id, user_id, actor_id, value)
    select id, ${guestId}::bigint, ${person}::bigint, 'confirmed' from unnest(${events}::bigint[]) as id`.execute(
    own.db,
  )
  return { someone, id, guest, guestId, events, house }
}

test("account deletion notifies those who answered or listed its events, although the events are gone", async () => {
  const { someone, id, guest, guestId, events } = await houseOf("fermeture", 2)
  const keeper = visitor(site)
  await keeper.registers("keeper-of-fermeture")
  const { body: agenda } = await keeper.post("/api/me/lists/", { name: "À voir" })
  await keeper.put(`/api/me/lists/${agenda.id}/entries/event/${events[0]}/`)
  expect((await someone.delete("/api/me/", { password: goodPassword })).status).toBe(204)
  await removes(id)
  expect(await own.db.selectFrom("events").select("id").where("id", "in", events).execute()).toEqual([])

  const { rows: notices } = await sql<{
    id: number
  }>`select id from notices where event_id is null and kind = 'withdrawn'
    and event_title::text like '%fermeture%'`.execute(own.db)
  expect(notices).toHaveLength(2)
  for (const notice of notices) await gatherRecipients(own.db, notice.id)
  const inbox = (await guest.get("/api/me/notifications/")).body
  expect(inbox).toHaveLength(2)
  expect(inbox[0]).toMatchObject({
    kind: "withdrawn",
    because: "answer",
    actor: null,
    event: { id: null, listed: false, title: { fr: expect.stringContaining("Veillée") } },
    was: { place: { place: "Maison fermeture" } },
  })
  expect((await keeper.get("/api/me/notifications/")).body).toMatchObject([{ because: "agenda" }])
  const { rows: mails } = await sql`select from deliveries where user_id = ${guestId}`.execute(own.db)
  expect(mails.length).toBeGreaterThanOrEqual(2)

  // A month later the notices are removed from their list.
  await deleteOldNotices(own.db)
  expect((await guest.get("/api/me/notifications/")).body).toHaveLength(2)
  await sql`update notices set created_at = now() - interval '31 days' where event_id is null`.execute(own.db)
  await deleteOldNotices(own.db)
  expect((await guest.get("/api/me/notifications/")).body).toEqual([])
})

test("a notice that has no recipients yet when its account is deleted still reaches them", async () => {
  const { someone, id, events, guest } = await houseOf("hier", 2)
  expect((await someone.delete(`/api/contents/events/${events[0]}/`, { reason: "Dégât des eaux" })).status).toBe(204)
  expect((await someone.delete("/api/me/", { password: goodPassword })).status).toBe(204)
  await removes(id)
  const { rows: notices } = await sql<{
    id: number
  }>`select id from notices where event_id is null and gathered_at is null
    and event_title::text like '%hier%'`.execute(own.db)
  for (const notice of notices) await gatherRecipients(own.db, notice.id)
  const inbox = (await guest.get("/api/me/notifications/")).body
  expect(inbox.map(({ becomes }: { becomes: { reason: string | null } }) => becomes.reason).sort()).toEqual([
    "Dégât des eaux",
    null,
  ])
})

test("an interrupted account deletion resumes where it stopped and sends each notice once", async () => {
  const { someone, id, events, guestId } = await houseOf("grande", 25)
  const statements = await own.statementsOf(() => someone.delete("/api/me/", { password: goodPassword }))
  expect(statements).toBeLessThan(60)
  expect((await someone.get(`/api/contents/events/${events[24]}/`)).status).toBe(404)
  for (const transactions of [1, 2, 3]) {
    const dying = dyingAfter(transactions, own.db)
    await expect(removeAccount(dying, storageOf(site.config), id, 3)).rejects.toBe(killed)
  }
  const left = await own.db.selectFrom("events").select("id").where("id", "in", events).execute()
  expect(left).toHaveLength(25 - 6 * 3)
  await sql`update users set deleted_at = now() - interval '2 days' where id = ${id}`.execute(own.db)
  await sweep(own.db)
  const { rows } = await sql<{ data: object }>`select data from pgboss.job where name = 'accounts.remove'
    and (data ->> 'accountId')::bigint = ${id}`.execute(own.db)
  expect(rows).toContainEqual({ data: { accountId: id } })
  await removes(id)
  expect(await own.db.selectFrom("users").select("id").where("id", "=", id).execute()).toEqual([])
  const { rows: people } = await sql`select from notice_people where user_id = ${guestId}`.execute(own.db)
  expect(people).toHaveLength(25)
})
