import { sql } from "kysely"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import type { SignedIn } from "#features/accounts/viewer.ts"
import { detectContentChange } from "#features/changes/content.server.ts"
import { sendContactMail } from "#features/contact/mails.server.ts"
import { makeCalendarAddress } from "#features/events/calendar/address/commands.server.ts"
import { ownerOfCalendar } from "#features/events/calendar/address/queries.server.ts"
import { publishDue } from "#features/events/writing/commands.server.ts"
import { gatherRecipients } from "#features/notices/gather.server.ts"
import { sendNoticeMail } from "#features/notices/mails.server.ts"
import { followAll } from "#test/changes.ts"
import { contactWorld, solved } from "#test/worlds/contact-world.ts"
import { collectingMailer } from "#test/worlds/newsletter-world.ts"
import { testSite } from "#test/worlds/visitor.ts"
import { restore, suspend } from "./commands.server.ts"

// A suspended person gets no notices of pages and publishes nothing, and nobody is led to believe that they do
// (docs/decisions/0064).

type Contact = Awaited<ReturnType<typeof contactWorld>>
let here: Contact["here"]
let owner: Contact["owner"]
let newCaptcha: Contact["newCaptcha"]
let sends: Contact["sends"]
let config: ReturnType<typeof testSite>["config"]
beforeAll(async () => {
  ;({ here, owner, newCaptcha, sends } = await contactWorld())
  config = testSite(here.db, { PUBLIC_URL: "https://foyer.example" }).config
})
afterAll(() => here.end())
beforeEach(async () => {
  await sql`update users set suspended_at = null, suspended_reason = null`.execute(here.db)
  // Odalys is the only person who manages the house.
  await sql`delete from relations where actor_id = ${here.hangar.id} and user_id <> ${owner.userId}`.execute(here.db)
  await sql`delete from pgboss.job`.execute(here.db)
  await sql`delete from rate_limits`.execute(here.db)
})

const inTransaction = (what: (tx: typeof here.db) => Promise<void>) => here.db.transaction().execute(what)
const suspends = ({ userId }: SignedIn) => inTransaction((tx) => suspend(tx, userId, "Publicité"))
const restores = ({ userId }: SignedIn) => inTransaction((tx) => restore(tx, userId))
async function jobsOf<Data>(name: string) {
  return (await sql<{ data: Data }>`select data from pgboss.job where name = ${name}`.execute(here.db)).rows.map(
    ({ data }) => data,
  )
}
const hangar = async () => (await here.ask(null, "GET", "/api/actors/hangar/")).body
const writes = async () => sends(await solved(await newCaptcha()))

test("a page whose only owner is suspended takes no messages and cannot be claimed; restoring reopens it", async () => {
  expect(await detectContentChange(() => suspends(owner)), "what is cached of it is stale").toBe(true)
  expect(await hangar()).toMatchObject({ channels: [], is_claimable: false })
  expect(await writes()).toMatchObject({ status: 409, body: { code: "contact_closed" } })
  expect(await jobsOf("contact.mail")).toEqual([])

  expect(await detectContentChange(() => restores(owner))).toBe(true)
  expect(await hangar()).toMatchObject({ channels: ["email", "inbox"] })
  expect((await writes()).status).toBe(202)
})

test("the secret address of a calendar answers nothing while its owner is suspended", async () => {
  const { secret } = await makeCalendarAddress(here.db, owner)
  await suspends(owner)
  expect(await ownerOfCalendar(here.db, secret)).toBeUndefined()
  await restores(owner)
  expect(await ownerOfCalendar(here.db, secret)).toMatchObject({ userId: owner.userId })
})

test("a message to a page is not mailed to managers who are suspended, even after it was queued", async () => {
  const [colleague, late] = [await here.newcomer("collegue"), await here.newcomer("tardive")]
  for (const one of [colleague, late]) await here.gives(one, here.hangar.id, "member")
  await suspends(owner)
  expect((await writes()).status).toBe(202)
  const jobs = await jobsOf<{ userId: number; messageId: number }>("contact.mail")
  expect(jobs.map(({ userId }) => userId).toSorted()).toEqual([colleague.userId, late.userId])
  await suspends(late)
  const { mails, mailer } = collectingMailer()
  for (const job of jobs) await sendContactMail(here.db, config, mailer, job)
  expect(mails.map(({ to }) => to.address)).toEqual(["collegue@foyer.example"])
})

