import { sql } from "kysely"
import { afterEach, beforeEach, expect, test } from "vitest"
import { readConfig } from "#config/config.ts"
import type { SignedIn } from "#features/accounts/viewer.ts"
import type { World } from "#http/world.ts"
import { parse } from "#mail/dev-mail.ts"
import { openMailer } from "#mail/transport.ts"
import { mailServer, smtpRefusal, until } from "#test/mail-server.ts"
import { type EventFields, tomorrow } from "#test/world.ts"
import { writingWorld } from "#test/writing-world.ts"
import { startJobs } from "../../jobs.ts"
import { gatherRecipients } from "./gather.server.ts"
import { sendNoticeMail } from "./mails.server.ts"

let here: Awaited<ReturnType<typeof writingWorld>>
const ends: (() => unknown)[] = []
beforeEach(async () => {
  here = await writingWorld()
})
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

const quiet = { error() {}, warn() {}, info() {}, debug() {} } as unknown as World["log"]
const configFor = (smtp: string) => readConfig({ PUBLIC_URL: "https://foyer.example", SMTP_URL: smtp })

async function workers(count: number, smtp: string) {
  for (let nth = 0; nth < count; nth++) {
    const jobs = await startJobs({ db: here.db as World["db"], config: configFor(smtp), log: quiet }, here.url, {
      pollSeconds: 0.5,
    })
    ends.push(() => jobs.stop())
  }
}
/** Makes delayed and failed jobs due now. */
const hasten = () =>
  sql`update pgboss.job set start_after = now() where name like 'notices.%' and state in ('created', 'retry')`.execute(
    here.db,
  )
const deliveries = () =>
  here.db
    .selectFrom("deliveries")
    .innerJoin("users", "users.id", "deliveries.user_id")
    .select(["username", "channel", "state", "because", "failure", "tries"])
    .orderBy("username")
    .orderBy("channel")
    .execute()
const allTold = async () => {
  await hasten()
  const { rows } = await sql<{ open: number }>`select (select count(*) from notices where gathered_at is null)::int
    + (select count(*) from change_batches where followed_at is null)::int
    + (select count(*) from deliveries where state = 'queued')::int as open`.execute(here.db)
  return rows[0]?.open === 0
}

async function follows(viewer: SignedIn, actorId: number) {
  await here.db.insertInto("follows").values({ user_id: viewer.userId, actor_id: actorId }).execute()
}
async function answers(viewer: SignedIn, eventId: number, value = "confirmed", occurrenceId: number | null = null) {
  await here.db
    .insertInto("attendances")
    .values({ event_id: eventId, user_id: viewer.userId, actor_id: here.nour.id, value, occurrence_id: occurrenceId })
    .execute()
}
async function prefers(viewer: SignedIn, mail: string, app: string) {
  await sql`update users set notify = ${mail}::text[], notify_app = ${app}::text[] where id = ${viewer.userId}`.execute(
    here.db,
  )
}
/** Publishes an event that its place has confirmed. */
async function publishes(said: EventFields = {}) {
  const event = await here.seuils.publishes(said)
  await here.db
    .insertInto("event_confirmations")
    .values({ event_id: event.id, actor_id: here.hangar.id, part: "place", status: "accepted" })
    .execute()
  return event
}
const cancel = (id: number, reason = "Le chanteur est malade.") =>
  here.ask(here.seuils.viewer, "PATCH", `/api/contents/events/${id}/`, { status: "cancelled", status_reason: reason })

