import { sql } from "kysely"
import { afterEach, beforeEach, expect, test } from "vitest"
import { readConfig } from "#config/config.ts"
import type { SignedIn } from "#features/accounts/viewer.ts"
import { parse } from "#mail/dev-mail.ts"
import { openMailer } from "#mail/transport.ts"
import { mailServer } from "#test/elsewhere/mail-server.ts"
import { writingWorld } from "#test/worlds/writing-world.ts"
import { sendAnswerNotice } from "./commands.server.ts"
import { sendNoticeMails } from "../mails.server.ts"

let here: Awaited<ReturnType<typeof writingWorld>>
beforeEach(async () => {
  here = await writingWorld()
})
afterEach(() => here.end())

const inbox = "/api/me/notifications/"

/** Makes a new person with a public page, who can answer events. */
async function visitor(name: string): Promise<SignedIn> {
  const one = await here.newcomer(name)
  const page = { type: "person", fid: name, name, status: "published" }
  expect((await here.ask(one, "POST", "/api/actors/", page)).status).toBe(201)
  return one
}
async function says(who: SignedIn, event: number, value: string, rest: object = {}) {
  const said = { value, actor: who.username, ...rest }
  expect((await here.ask(who, "PUT", `/api/contents/events/${event}/attendance/`, said)).status).toBe(200)
}
/** Returns the queued notices of answers and how many seconds each still waits. */
async function waiting() {
  const { rows } = await sql<{ noticeId: number; wait: number }>`
    select (data ->> 'noticeId')::int as "noticeId", round(extract(epoch from start_after - now()))::int as wait
    from pgboss.job where name = 'notices.answers' and state = 'created' order by created_on`.execute(here.db)
  return rows
}
async function tellAll() {
  for (const { noticeId } of await waiting()) {
    await sendAnswerNotice(here.db, noticeId)
    await sql`update pgboss.job set state = 'completed' where name = 'notices.answers'
      and (data ->> 'noticeId')::int = ${noticeId}`.execute(here.db)
  }
}
const told = async (who: SignedIn) => (await here.ask(who, "GET", inbox)).body
const prefers = (who: SignedIn, mail: string, app: string) =>
  sql`update users set notify = ${mail}::text[], notify_app = ${app}::text[] where id = ${who.userId}`.execute(here.db)

test("managers of an event get one notice with the numbers of answers, other people get none", async () => {
  const { hangar, seuils, nour } = here
  const event = await hangar.publishes({ title: "Radio Minuit" })
  const assistant = await here.gives(await here.newcomer("aide"), hangar.id, "assistant")
  const asked = await here.ask(hangar.viewer, "PATCH", `/api/contents/events/${event.id}/`, {
    organizers: ["hangar", "seuils"],
  })
  expect(asked.status).toBe(200)
  const people = await Promise.all(["anna", "bart", "chloe", "dirk"].map(visitor))
  const [one, two, three, four] = people as [SignedIn, SignedIn, SignedIn, SignedIn]
  await Promise.all(people.map((who) => says(who, event.id, "interested")))
  await says(one, event.id, "confirmed")
  await says(two, event.id, "declined")
  await here.ask(four, "DELETE", `/api/contents/events/${event.id}/attendance/`)
  // The answer of a manager is not reported to the managers.
  await here.ask(hangar.viewer, "PUT", `/api/contents/events/${event.id}/attendance/`, { value: "confirmed" })

  expect(await waiting()).toMatchObject([{ wait: expect.any(Number) }])
  expect((await waiting())[0]?.wait).toBeLessThanOrEqual(120)
  expect(await told(hangar.viewer)).toEqual([])
  await tellAll()
  for (const manager of [hangar.viewer, assistant]) {
    expect(await told(manager)).toMatchObject([
      {
        kind: "answers",
        event: { id: event.id },
        because: "event",
        becomes: { answers: { confirmed: 1, interested: 1, declined: 1 } },
      },
    ])
  }
  // A co-organiser that has not agreed yet does not manage the event.
  for (const other of [seuils.viewer, nour.viewer, one, two, three]) {
    const kinds = (await told(other)).map(({ kind }: { kind: string }) => kind)
    expect(kinds).not.toContain("answers")
  }
  const log = await here.ask(hangar.viewer, "GET", `/api/contents/events/${event.id}/notices/`)
  expect(log.body.map(({ kind }: { kind: string }) => kind)).not.toContain("answers")
  expect(await here.db.selectFrom("notice_people").selectAll().execute(), "who it was is not kept").toEqual([])
  expect(here.errors).toEqual([])
})

test("later answers are notified a day later, once each, and a repeated answer is not", async () => {
  const event = await here.hangar.publishes()
  const [one, two] = [await visitor("anna"), await visitor("bart")]
  await says(one, event.id, "confirmed")
  await tellAll()
  await says(one, event.id, "confirmed", { visibility: "public" })
  expect(await waiting()).toEqual([])
  await says(two, event.id, "interested")
  const [next] = await waiting()
  expect(next?.wait).toBeGreaterThan(86_000)
  expect(next?.wait).toBeLessThanOrEqual(86_400)
  await tellAll()
  const { body } = await here.ask(here.hangar.viewer, "GET", inbox)
  expect(body.map(({ becomes }: { becomes: object }) => becomes)).toEqual([
    { answers: { confirmed: 0, interested: 1, declined: 0 } },
    { answers: { confirmed: 1, interested: 0, declined: 0 } },
  ])
  // A second run of the job notifies nobody twice.
  const notices = await here.db.selectFrom("notices").select("id").where("kind", "=", "answers").execute()
  for (const { id } of notices) await sendAnswerNotice(here.db, id)
  expect(await told(here.hangar.viewer)).toHaveLength(2)
})

