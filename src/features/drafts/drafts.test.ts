import { sql } from "kysely"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { SignedIn } from "#features/accounts/viewer.ts"
import { writingWorld } from "#test/worlds/writing-world.ts"
import { sweepDrafts } from "./commands.server.ts"

let here: Awaited<ReturnType<typeof writingWorld>>
let lena: SignedIn
let paul: SignedIn
beforeAll(async () => {
  here = await writingWorld()
  lena = await here.newcomer("lena")
  paul = await here.newcomer("paul")
})
afterAll(() => here.end())

const path = "/api/me/drafts/actor-new/"

test("a draft is returned as it was typed, and to its author only", async () => {
  expect((await here.ask(lena, "GET", path)).body).toBeNull()
  const fields = { name: "  Le Hangar ", "summary.fr": "Une salle\n\nau bord ", "rooms.0.name": "", tags: "é, ’" }
  const kept = await here.ask(lena, "PUT", path, { fields, version: 3 })
  expect(kept).toMatchObject({ status: 200, body: { version: 3, saved: expect.stringMatching(/^\d{4}-.*Z$/) } })
  expect(JSON.stringify(kept.body)).not.toContain("Hangar")

  expect((await here.ask(lena, "GET", path)).body).toEqual({ fields, version: 3, saved: kept.body.saved })
  expect((await here.ask(paul, "GET", path)).body).toBeNull()
  for (const method of ["GET", "PUT", "DELETE"]) {
    const answer = await here.ask(null, method, path, method === "PUT" ? { fields } : undefined)
    expect(answer).toMatchObject({ status: 403, body: { code: "sign_in_needed" } })
  }
  // Moderators and administrators cannot read it either.
  const admin = await here.newcomer("admin", { isAdmin: true, isModerator: true })
  expect((await here.ask(admin, "GET", path)).body).toBeNull()

  expect((await here.ask(paul, "DELETE", path)).status).toBe(204)
  expect((await here.ask(lena, "GET", path)).body).not.toBeNull()
  expect((await here.ask(lena, "DELETE", path)).status).toBe(204)
  expect((await here.ask(lena, "DELETE", path)).status).toBe(204)
  expect((await here.ask(lena, "GET", path)).body).toBeNull()
})

test("deleting a draft by its saved time does not delete a newer one", async () => {
  const subject = "/api/me/drafts/event-7/"
  const first = await here.ask(lena, "PUT", subject, { fields: { "title.fr": "Un" } })
  const then = await here.ask(lena, "PUT", subject, { fields: { "title.fr": "Deux" } })
  // Saved in the same millisecond, both would have the same time.
  await here.db
    .updateTable("drafts")
    .set({ saved_at: sql`saved_at + interval '1 second'` })
    .execute()
  const { saved } = (await here.ask(lena, "GET", subject)).body
  expect(saved > then.body.saved).toBe(true)
  expect((await here.ask(lena, "DELETE", `${subject}?saved=${first.body.saved}`)).status).toBe(204)
  expect((await here.ask(lena, "GET", subject)).body.fields).toEqual({ "title.fr": "Deux" })
  expect((await here.ask(lena, "DELETE", `${subject}?saved=hier`)).status).toBe(400)
  expect((await here.ask(lena, "DELETE", `${subject}?saved=${saved}`)).status).toBe(204)
  expect((await here.ask(lena, "GET", subject)).body).toBeNull()
})