test("a cancellation reaches everyone once on each channel they chose, with three workers racing", async () => {
  const server = await mailServer()
  ends.push(server.end)
  const event = await publishes({ title: "Radio Minuit" })
  const expected: string[] = []
  for (let nth = 0; nth < 30; nth++) {
    const name = `f${String(nth).padStart(2, "0")}`
    const one = await here.newcomer(name)
    // People with several reasons still get the notice only once.
    if (nth % 2 === 0) await follows(one, here.hangar.id)
    if (nth % 3 === 0) await follows(one, here.seuils.id)
    if (nth % 5 === 0 || (nth % 2 && nth % 3)) await answers(one, event.id, nth % 4 ? "confirmed" : "interested")
    if (nth % 7 === 0) await prefers(one, "{}", "{change}")
    else if (nth % 7 === 1) await prefers(one, "{change}", "{}")
    if (nth % 7 !== 0) expected.push(`${name} mail`)
    if (nth % 7 !== 1) expected.push(`${name} app`)
  }
  const agenda = await here.newcomer("keeper")
  const { id: agendaId } = await here.db
    .insertInto("agendas")
    .values({ user_id: agenda.userId, name: "À voir", language: "fr" })
    .returning("id")
    .executeTakeFirstOrThrow()
  await here.db.insertInto("agenda_entries").values({ agenda_id: agendaId, event_id: event.id }).execute()
  expected.push("keeper mail", "keeper app")
  await answers(await here.newcomer("absent"), event.id, "declined")
  await here.newcomer("stranger")
  await prefers(await here.newcomer("silent"), "{}", "{}")
  await follows({ ...agenda, userId: (await here.newcomer("quiet")).userId }, here.rhizome.id)
  // The author of the change gets no notice.
  await answers(here.seuils.viewer, event.id)

  expect((await cancel(event.id)).status).toBe(200)
  expect(await deliveries()).toEqual([])
  await workers(3, server.url)
  await until(allTold, 60)

  const made = await deliveries()
  expect(made.map(({ username, channel }) => `${username} ${channel}`).sort()).toEqual(expected.sort())
  expect(made.every(({ state }) => state === "sent")).toBe(true)
  const addresses = server.mails.flatMap(({ to }) => to)
  expect(addresses.sort()).toEqual(
    expected.filter((one) => one.endsWith(" mail")).map((one) => `${one.split(" ")[0]}@foyer.example`),
  )
  const ids = new Set(server.mails.map(({ source }) => parse(source).messageId))
  expect(ids.size).toBe(addresses.length)
  const mail = parse(server.mails.find(({ to }) => to.includes("f05@foyer.example"))?.source ?? "")
  expect(mail.subject).toBe("Annulé\u00a0: Radio Minuit")
  expect(mail.text).toContain("Raison\u00a0: Le chanteur est malade.")
  expect(mail.text).toContain(`https://foyer.example/events/${event.id}`)
  expect(mail.text).toContain("parce que vous avez répondu")
  expect(parse(server.mails.find(({ to }) => to.includes("keeper@foyer.example"))?.source ?? "").text).toContain(
    "listes",
  )

  // Gathering again notifies nobody twice.
  await sql`update notices set gathered_at = null, gathered_to = 0`.execute(here.db)
  const { id } = await here.db.selectFrom("notices").select("id").executeTakeFirstOrThrow()
  await Promise.all([
    gatherRecipients(here.db, id, 7),
    gatherRecipients(here.db, id, 7),
    gatherRecipients(here.db, id, 7),
  ])
  expect(await deliveries()).toHaveLength(made.length)
  expect(server.mails).toHaveLength(addresses.length)
}, 90_000)

test("a mail that is refused for a moment keeps its Message-ID; one that is refused for good is logged", async () => {
  const tried: string[] = []
  const server = await mailServer((_nth, to) => {
    tried.push(to)
    if (to.startsWith("gone")) return smtpRefusal(550, "no such user")
    return to.startsWith("busy") && tried.filter((one) => one === to).length === 1 ? smtpRefusal(451) : undefined
  })
  ends.push(server.end)
  const event = await publishes()
  for (const name of ["busy", "gone"]) await answers(await here.newcomer(name), event.id)
  await cancel(event.id)
  await workers(1, server.url)
  await until(allTold, 60)
  expect(await deliveries()).toMatchObject([
    { username: "busy", channel: "app", state: "sent" },
    { username: "busy", channel: "mail", state: "sent", tries: 2 },
    { username: "gone", channel: "app", state: "sent" },
    { username: "gone", channel: "mail", state: "failed", failure: "refused", tries: 1 },
  ])
  expect(server.mails.map(({ to }) => to)).toEqual([["busy@foyer.example"]])
  const { rows } = await sql<{ id: number }>`select d.id from deliveries d join users u on u.id = d.user_id
    where u.username = 'busy' and channel = 'mail'`.execute(here.db)
  expect(parse(server.mails[0]?.source ?? "").messageId).toBe(`<notice-${rows[0]?.id}@foyer.example>`)

  const { body } = await here.ask(here.seuils.viewer, "GET", `/api/contents/events/${event.id}/notices/`)
  expect(body).toMatchObject([
    {
      kind: "cancelled",
      state: "done",
      people: { answered: 2, others: 0 },
      mail: { queued: 0, sent: 1, failed: 1 },
      app: { sent: 2, read: 0 },
    },
  ])
}, 90_000)

