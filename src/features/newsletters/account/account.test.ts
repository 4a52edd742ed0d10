import { sql } from "kysely"
import { afterAll, beforeAll, expect, test } from "vitest"
import { collectingMailer, newsletterConfig } from "#test/worlds/newsletter-world.ts"
import { testSite, visitor } from "#test/worlds/visitor.ts"
import { tomorrow, world } from "#test/worlds/world.ts"
import { sendTrialMail } from "../mails/preview.server.ts"

let here: Awaited<ReturnType<typeof world>>
beforeAll(async () => {
  here = await world()
  await here.hangar.publishes({ title: "Chez le Hangar", starts: `${tomorrow(1)}T20:30` })
})
afterAll(() => here.end())

async function reader(name: string, variables: Record<string, string> = {}) {
  const one = visitor(testSite(here.db, variables))
  await one.registers(name)
  const { userId } = await here.db
    .selectFrom("users")
    .select("id as userId")
    .where("username", "=", name)
    .executeTakeFirstOrThrow()
  return { one, userId }
}
const verifies = (userId: number) =>
  sql`update emails set verified_at = now() where user_id = ${userId}`.execute(here.db)
const trials = async () =>
  (
    await sql<{ id: string; data: { userId: number } }>`
      delete from pgboss.job where name = 'newsletters.trial' returning id, data`.execute(here.db)
  ).rows

test("an account's newsletter settings can be changed at their own address and with the profile", async () => {
  const { one, userId } = await reader("odile")
  expect((await one.get("/api/me/newsletter/")).body).toEqual({
    frequency: "none",
    language: "fr",
    account_language: true,
    weekday: 4,
    hour: 8,
    timezone: "Europe/Brussels",
    email: null,
    followed: 0,
    places: 0,
    state: "none",
    next: null,
    last: null,
  })
  const changed = await one.patch("/api/me/newsletter/", { frequency: "daily", hour: 19, language: "nl" })
  expect(changed.body).toMatchObject({ frequency: "daily", hour: 19, language: "nl", state: "no_address" })
  expect(changed.body.next).toMatch(/T19:00:00/)
  await verifies(userId)
  await one.put("/api/actors/hangar/follow/")
  expect((await one.get("/api/me/newsletter/")).body).toMatchObject({
    state: "active",
    email: "odile@exemple.be",
    followed: 1,
  })
  // The profile shows the same settings and can change them.
  expect((await one.patch("/api/me/", { newsletter: { frequency: "monthly" } })).body.newsletter).toMatchObject({
    frequency: "monthly",
    hour: 19,
  })
  expect((await one.get("/api/me/newsletter/")).body.next).toMatch(/-01T19:00:00/)
  expect(await one.patch("/api/me/newsletter/", { hour: 24, weekday: 8, frequency: "hourly" })).toMatchObject({
    status: 400,
    body: { hour: [expect.any(String)], weekday: [expect.any(String)], frequency: [expect.any(String)] },
  })
})

test("a preview shows the next issue with the requested settings, and stores nothing", async () => {
  const { one, userId } = await reader("lise")
  await one.put("/api/actors/hangar/follow/")
  const { body } = await one.post("/api/me/newsletter/preview/", { frequency: "weekly", language: "en" })
  expect(body.issue).toMatchObject({ frequency: "weekly", language: "en", is_empty: false, changes: [] })
  expect(body.issue.days).toMatchObject([
    { events: [{ title: "Chez le Hangar", place: "Le Hangar des Vents, Bruxelles" }] },
  ])
  expect(body.html).toContain("data:image/png;base64,")
  expect(body.html).not.toContain("cid:")
  expect(body.text).toContain("Chez le Hangar")
  expect((await one.post("/api/me/newsletter/preview/", {})).status).toBe(200)
  const rows = here.db.selectFrom("subscriptions").selectAll().where("user_id", "=", userId)
  expect(await rows.execute()).toEqual([])
})

test("a trial issue needs a verified address, is sent four times at most, is not stored, and can end the newsletter", async () => {
  const { one, userId } = await reader("paul", { LIMITS: "1" })
  expect(await one.post("/api/me/newsletter/test/")).toMatchObject({
    status: 409,
    body: { code: "email_not_verified" },
  })
  await verifies(userId)
  await one.put("/api/actors/hangar/follow/")
  await one.patch("/api/me/newsletter/", { frequency: "weekly" })
  const tries = [1, 2, 3, 4, 5].map(() => one.post("/api/me/newsletter/test/"))
  expect((await Promise.all(tries)).map(({ status }) => status).toSorted()).toEqual([202, 202, 202, 202, 429])
  const { mails, mailer } = collectingMailer()
  for (const { id, data } of await trials()) await sendTrialMail(here.db, newsletterConfig, mailer, id, data)
  expect(mails.map(({ to, subject }) => [to.address, subject.startsWith("[Essai] ")])).toEqual(
    Array.from({ length: 4 }, () => ["paul@exemple.be", true]),
  )
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from newsletter_issues`.execute(here.db)
  expect(rows[0]?.count).toBe(0)
  // Like an issue, it says how mail programs end the newsletter with one press (RFC 8058).
  expect(mails[0]?.headers).toMatchObject({ "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" })
  const way = new URL(mails[0]?.headers?.["List-Unsubscribe"]?.slice(1, -1) ?? "")
  expect((await one.post(way.pathname + way.search)).status).toBe(204)
  expect((await one.get("/api/me/newsletter/")).body).toMatchObject({ frequency: "none" })
})

test("deleting an account deletes its newsletter and any other newsletter of its address", async () => {
  const { one, userId } = await reader("marc")
  await verifies(userId)
  await one.patch("/api/me/newsletter/", { frequency: "daily" })
  await one.post("/api/subscriptions/", { email: "Marc@exemple.be", q: "jazz" })
  const about = sql<{ count: number }>`select count(*)::int as count from subscriptions
    where user_id = ${userId} or lower(email) = 'marc@exemple.be'`
  expect((await about.execute(here.db)).rows[0]?.count).toBe(2)
  expect((await one.delete("/api/me/", { password: "trois lampes sous la verrière" })).status).toBe(204)
  expect((await about.execute(here.db)).rows[0]?.count).toBe(0)
})