test("twenty simultaneous saves of one draft leave one complete draft", async () => {
  const subject = "/api/me/drafts/event-new/"
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      here.ask(lena, "PUT", subject, { fields: { "title.fr": `Titre ${at}`, "title.en": `Title ${at}` } }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
  const rows = await here.db
    .selectFrom("drafts")
    .select("fields")
    .where("user_id", "=", lena.userId)
    .where("subject", "=", "event-new")
    .execute()
  expect(rows).toHaveLength(1)
  const { fields } = rows[0] as { fields: Record<string, string> }
  expect(fields["title.en"]?.slice(6)).toBe(fields["title.fr"]?.slice(6))
})

test("a person has at most 100 drafts, even with simultaneous requests, and can save existing ones again", async () => {
  const many = await here.newcomer("many")
  const answers = await Promise.all(
    Array.from({ length: 108 }, (_, at) => here.ask(many, "PUT", `/api/me/drafts/event-${at + 1}/`, { fields: {} })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(100)
  expect(answers.find(({ status }) => status !== 200)).toMatchObject({ status: 409, body: { code: "too_many" } })
  // A draft that exists can still be saved again.
  const [first] = await here.db.selectFrom("drafts").select("subject").where("user_id", "=", many.userId).execute()
  expect((await here.ask(many, "PUT", `/api/me/drafts/${first?.subject}/`, { fields: { a: "b" } })).status).toBe(200)
})

test.each([
  ["a subject that is none", "/api/me/drafts/profile/", { fields: {} }, 400],
  ["an event that is no number", "/api/me/drafts/event-abc/", { fields: {} }, 400],
  ["no fields", path, {}, 400],
  ["fields that are no texts", path, { fields: { name: 5 } }, 400],
  ["half a character", path, { fields: { name: "\ud800" } }, 400],
  ["a zero byte", path, { fields: { name: "a\0b" } }, 400],
  ["a zero byte in a name", path, { fields: { "a\0b": "" } }, 400],
  ["a version that is none", path, { fields: {}, version: -1 }, 400],
  ["more than a body may be", path, { fields: { a: "x".repeat(99_000), b: "y".repeat(9000) } }, 413],
])("a draft with %s is refused", async (_, address, body, status) => {
  expect((await here.ask(paul, "PUT", address, body)).status).toBe(status)
  expect(await here.db.selectFrom("drafts").select("subject").where("user_id", "=", paul.userId).execute()).toEqual([])
})

test("a draft does not appear in lists, searches, pages, logs or feeds", async () => {
  const canary = "zqbrouillon"
  const made = await here.ask(lena, "POST", "/api/actors/", {
    type: "place",
    fid: "maison-claire",
    name: "Maison Claire",
    status: "published",
  })
  expect(made.status).toBe(201)
  await here.ask(lena, "PUT", "/api/me/drafts/actor-maison-claire/", {
    fields: { name: canary, "description.fr": `<p>${canary}</p>`, tags: canary },
    version: 1,
  })
  for (const who of [null, paul, lena]) {
    for (const address of [
      "/api/actors/",
      `/api/actors/?q=${canary}`,
      `/api/actors/?tag=${canary}`,
      "/api/actors/maison-claire/",
      "/api/actors/managed/",
      "/api/actors/maison-claire/changes/",
      `/api/contents/events/?q=${canary}`,
      `/api/places/?q=${canary}`,
      "/api/activities/",
    ]) {
      const { body } = await here.ask(who, "GET", address)
      expect(JSON.stringify(body), address).not.toContain(canary)
    }
  }
  const { rows } = await sql<{ word: string }>`
    select word from search_words where word like ${`%${canary}%`}`.execute(here.db)
  expect(rows).toEqual([])
})

test("a draft follows its page to a new fid, and an open editor can still save it under the old one", async () => {
  const [owner, member] = [await here.newcomer("owner"), await here.newcomer("member")]
  await here.ask(owner, "POST", "/api/actors/", { type: "place", fid: "ancienne", name: "Ancienne" })
  const { id } = await here.db.selectFrom("actors").select("id").where("fid", "=", "ancienne").executeTakeFirstOrThrow()
  await here.gives(member, id, "member")
  const draft = (who: SignedIn, fid: string, method = "GET", body?: object) =>
    here.ask(who, method, `/api/me/drafts/actor-${fid}/`, body)
  await draft(member, "ancienne", "PUT", { fields: { name: "Mienne", fid: "ancienne" }, version: 1 })
  await draft(owner, "ancienne", "PUT", { fields: { name: "Sienne", fid: "nouvelle" }, version: 1 })
  // A draft with the new name as subject existed before there was such a page.
  await draft(member, "nouvelle", "PUT", { fields: { name: "Vieux" } })

  expect((await here.ask(owner, "PATCH", "/api/actors/ancienne/", { fid: "nouvelle" })).status).toBe(200)
  // The draft follows the new name, and saving it does not give the page its former name back.
  const followed = { fields: { name: "Mienne", fid: "nouvelle" }, version: 1 }
  for (const fid of ["nouvelle", "ancienne"]) expect((await draft(member, fid)).body).toMatchObject(followed)

  // The editor that published deletes its draft under the name it knew.
  await draft(owner, "ancienne", "DELETE")
  expect((await draft(owner, "nouvelle")).body).toBeNull()
  await draft(member, "ancienne", "PUT", { fields: { name: "Encore mienne", fid: "ancienne" }, version: 1 })
  expect((await draft(member, "nouvelle")).body.fields).toEqual({ name: "Encore mienne", fid: "nouvelle" })
  const subjects = here.db.selectFrom("drafts").select("subject").where("user_id", "in", [owner.userId, member.userId])
  expect(await subjects.execute()).toEqual([{ subject: "actor-nouvelle" }])

  // The page gets its former name back.
  expect((await here.ask(owner, "PATCH", "/api/actors/nouvelle/", { fid: "ancienne" })).status).toBe(200)
  expect((await draft(member, "ancienne")).body.fields.name).toBe("Encore mienne")
})

test("the sweep deletes drafts that were not saved for ninety days", async () => {
  const idle = await here.newcomer("idle")
  for (const [subject, days] of [
    ["event-1", 91],
    ["event-2", 89],
  ] as const) {
    await here.ask(idle, "PUT", `/api/me/drafts/${subject}/`, { fields: { a: "b" } })
    await sql`update drafts set saved_at = now() - make_interval(days => ${days}) where subject = ${subject}
      and user_id = ${idle.userId}`.execute(here.db)
  }
  await sweepDrafts(here.db)
  const left = await here.db.selectFrom("drafts").select("subject").where("user_id", "=", idle.userId).execute()
  expect(left).toEqual([{ subject: "event-2" }])
})