test("a worker that dies while it sends is followed by one repetition at most", async () => {
  const server = await mailServer()
  ends.push(server.end)
  const event = await publishes()
  await answers(await here.newcomer("lou"), event.id)
  await cancel(event.id)
  const notice = await here.db.selectFrom("notices").select("id").executeTakeFirstOrThrow()
  await gatherRecipients(here.db, notice.id)
  const { id } = await here.db
    .selectFrom("deliveries")
    .select("id")
    .where("channel", "=", "mail")
    .executeTakeFirstOrThrow()
  const config = configFor(server.url)
  const mailer = openMailer(config)
  ends.push(() => mailer.close())
  const dying = { send: () => new Promise<void>(() => {}), close() {} }
  const send = (by = mailer) => sendNoticeMail(here.db, config, by, { deliveryId: id })
  const forgotten = () => sql`update deliveries set held_until = now() - interval '1 second'`.execute(here.db)

  // The first worker never returns from sending; meanwhile no other worker sends the mail.
  void send(dying)
  await until(async () => (await deliveries()).some(({ tries }) => tries === 1))
  await expect(send()).rejects.toThrow("in hand")
  await forgotten()
  await send()
  await send()
  expect(server.mails).toHaveLength(1)
  expect(await deliveries()).toMatchObject([{ channel: "app" }, { channel: "mail", state: "sent", tries: 2 }])

  // After two tries without a known end, the mail is not sent a third time.
  await sql`update deliveries set state = 'queued', sent_at = null, doubts = 0, held_until = null where id = ${id}`.execute(
    here.db,
  )
  for (const _ of [1, 2]) {
    void send(dying)
    await until(async () => {
      const { rows } = await sql<{
        held: boolean
      }>`select held_until > now() as held from deliveries where id = ${id}`.execute(here.db)
      return rows[0]?.held
    })
    await forgotten()
  }
  await send()
  expect(await deliveries()).toMatchObject([
    { channel: "app" },
    { channel: "mail", state: "failed", failure: "unknown" },
  ])
  expect(server.mails).toHaveLength(1)
})

test("while no mail server is there, nothing is in doubt", async () => {
  const event = await publishes()
  await answers(await here.newcomer("lou"), event.id)
  await cancel(event.id)
  const notice = await here.db.selectFrom("notices").select("id").executeTakeFirstOrThrow()
  await gatherRecipients(here.db, notice.id)
  const down = await mailServer()
  await down.end()
  const config = configFor(down.url)
  const mailer = openMailer(config)
  ends.push(() => mailer.close())
  const { rows } = await sql<{ id: number }>`select id from deliveries where channel = 'mail'`.execute(here.db)
  for (let tries = 1; tries < 16; tries++)
    await expect(sendNoticeMail(here.db, config, mailer, { deliveryId: rows[0]?.id as number })).rejects.toThrow(
      "not taken",
    )
  expect((await deliveries())[1]).toMatchObject({ state: "queued", tries: 15 })
  await sendNoticeMail(here.db, config, mailer, { deliveryId: rows[0]?.id as number })
  expect((await deliveries())[1]).toMatchObject({ state: "failed", failure: "unreachable", tries: 16 })
})

test("drafts, what is taken back at once, and other words tell nobody", async () => {
  const lou = await here.newcomer("lou")
  await follows(lou, here.hangar.id)
  const draft = await publishes({ workflow: "draft" })
  await cancel(draft.id)
  const event = await publishes()
  const change = (body: object) => here.ask(here.seuils.viewer, "PATCH", `/api/contents/events/${event.id}/`, body)
  await change({ title: { fr: "Autre titre" }, tags: ["x"] })
  await cancel(event.id)
  await change({ status: "scheduled", status_reason: null })
  expect(await here.db.selectFrom("notices").select("kind").execute()).toEqual([])
  // Two corrections of the same thing are one notice; of different things, two.
  await change({ start: `${tomorrow()}T20:00`, end: null })
  await change({ start: `${tomorrow()}T21:00`, end: null })
  await change({ room: null, place: null, location: { name: "Ailleurs", locality: "Bruxelles", country: "BE" } })
  const notices = await here.db.selectFrom("notices").select(["kind", "becomes"]).orderBy("id").execute()
  expect(notices).toMatchObject([{ kind: "dates" }, { kind: "place", becomes: { place: { place: "Ailleurs" } } }])
  expect(JSON.stringify(notices[0]?.becomes)).toContain("T21:00")
})

