import { sql } from "kysely"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { SignedIn } from "#features/accounts/viewer.ts"
import { writingWorld } from "#test/worlds/writing-world.ts"

// What administrators and moderators see by their office alone is logged in the journal of looks.

let here: Awaited<ReturnType<typeof writingWorld>>
let admin: SignedIn
let moderator: SignedIn
beforeAll(async () => {
  here = await writingWorld()
  admin = await here.newcomer("intendante", { isAdmin: true })
  moderator = await here.newcomer("moderatrice", { isModerator: true })
})
afterAll(() => here.end())

/** Requests a path and returns the kinds of looks it logged. */
async function looks(who: SignedIn, path: string, headers: Record<string, string> = {}): Promise<string[]> {
  const before = await here.db
    .selectFrom("changes")
    .select((c) => c.fn.max<number>("id").as("id"))
    .executeTakeFirst()
  expect((await here.ask(who, "GET", path, undefined, headers)).status, path).toBe(200)
  const rows = await here.db
    .selectFrom("changes")
    .select(["action", "user_id", "by_office"])
    .where("id", ">", Number(before?.id ?? 0))
    .execute()
  for (const row of rows) expect([row.user_id, row.by_office], path).toEqual([who.userId, true])
  return rows.map(({ action }) => action)
}

const inside = [
  "attendances/",
  "attendances/counts/",
  "attendances/elsewhere/",
  "notices/",
  "notices/audience/",
  "changes/",
  "comments/all/",
  "reactions/",
]

test("an administrator's look at an event's answers, notices or changes is logged, a manager's is not", async () => {
  const published = await here.hangar.publishes({ title: "Soirée" })
  const draft = await here.hangar.drafts()
  for (const { id } of [published, draft]) {
    for (const part of inside) {
      const path = `/api/contents/events/${id}/${part}`
      expect(await looks(admin, path), path).toEqual(["inside_seen"])
      expect(await looks(here.hangar.viewer, path), path).toEqual([])
    }
    const table = { accept: "text/csv" }
    expect(await looks(admin, `/api/contents/events/${id}/attendances/`, table)).toEqual(["inside_seen"])
  }
  const journal = await here.ask(here.hangar.viewer, "GET", `/api/contents/events/${draft.id}/changes/`)
  expect(journal.body[0]).toMatchObject({ action: "inside_seen", by_office: true })
})

test("an administrator's look at a draft's line-up or organizers is logged, at a published event's is not", async () => {
  const published = await here.hangar.publishes({ title: "Autre soirée" })
  const draft = await here.hangar.drafts()
  for (const part of ["lineup/", "organizers/"]) {
    expect(await looks(admin, `/api/contents/events/${draft.id}/${part}`)).toEqual(["seen"])
    expect(await looks(here.hangar.viewer, `/api/contents/events/${draft.id}/${part}`)).toEqual([])
    expect(await looks(admin, `/api/contents/events/${published.id}/${part}`)).toEqual([])
  }
})

test("an administrator's look at the relations or changes of a page that they do not manage is logged", async () => {
  for (const part of ["relations/", "changes/"]) {
    expect(await looks(admin, `/api/actors/hangar/${part}`)).toEqual(["inside_seen"])
    expect(await looks(here.hangar.viewer, `/api/actors/hangar/${part}`)).toEqual([])
    // For a house of their own they need no office.
    const own = { ...here.hangar.viewer, isAdmin: true }
    expect(await looks(own, `/api/actors/hangar/${part}`)).toEqual([])
  }
})

/** Reports an event or actor anonymously, as a moderator who has signed out may do too. */
const reported = (column: "event_id" | "actor_id", id: number) =>
  sql`with opened as (insert into reports (host) values (null) returning id),
    about as (insert into report_subjects (report_id, ${sql.ref(column)}) select id, ${id}::bigint from opened)
    insert into report_statements (report_id, language, reason) select id, 'fr', 'hurtful' from opened`.execute(here.db)

test("a moderator's look inside reported events and pages is logged, reading public content is not", async () => {
  const published = await here.hangar.publishes({ title: "Soirée signalée" })
  const draft = await here.hangar.drafts()
  for (const { id } of [published, draft]) {
    await reported("event_id", id)
    for (const part of inside)
      expect(await looks(moderator, `/api/contents/events/${id}/${part}`), part).toEqual(["inside_seen"])
  }
  expect(await looks(moderator, `/api/contents/events/${draft.id}/`)).toEqual(["seen"])
  expect(await looks(moderator, `/api/contents/events/${draft.id}/lineup/`)).toEqual(["seen"])
  // Reading public content is not logged.
  expect(await looks(moderator, `/api/contents/events/${published.id}/`)).toEqual([])

  expect(await looks(moderator, "/api/actors/hangar/relations/")).toEqual([])
  await reported("actor_id", here.hangar.id)
  for (const part of ["relations/", "changes/"])
    expect(await looks(moderator, `/api/actors/hangar/${part}`), part).toEqual(["inside_seen"])
  expect(await looks(moderator, "/api/actors/hangar/messages/")).toEqual(["messages_seen"])
  expect(await looks(moderator, "/api/actors/hangar/")).toEqual([])
  await sql`update actors set status = 'draft' where id = ${here.hangar.id}`.execute(here.db)
  expect(await looks(moderator, "/api/actors/hangar/")).toEqual(["seen"])
})