test("no notice is sent if all answers are withdrawn or the event is deleted", async () => {
  const [kept, gone] = [await here.hangar.publishes(), await here.hangar.publishes()]
  const one = await visitor("anna")
  await says(one, kept.id, "confirmed")
  await says(one, gone.id, "confirmed")
  await here.ask(one, "DELETE", `/api/contents/events/${kept.id}/attendance/`)
  expect((await here.ask(here.hangar.viewer, "DELETE", `/api/contents/events/${gone.id}/`)).status).toBe(204)
  await tellAll()
  expect(await told(here.hangar.viewer)).toEqual([])
  expect(await here.db.selectFrom("notices").select("id").where("kind", "=", "answers").execute()).toEqual([])
})

test("each answer is counted once while answers arrive and notices are sent", async () => {
  const event = await here.hangar.publishes()
  const people = await Promise.all(Array.from({ length: 24 }, (_, nth) => visitor(`public_${nth}`)))
  await Promise.all([
    ...people.map((who) => says(who, event.id, "confirmed")),
    (async () => {
      for (let times = 0; times < 12; times++) await tellAll()
    })(),
  ])
  await tellAll()
  const sums = (await told(here.hangar.viewer)).map(
    ({ becomes }: { becomes: { answers: { confirmed: number } } }) => becomes.answers.confirmed,
  )
  expect(sums.reduce((all: number, one: number) => all + one, 0)).toBe(24)
})

test("merging two events joins their waiting answers into one notice for the remaining event", async () => {
  const [from, to] = [await here.hangar.publishes(), await here.hangar.publishes()]
  const [one, two] = [await visitor("anna"), await visitor("bart")]
  await says(one, from.id, "confirmed")
  await says(one, to.id, "confirmed")
  await says(two, from.id, "interested")
  const merged = await here.ask(here.hangar.viewer, "POST", `/api/contents/events/${from.id}/merge/`, { into: to.id })
  expect([merged.status, merged.body.id]).toEqual([200, to.id])
  await tellAll()
  expect(await told(here.hangar.viewer)).toMatchObject([
    { kind: "answers", event: { id: to.id }, becomes: { answers: { confirmed: 1, interested: 1, declined: 0 } } },
  ])
})

test("notices of answers are mailed to managers who chose it, with a link that unsubscribes", async () => {
  const event = await here.hangar.publishes({ title: "Radio Minuit" })
  const [mailed, quiet] = [await here.newcomer("courriel"), await here.newcomer("calme")]
  for (const one of [mailed, quiet]) await here.gives(one, here.hangar.id, "member")
  // By default, notices of answers appear in the inbox and are not mailed.
  const { body: profile } = await here.ask(quiet, "GET", "/api/me/")
  expect([profile.notify, profile.notify_app]).toEqual([
    ["invitation", "page", "change", "new"],
    ["invitation", "page", "change", "answer", "new"],
  ])
  await prefers(mailed, "{answer}", "{}")
  await prefers(here.hangar.viewer, "{change}", "{change}")
  await says(await visitor("anna"), event.id, "confirmed")
  await says(await visitor("bart"), event.id, "interested")
  await tellAll()
  expect(await told(quiet)).toHaveLength(1)
  expect(await told(mailed)).toEqual([])
  expect(await told(here.hangar.viewer)).toEqual([])

  const server = await mailServer()
  const config = readConfig({ PUBLIC_URL: "https://foyer.example", SMTP_URL: server.url })
  const mailer = openMailer(config)
  try {
    const { rows } = await sql<{ data: { deliveryIds: number[] } }>`
      select data from pgboss.job where name = 'notices.mail'`.execute(here.db)
    for (const { data } of rows) await sendNoticeMails(here.db, config, mailer, data)
    expect(server.mails.map(({ to }) => to)).toEqual([["courriel@foyer.example"]])
    const mail = parse(server.mails[0]?.source ?? "")
    expect(mail.subject).toBe("2 nouvelles réponses\u00a0: Radio Minuit")
    expect(mail.text).toContain("1 personne y sera.")
    expect(mail.text).toContain("1 personne est intéressée.")
    expect(mail.text).toContain(`https://foyer.example/events/manage/${event.id}`)
    expect(mail.text).not.toContain("anna@foyer.example")
    const stop = /unsubscribe\?token=(answer\.\S+)/.exec(mail.text)?.[1] as string
    const pressed = await here.ask(null, "POST", `/api/notices/stop/?token=${stop}`)
    expect(pressed.status).toBe(204)
    expect((await here.ask(mailed, "GET", "/api/me/")).body.notify).toEqual([])
  } finally {
    mailer.close()
    await server.end()
  }
})