test("of one date those are told who answered for it or for all; also when the date is gone", async () => {
  const event = await publishes({ starts: [`${tomorrow()}T20:30`, `${tomorrow(1)}T20:30`] })
  const [first, second] = (await here.db
    .selectFrom("occurrences")
    .select(["id", "starts_at"])
    .where("event_id", "=", event.id)
    .orderBy("starts_at")
    .execute()) as [{ id: number; starts_at: Date }, { id: number; starts_at: Date }]
  const [one, two, all] = await Promise.all(["one", "two", "all"].map((name) => here.newcomer(name)))
  await answers(one as SignedIn, event.id, "confirmed", first.id)
  await answers(two as SignedIn, event.id, "confirmed", second.id)
  await answers(all as SignedIn, event.id, "interested")
  const gather = async () => {
    const { id } = await here.db
      .selectFrom("notices")
      .select("id")
      .where("gathered_at", "is", null)
      .executeTakeFirstOrThrow()
    await gatherRecipients(here.db, id)
    const rows = await here.db
      .selectFrom("deliveries")
      .innerJoin("users", "users.id", "deliveries.user_id")
      .select("username")
      .where("notice_id", "=", id)
      .where("channel", "=", "app")
      .orderBy("username")
      .execute()
    return rows.map(({ username }) => username)
  }
  const path = `/api/contents/events/${event.id}/`
  const seuils = here.seuils.viewer
  await here.ask(seuils, "PATCH", `${path}occurrences/${second.id}/`, { status: "cancelled" })
  expect(await gather()).toEqual(["all", "two"])
  await here.ask(seuils, "PATCH", `${path}occurrences/${second.id}/`, { status: "scheduled" })
  expect(await gather()).toEqual(["all", "two"])
  await here.ask(seuils, "PATCH", path, { occurrences: [{ id: second.id, start: `${tomorrow(1)}T20:30` }] })
  expect(await gather()).toEqual(["all", "one", "two"])
  expect(await here.db.selectFrom("notice_people").selectAll().execute()).toEqual([])
})

test("without an address that is theirs people are told here, even if they chose mail alone", async () => {
  const event = await publishes()
  const lou = await here.newcomer("lou", { isVerified: false })
  await prefers(lou, "{change}", "{}")
  await answers(lou, event.id)
  await cancel(event.id)
  const notice = await here.db.selectFrom("notices").select("id").executeTakeFirstOrThrow()
  await gatherRecipients(here.db, notice.id)
  expect(await deliveries()).toMatchObject([{ username: "lou", channel: "app", state: "sent" }])
})

test("thousands are walked through in small steps, each once, ten mails to a job", async () => {
  const event = await publishes()
  await sql`with made as (
      insert into users (username, password, language, timezone)
      select 'fan' || n, '$argon2id$nobody', 'nl', 'Europe/Brussels' from generate_series(1, 3000) n returning id, username),
    mails as (insert into emails (user_id, email, is_primary, verified_at)
      select id, username || '@foyer.example', true, now() from made)
    insert into follows (user_id, actor_id) select id, ${here.hangar.id}::bigint from made
      union all select id, ${here.seuils.id}::bigint from made where id % 2 = 0`.execute(here.db)
  await cancel(event.id)
  const { id } = await here.db.selectFrom("notices").select("id").executeTakeFirstOrThrow()
  await Promise.all([gatherRecipients(here.db, id), gatherRecipients(here.db, id)])
  const { rows } = await sql<{ channel: string; count: number; people: number }>`
    select channel, count(*)::int as count, count(distinct user_id)::int as people from deliveries
    group by channel order by channel`.execute(here.db)
  expect(rows).toEqual([
    { channel: "app", count: 3000, people: 3000 },
    { channel: "mail", count: 3000, people: 3000 },
  ])
  const { rows: jobs } = await sql<{ jobs: number; mails: number; most: number }>`
    select count(*)::int as jobs, sum(jsonb_array_length(data -> 'deliveryIds'))::int as mails,
      max(jsonb_array_length(data -> 'deliveryIds'))::int as most
    from pgboss.job where name = 'notices.mail'`.execute(here.db)
  expect(jobs).toEqual([{ jobs: 300, mails: 3000, most: 10 }])
})
