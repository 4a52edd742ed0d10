import { sql } from "kysely"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { SignedIn } from "#features/accounts/viewer.ts"
import { followAll } from "#test/changes.ts"
import { subscribers } from "#test/worlds/newsletter-world.ts"
import { tomorrow } from "#test/worlds/world.ts"
import { writingWorld } from "#test/worlds/writing-world.ts"
import { kindOfJob, troublesOf } from "./overview.ts"
import type { Overview } from "./representation.server.ts"

let here: Awaited<ReturnType<typeof writingWorld>>
let admin: SignedIn
beforeAll(async () => {
  here = await writingWorld()
  admin = await here.newcomer("regie", { isAdmin: true })
})
afterAll(() => here.end())

const overview = async () => {
  const { status, body } = await here.ask(admin, "GET", "/api/admin/overview/")
  expect(status).toBe(200)
  return body as Overview
}

test("the overview of a new instance has every figure and no troubles", async () => {
  await sql`delete from pgboss.job`.execute(here.db)
  const all = await overview()
  expect(all).toMatchObject({
    troubles: [],
    reports: { waiting: 0, oldest: null },
    claims: { waiting: 0, oldest: null },
    events: { total: 0 },
    pages: { person: 1, group: 1, place: 1, organizer: 1 },
    mails: { sent: 0, failed: 0 },
    storage: { place: "disk", bytes: { images: 0, sounds: 0, documents: 0 } },
    federation: { waiting: 0, silent: 0, hosts: [] },
  })
  expect([all.events.days.length, all.mails.days.length, all.jobs.length]).toEqual([28, 30, 4])
  expect([all.events.days[0]?.date, all.events.days.at(-1)?.date]).toEqual([all.events.from, all.events.until])
})

test("the overview counts recently published events by day and category, without drafts", async () => {
  const make = (category: string, workflow: string) =>
    here.ask(here.hangar.viewer, "POST", "/api/contents/events/", {
      title: { fr: `Soir ${category}` },
      language: "fr",
      category,
      organizers: ["hangar"],
      place: "hangar",
      start: `${tomorrow(20)}T20:30`,
      workflow,
    })
  for (const [category, workflow] of [
    ["music", "published"],
    ["music", "published"],
    ["dance", "published"],
    ["film", "draft"],
  ] as const)
    expect((await make(category, workflow)).status).toBe(201)
  await followAll(here.db)
  const today = (await overview()).events
  expect(today.total).toBe(3)
  expect(today.days.at(-1)?.categories).toEqual({ music: 2, dance: 1 })

  await sql`update activities set created_at = now() - interval '40 days'`.execute(here.db)
  expect((await overview()).events.total).toBe(0)
})

test("the overview counts waiting reports and claims, with the date of the oldest report", async () => {
  await sql`insert into reports (host, text, created_at, status, closed_at) values
    ('a.example', 'x', '2026-01-05T10:00:00Z', 'open', null), ('b.example', 'x', '2026-01-07T10:00:00Z', 'open', null),
    ('c.example', 'x', '2026-01-01T10:00:00Z', 'closed', now())`.execute(here.db)
  await sql`insert into claims (actor_id, user_id, reason) values (${here.hangar.id}, ${admin.userId}, 'x')`.execute(
    here.db,
  )
  expect(await overview()).toMatchObject({
    reports: { waiting: 2, oldest: "2026-01-05T11:00:00+01:00" },
    claims: { waiting: 1 },
  })
})

test("the overview counts due, late and recently failed jobs by kind, without jobs for later", async () => {
  await sql`delete from pgboss.job`.execute(here.db)
  const job = (name: string, state: string, startAfter: string, completedOn: string | null = null) => sql`
    insert into pgboss.job (name, state, start_after, completed_on, policy)
    values (${name}, ${state}::pgboss.job_state, now() + ${startAfter}::interval, now() + ${completedOn}::interval, 'standard')`
  await job("notices.mail", "created", "-1 minute").execute(here.db)
  await job("accounts.mail", "retry", "-2 minutes").execute(here.db)
  await job("accounts.mail", "retry", "1 hour").execute(here.db)
  await job("documents.sound", "created", "-11 minutes").execute(here.db)
  await job("fediverse.tell", "failed", "-3 days", "-2 days").execute(here.db)
  await job("fediverse.tell", "failed", "-2 hours", "-1 hour").execute(here.db)
  await sql`update pgboss.queue set failed_count = 2 where name = 'fediverse.tell'`.execute(here.db)

  const { jobs, troubles } = await overview()
  expect(jobs).toMatchObject([
    { kind: "mail", waiting: 2, late: false, failed: 0 },
    { kind: "files", waiting: 1, late: true },
    { kind: "fediverse", waiting: 0, oldest: null, failed: 2, failed_lately: 1 },
    { kind: "others", waiting: 0 },
  ])
  expect(troubles).toEqual(["jobs_late", "jobs_failed"])
  expect(
    Object.fromEntries(
      ["newsletters.confirm-mail", "newsletters.trial", "newsletters.due"].map((name) => [name, kindOfJob(name)]),
    ),
  ).toEqual({ "newsletters.confirm-mail": "mail", "newsletters.trial": "mail", "newsletters.due": "others" })
})