test("a suspended person gets no notices, mails, pushes or confirmations of a page; other managers do", async () => {
  const colleague = await here.gives(await here.newcomer("autre"), here.hangar.id, "member")
  const told = async () => {
    await sql`update notices set gathered_at = null, gathered_to = 0`.execute(here.db)
    const { rows } = await sql<{ id: number }>`select id from notices`.execute(here.db)
    for (const { id } of rows) await gatherRecipients(here.db, id)
    const { rows: those } = await sql<{ line: string }>`
      select distinct username || ' ' || channel as line from deliveries d join users u on u.id = d.user_id
      order by 1`.execute(here.db)
    return those.map(({ line }) => line)
  }
  for (const { userId } of [owner, colleague])
    await sql`insert into push_devices (user_id, endpoint, p256dh, auth)
      values (${userId}, ${`https://push.example/${userId}`}, repeat('x', 87), repeat('x', 22))`.execute(here.db)
  await sql`update users set notify = '{page,change,answer,invitation,new}', notify_app = '{page,change,answer,invitation,new}'`.execute(
    here.db,
  )
  await sql`insert into follows (user_id, actor_id, notify) values
    (${owner.userId}, ${here.seuils.id}, 'now'), (${colleague.userId}, ${here.seuils.id}, 'now')`.execute(here.db)
  await suspends(owner)
  // The event names the house, which is asked to confirm; the followers of the company are notified.
  const { status } = await here.ask(here.seuils.viewer, "POST", "/api/contents/events/", {
    title: { fr: "Bal" },
    category: "music",
    organizers: ["seuils"],
    place: "hangar",
    start: "2027-05-01T20:00",
    workflow: "published",
  })
  expect(status).toBe(201)
  await followAll(here.db)
  expect(await told()).toEqual(["autre app", "autre mail", "autre push"])

  // A delivery that was queued when the person was suspended is not sent.
  await sql`delete from deliveries`.execute(here.db)
  await suspends(colleague)
  await sql`insert into deliveries (notice_id, user_id, channel, because, state)
    select id, ${colleague.userId}, 'mail', 'page', 'queued' from notices limit 1`.execute(here.db)
  const { rows } = await sql<{ id: number }>`select id from deliveries`.execute(here.db)
  const { mails, mailer } = collectingMailer()
  for (const { id } of rows) await sendNoticeMail(here.db, config, mailer, { deliveryId: id })
  expect([rows.length, mails]).toEqual([1, []])

  // When every manager is suspended, nobody is asked yet, so that the request is made once somebody can answer it.
  await sql`delete from notices`.execute(here.db)
  const again = { title: { fr: "Bal bis" }, category: "music", organizers: ["seuils"], place: "hangar" }
  await here.ask(here.seuils.viewer, "POST", "/api/contents/events/", {
    ...again,
    start: "2027-05-02T20:00",
    workflow: "published",
  })
  await followAll(here.db)
  const asked = await sql`select from notices where kind = 'confirmation'`.execute(here.db)
  expect(asked.rows).toEqual([])
})

test("an invitation is not mailed to a suspended person or to a suspended owner of the invited page", async () => {
  const mailed = async () => (await jobsOf<{ userId: number }>("actors.invitation-mail")).map(({ userId }) => userId)
  const invites = (body: object) => here.ask(owner, "POST", "/api/actors/hangar/relations/", body)
  for (const one of [here.nour, here.rhizome]) await suspends(one.viewer)
  expect((await invites({ fid: "nour", relation: "member" })).status).toBe(201)
  expect((await invites({ fid: "rhizome", relation: "partner" })).status).toBe(201)
  expect((await invites({ fid: "seuils", relation: "partner" })).status).toBe(201)
  expect(await mailed()).toEqual([here.seuils.viewer.userId])
})

test("a scheduled event waits while all its managers are suspended, and is published once one is restored", async () => {
  const scheduled = async (by: { drafts: (said: object) => Promise<{ id: number }> }) => {
    const { id } = await by.drafts({ title: "À l’heure dite" })
    await sql`update events set workflow = 'scheduled', publish_at = now() - interval '1 minute' where id = ${id}`.execute(
      here.db,
    )
    return id
  }
  const [alone, shared] = [await scheduled(here.seuils), await scheduled(here.rhizome)]
  const published = async () => {
    await publishDue(here.db)
    const { rows } = await sql<{ id: number }>`
      select id from events where workflow = 'published' and id = any(${[alone, shared]}::bigint[]) order by id`.execute(
      here.db,
    )
    return rows.map(({ id }) => id)
  }
  await here.gives(await here.newcomer("seconde"), here.rhizome.id, "assistant")
  for (const one of [here.seuils, here.rhizome]) await suspends(one.viewer)
  expect(await published()).toEqual([shared])
  // A co-organiser that accepted also manages the event; one that was only named does not.
  const names = (status: string) =>
    sql`
    insert into event_organizers (event_id, actor_id, position, status) values (${alone}, ${here.hangar.id}, 1, ${status})
    on conflict (event_id, actor_id) do update set status = ${status}`.execute(here.db)
  await names("pending")
  expect(await published()).toEqual([shared])
  await restores(here.seuils.viewer)
  expect(await published()).toEqual([alone, shared])

  await sql`update events set workflow = 'scheduled', publish_at = now() where id = ${alone}`.execute(here.db)
  await suspends(here.seuils.viewer)
  await names("accepted")
  expect(await published()).toEqual([alone, shared])
})
