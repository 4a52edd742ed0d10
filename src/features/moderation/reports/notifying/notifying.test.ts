import { sql } from "kysely"
import { expect, onTestFinished, test } from "vitest"
import { parse } from "#mail/dev-mail.ts"
import { openMailer } from "#mail/transport.ts"
import { mailServer } from "#test/elsewhere/mail-server.ts"
import { testSite } from "#test/worlds/visitor.ts"
import { writingWorld } from "#test/worlds/writing-world.ts"
import { fileReport } from "../commands.server.ts"
import { notifyModerators } from "./commands.server.ts"
import { sendReportMail } from "./mails.server.ts"

/** Creates a world with two moderators and an administrator, and a mail server. */
async function met() {
  const here = await writingWorld()
  const { db, newcomer } = here
  const mail = await mailServer()
  const { config } = testSite(db, { SMTP_URL: mail.url, PUBLIC_URL: "https://foyer.example" })
  const mailer = openMailer(config)
  onTestFinished(async () => {
    mailer.close()
    await mail.end()
    await here.end()
  })
  for (const [name, language] of [
    ["moderatrice", "fr"],
    ["moderator", "nl"],
  ] as const) {
    const { userId } = await newcomer(name)
    await sql`update users set is_moderator = true, language = ${language} where id = ${userId}`.execute(db)
  }
  const { userId } = await newcomer("keeper")
  await sql`update users set is_admin = true, language = 'en' where id = ${userId}`.execute(db)
  await newcomer("reader")
  const floating = await newcomer("floue", { isVerified: false })
  await sql`update users set is_moderator = true where id = ${floating.userId}`.execute(db)
  await sql`update emails set verified_at = null where user_id = ${floating.userId}`.execute(db)

  const { rows } = await sql<{ id: number }>`
    insert into remote_actors (uri, host, type, inbox, key_id, public_key)
    values ('https://x.example/u', 'x.example', 'Person', 'https://x.example/i', 'https://x.example/k', 'x')
    returning id`.execute(db)
  const remoteActorId = rows[0]?.id as number
  const complain = (host = "x.example") =>
    db.transaction().execute((tx) =>
      fileReport(tx, {
        host,
        remoteActorId,
        text: "Arnaque <b>secrète</b>",
        events: [],
        actors: [here.hangar.id],
        reactions: [],
      }),
    )
  /** Returns the seconds until each waiting job starts. */
  const waiting = async () =>
    (
      await sql<{ wait: number }>`
        select round(extract(epoch from start_after - now()))::int as wait from pgboss.job
        where name = 'moderation.tell-reports' and state = 'created'`.execute(db)
    ).rows.map(({ wait }) => wait)
  /** Runs the waiting jobs at once and returns the mails they send. */
  const tell = async () => {
    await sql`delete from pgboss.job where name = 'moderation.tell-reports'`.execute(db)
    await notifyModerators(db)
    const { rows: jobs } = await sql<{ id: string; data: { userId: number } }>`
      delete from pgboss.job where name = 'moderation.report-mail' returning id, data`.execute(db)
    const before = mail.mails.length
    for (const { id, data } of jobs) await sendReportMail(db, config, mailer, id, data)
    return mail.mails
      .slice(before)
      .map(({ source, to }) => ({ ...parse(source), to: to[0] as string }))
      .toSorted((a, b) => (a.to < b.to ? -1 : 1))
  }
  const hourLater = () => sql`update reports set told_at = told_at - interval '1 hour'`.execute(db)
  return { ...here, complain, waiting, tell, hourLater }
}

test("each moderator is mailed the number of waiting reports in their language, without their content", async () => {
  const { complain, waiting, tell } = await met()
  for (let times = 0; times < 3; times++) await complain()
  const [wait, ...others] = await waiting()
  expect(others).toEqual([])
  expect(wait).toBeGreaterThan(50)
  expect(wait).toBeLessThanOrEqual(60)

  const mails = await tell()
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
    ["keeper@foyer.example", "3 reports to review"],
    ["moderator@foyer.example", "3 rapportages te behandelen"],
    ["moderatrice@foyer.example", "3 signalements à traiter"],
  ])
  expect(mails.map(({ text }) => /https:\/\/foyer\.example\S*/.exec(text)?.[0])).toEqual([
    "https://foyer.example/en/moderation/reports",
    "https://foyer.example/nl/moderation/reports",
    "https://foyer.example/moderation/reports",
  ])
  for (const { text, html } of mails) expect(text + html).not.toMatch(/Arnaque|x\.example|secrète/)
})

test("moderators are mailed once an hour at most, and only about new reports", async () => {
  const { complain, waiting, tell, hourLater } = await met()
  await complain()
  expect(await tell()).toHaveLength(3)
  expect(await tell()).toEqual([])

  await complain()
  const [wait] = await waiting()
  expect(wait).toBeGreaterThan(3500)
  expect(wait).toBeLessThanOrEqual(3600)
  // A job that starts too early waits again.
  expect(await tell()).toEqual([])
  expect(await waiting()).toHaveLength(1)

  await hourLater()
  expect((await tell()).map(({ subject }) => subject)).toContain("2 reports to review")
  await hourLater()
  expect(await tell()).toEqual([])
  expect(await waiting()).toEqual([])
})

test("closed reports and former moderators cause no mail, and a report that is not stored queues none", async () => {
  const { db, complain, waiting, tell } = await met()
  await complain()
  await sql`update reports set status = 'closed', closed_at = now()`.execute(db)
  expect(await tell()).toEqual([])

  await complain()
  await sql`update users set is_moderator = false where username = 'moderator'`.execute(db)
  expect((await tell()).map(({ to }) => to)).toEqual(["keeper@foyer.example", "moderatrice@foyer.example"])

  await sql`insert into reports (host) select 'full.example' from generate_series(1, 100)`.execute(db)
  await complain("full.example")
  expect(await waiting()).toEqual([])
})

test("a last notification in the future, from a wrong clock, does not delay the next mail to moderators", async () => {
  const { db, complain, waiting, tell } = await met()
  await complain()
  await tell()
  await sql`update reports set told_at = now() + interval '3 days'`.execute(db)
  await complain("y.example")
  for (const wait of await waiting()) expect(wait).toBeLessThanOrEqual(60)
  expect(await tell()).toHaveLength(3)
})