test("the overview counts mails by the day they were sent, and stored bytes by kind of file", async () => {
  const [subscription = 0] = await subscribers(here.db, [{}])
  const issue = (state: string, daysAgo: number) => sql`
    insert into newsletter_issues (subscription_id, period, frequency, language, timezone, content, state, due_at, created_at, sent_at, failure)
    values (${subscription}, ${`p${state}${daysAgo}`}, 'weekly', 'fr', 'Europe/Brussels', '{}', ${state}, now(),
      now() - make_interval(days => ${daysAgo}), case when ${state} = 'sent' then now() - make_interval(days => ${daysAgo}) end,
      case when ${state} = 'failed' then 'refused' end)`
  for (const [state, ago] of [
    ["sent", 0],
    ["failed", 1],
    ["queued", 0],
    ["sent", 40],
  ] as const)
    await issue(state, ago).execute(here.db)
  const { rows } = await sql<{ id: number }>`
    insert into notices (kind, event_id, gathered_at) select 'cancelled', min(id), now() from events returning id`.execute(
    here.db,
  )
  await sql`insert into deliveries (notice_id, user_id, channel, because, state, sent_at) values
    (${rows[0]?.id}, ${admin.userId}, 'mail', 'answer', 'sent', now()), (${rows[0]?.id}, ${admin.userId}, 'app', 'answer', 'sent', now())`.execute(
    here.db,
  )
  await sql`insert into documents (type, title, file, mime, size, stored, visibility) values
    ('Image', 'x', 'a', 'image/jpeg', 1, 300, 'public'), ('Image', 'x', 'b', 'image/jpeg', 1, 20, 'public'),
    ('Audio', 'x', 'c', 'audio/mpeg', 1, 4000, 'public')`.execute(here.db)

  const { mails, storage, troubles } = await overview()
  expect(mails).toMatchObject({ sent: 2, failed: 1 })
  expect(mails.days.at(-1)).toMatchObject({ newsletters: 1, notices: 1, failed: 0 })
  expect(mails.days.at(-2)).toMatchObject({ newsletters: 0, notices: 0, failed: 1 })
  expect(storage.bytes).toEqual({ images: 320, sounds: 4000, documents: 0 })
  expect(troubles).toContain("mails")
})

test("the overview lists silent hosts first, then those with most deliveries, and no blocked hosts", async () => {
  await sql`insert into fediverse_hosts (host, failures, retry_at, is_blocked) values
    ('muet.example', 3, '2026-01-05T10:00:00Z', false), ('banni.example', 9, null, true), ('bien.example', 0, null, false)`.execute(
    here.db,
  )
  await sql`
    with who as (insert into fediverse_identities (name, public_key, private_key)
        values ('x', repeat('x', 100), decode(repeat('00', 100), 'hex')) returning id),
      said as (insert into fediverse_activities (identity_id, uri, body)
        select who.id, 'https://foyer.example/' || n, '{}' from who, generate_series(1, 3) n returning id)
    insert into fediverse_deliveries (activity_id, inbox, host)
    select id, 'https://lent.example/i', 'lent.example' from said
    union all select min(id), 'https://muet.example/i', 'muet.example' from said`.execute(here.db)
  const { federation, troubles } = await overview()
  expect(federation).toMatchObject({
    silent: 1,
    waiting: 4,
    hosts: [
      { host: "muet.example", failures: 3, waiting: 1, retry: "2026-01-05T11:00:00+01:00" },
      { host: "lent.example", failures: 0, waiting: 3, retry: null },
    ],
  })
  expect(troubles).toContain("hosts")
})

test("a nearly full disk is a trouble; an unknown disk size and a few failed mails are not", () => {
  const well = { jobs: [], mails: { sent: 0, failed: 0 }, federation: { silent: 0 } }
  const of = (free: number | null, size: number | null) => troublesOf({ ...well, storage: { free, size } })
  expect([of(20, 100), of(9, 100), of(null, null)]).toEqual([[], ["disk"], []])
  expect(troublesOf({ ...well, mails: { sent: 96, failed: 4 }, storage: { free: 1, size: 1 } })).toEqual([])
})
