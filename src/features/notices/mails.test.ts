import { sql } from "kysely"
import { afterEach, beforeEach, expect, test } from "vitest"
import { parse } from "#mail/dev-mail.ts"
import { resetFutureMails } from "#mail/delivering.server.ts"
import { openMailer } from "#mail/transport.ts"
import { mailServer, smtpRefusal, until } from "#test/elsewhere/mail-server.ts"
import { configFor, noticeWorld } from "#test/worlds/notice-world.ts"
import { gatherRecipients } from "./gather.server.ts"
import { sendNoticeMail } from "./mails.server.ts"

let notices: Awaited<ReturnType<typeof noticeWorld>>
let here: typeof notices.here
beforeEach(async () => {
  notices = await noticeWorld()
  here = notices.here
})
afterEach(() => notices.end())

test("a mail refused temporarily is sent on the second try, one refused permanently is logged as failed", async () => {
  const tried: string[] = []
  const server = await mailServer((_nth, to) => {
    tried.push(to)
    if (to.startsWith("gone")) return smtpRefusal(550, "no such user")
    return to.startsWith("busy") && tried.filter((one) => one === to).length === 1 ? smtpRefusal(451) : undefined
  })
  notices.ends.push(server.end)
  const event = await notices.publishes()
  for (const name of ["busy", "gone"]) await notices.answers(await here.newcomer(name), event.id)
  await notices.cancel(event.id)
  await notices.works(1, server.url)
  await until(notices.allTold, 60)
  expect(await notices.deliveries()).toMatchObject([
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

test("a mail whose worker died is sent by another worker once, and is given up after two unknown outcomes", async () => {
  const server = await mailServer()
  notices.ends.push(server.end)
  const event = await notices.publishes()
  await notices.answers(await here.newcomer("lou"), event.id)
  await notices.cancel(event.id)
  const notice = await here.db.selectFrom("notices").select("id").executeTakeFirstOrThrow()
  await gatherRecipients(here.db, notice.id)
  const { id } = await here.db
    .selectFrom("deliveries")
    .select("id")
    .where("channel", "=", "mail")
    .executeTakeFirstOrThrow()
  const config = configFor(server.url)
  const mailer = openMailer(config)
  notices.ends.push(() => mailer.close())
  const dying = { send: () => new Promise<void>(() => {}), close() {} }
  const send = (by = mailer) => sendNoticeMail(here.db, config, by, { deliveryId: id })
  const forgotten = () => sql`update deliveries set held_until = now() - interval '1 second'`.execute(here.db)

  // The first worker never returns from sending; meanwhile no other worker sends the mail.
  void send(dying)
  await until(async () => (await notices.deliveries()).some(({ tries }) => tries === 1))
  await expect(send()).rejects.toThrow("in hand")
  // Taken in hand while the clock was ahead by a day, it is left to that worker no longer than any other.
  await sql`update deliveries set held_until = held_until + interval '1 day' where id = ${id}`.execute(here.db)
  await resetFutureMails(here.db)
  await expect(send()).rejects.toThrow("in hand")
  await sql`update deliveries set held_until = held_until - interval '3 minutes' where id = ${id}`.execute(here.db)
  await send()
  await send()
  expect(server.mails).toHaveLength(1)
  expect(await notices.deliveries()).toMatchObject([{ channel: "app" }, { channel: "mail", state: "sent", tries: 2 }])

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
  expect(await notices.deliveries()).toMatchObject([
    { channel: "app" },
    { channel: "mail", state: "failed", failure: "unknown" },
  ])
  expect(server.mails).toHaveLength(1)
})

test("while the mail server is unreachable a mail stays queued, and after 16 tries it has failed", async () => {
  const event = await notices.publishes()
  await notices.answers(await here.newcomer("lou"), event.id)
  await notices.cancel(event.id)
  const notice = await here.db.selectFrom("notices").select("id").executeTakeFirstOrThrow()
  await gatherRecipients(here.db, notice.id)
  const down = await mailServer()
  await down.end()
  const config = configFor(down.url)
  const mailer = openMailer(config)
  notices.ends.push(() => mailer.close())
  const { rows } = await sql<{ id: number }>`select id from deliveries where channel = 'mail'`.execute(here.db)
  for (let tries = 1; tries < 16; tries++)
    await expect(sendNoticeMail(here.db, config, mailer, { deliveryId: rows[0]?.id as number })).rejects.toThrow(
      "not taken",
    )
  expect((await notices.deliveries())[1]).toMatchObject({ state: "queued", tries: 15 })
  await sendNoticeMail(here.db, config, mailer, { deliveryId: rows[0]?.id as number })
  expect((await notices.deliveries())[1]).toMatchObject({ state: "failed", failure: "unreachable", tries: 16 })
})
