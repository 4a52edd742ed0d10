import { sql } from "kysely"
import { afterEach, beforeEach, expect, test } from "vitest"
import type { SignedIn } from "#features/accounts/viewer.ts"
import { parse } from "#mail/dev-mail.ts"
import { mailServer, until } from "#test/elsewhere/mail-server.ts"
import { noticeWorld } from "#test/worlds/notice-world.ts"
import { tomorrow } from "#test/worlds/world.ts"
import { gatherRecipients } from "./gather.server.ts"

let notices: Awaited<ReturnType<typeof noticeWorld>>
let here: typeof notices.here
beforeEach(async () => {
  notices = await noticeWorld()
  here = notices.here
})
afterEach(() => notices.end())

test("a cancellation reaches everyone once on each channel they chose, with three workers racing", async () => {
  const server = await mailServer()
  notices.ends.push(server.end)
  const event = await notices.publishes({ title: "Radio Minuit" })
  const expected: string[] = []
  for (let nth = 0; nth < 30; nth++) {
    const name = `f${String(nth).padStart(2, "0")}`
    const one = await here.newcomer(name)
    // People with several reasons still get the notice only once.
    if (nth % 2 === 0) await notices.follows(one, here.hangar.id)
    if (nth % 3 === 0) await notices.follows(one, here.seuils.id)
    if (nth % 5 === 0 || (nth % 2 && nth % 3))
      await notices.answers(one, event.id, nth % 4 ? "confirmed" : "interested")
    if (nth % 7 === 0) await notices.prefers(one, "{}", "{change}")
    else if (nth % 7 === 1) await notices.prefers(one, "{change}", "{}")
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
  await notices.answers(await here.newcomer("absent"), event.id, "declined")
  await here.newcomer("stranger")
  await notices.prefers(await here.newcomer("silent"), "{}", "{}")
  await notices.follows({ ...agenda, userId: (await here.newcomer("quiet")).userId }, here.rhizome.id)
  // The author of the change gets no notice.
  await notices.answers(here.seuils.viewer, event.id)

  expect((await notices.cancel(event.id)).status).toBe(200)
  expect(await notices.deliveries()).toEqual([])
  await notices.works(3, server.url)
  await until(notices.allTold, 60)

  const made = await notices.deliveries()
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
  expect(await notices.deliveries()).toHaveLength(made.length)
  expect(server.mails).toHaveLength(addresses.length)
}, 90_000)

test("drafts, undone changes and new texts make no notice, repeated corrections of the dates make one", async () => {
  const lou = await here.newcomer("lou")
  await notices.follows(lou, here.hangar.id)
  const draft = await notices.publishes({ workflow: "draft" })
  await notices.cancel(draft.id)
  const event = await notices.publishes()
  const change = (body: object) => here.ask(here.seuils.viewer, "PATCH", `/api/contents/events/${event.id}/`, body)
  await change({ title: { fr: "Autre titre" }, tags: ["x"] })
  await notices.cancel(event.id)
  await change({ status: "scheduled", status_reason: null })
  expect(await here.db.selectFrom("notices").select("kind").execute()).toEqual([])
  // Two corrections of the same thing are one notice; of different things, two.
  await change({ start: `${tomorrow()}T20:00`, end: null })
  await change({ start: `${tomorrow()}T21:00`, end: null })
  await change({ room: null, place: null, location: { name: "Ailleurs", locality: "Bruxelles", country: "BE" } })
  const made = await here.db.selectFrom("notices").select(["kind", "becomes"]).orderBy("id").execute()
  expect(made).toMatchObject([{ kind: "dates" }, { kind: "place", becomes: { place: { place: "Ailleurs" } } }])
  expect(JSON.stringify(made[0]?.becomes)).toContain("T21:00")
})

test("a notice of one date goes to people who answered for it or for all dates, also if the date was removed", async () => {
  const event = await notices.publishes({ starts: [`${tomorrow()}T20:30`, `${tomorrow(1)}T20:30`] })
  const [first, second] = (await here.db
    .selectFrom("occurrences")
    .select(["id", "starts_at"])
    .where("event_id", "=", event.id)
    .orderBy("starts_at")
    .execute()) as [{ id: number; starts_at: Date }, { id: number; starts_at: Date }]
  const [one, two, all] = await Promise.all(["one", "two", "all"].map((name) => here.newcomer(name)))
  await notices.answers(one as SignedIn, event.id, "confirmed", first.id)
  await notices.answers(two as SignedIn, event.id, "confirmed", second.id)
  await notices.answers(all as SignedIn, event.id, "interested")
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
  const { id, start, end } = (await here.ask(seuils, "GET", path)).body.occurrences[1]
  await here.ask(seuils, "PATCH", path, { occurrences: [{ id, start, end }] })
  expect(await gather()).toEqual(["all", "one"])
  expect(await here.db.selectFrom("notice_people").selectAll().execute()).toEqual([])
})

test("people without a verified address are notified in the inbox even if they chose mail alone", async () => {
  const event = await notices.publishes()
  const lou = await here.newcomer("lou", { isVerified: false })
  await notices.prefers(lou, "{change}", "{}")
  await notices.answers(lou, event.id)
  await notices.cancel(event.id)
  const notice = await here.db.selectFrom("notices").select("id").executeTakeFirstOrThrow()
  await gatherRecipients(here.db, notice.id)
  expect(await notices.deliveries()).toMatchObject([{ username: "lou", channel: "app", state: "sent" }])
})

test("3,000 followers each get one delivery by channel, with ten mails to a job", async () => {
  const event = await notices.publishes()
  await sql`with made as (
      insert into users (username, password, language, timezone)
      select 'fan' || n, '$argon2id$nobody', 'nl', 'Europe/Brussels' from generate_series(1, 3000) n returning id, username),
    mails as (insert into emails (user_id, email, is_primary, verified_at)
      select id, username || '@foyer.example', true, now() from made)
    insert into follows (user_id, actor_id) select id, ${here.hangar.id}::bigint from made
      union all select id, ${here.seuils.id}::bigint from made where id % 2 = 0`.execute(here.db)
  await notices.cancel(event.id)
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
