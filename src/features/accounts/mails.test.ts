import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { sql } from "kysely"
import { SMTPServer } from "smtp-server"
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import type { Db } from "#db/connection.ts"
import { saveActor } from "#features/actors/store.server.ts"
import { parse } from "#mail/dev-mail.ts"
import { openMailer } from "#mail/transport.ts"
import { enqueue } from "#queue/enqueue.ts"
import { mailServer as startMailServer, smtpRefusal, until } from "#test/elsewhere/mail-server.ts"
import { type TestDatabase, testDatabase } from "#test/database.ts"
import { goodPassword, testSite, visitor } from "#test/worlds/visitor.ts"
import { startJobs } from "../../jobs.ts"
import { sendAccountMail } from "./mails.server.ts"

let own: TestDatabase
beforeAll(async () => {
  own = await testDatabase()
})
afterAll(() => own.drop())

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
  await sql`delete from pgboss.job`.execute(own.db)
})

/** Starts a mail server that is stopped at the end of the test. */
async function mailServer(behave?: Parameters<typeof startMailServer>[0]) {
  const server = await startMailServer(behave)
  ends.push(server.end)
  return server
}

/** Makes failed jobs run again at once. */
const hasten = () => sql`update pgboss.job set start_after = now() where state = 'retry'`.execute(own.db)

async function working(smtpUrl?: string) {
  const site = testSite(own.db, smtpUrl ? { SMTP_URL: smtpUrl } : {})
  const jobs = await startJobs(site.world, own.connectionString(), { pollSeconds: 0.5 })
  ends.push(() => jobs.stop())
  return site
}

test("a mail that was refused temporarily is sent again with a working link, and its job data is deleted", async () => {
  const server = await mailServer((nth) => (nth === 1 ? smtpRefusal(451) : undefined))
  const site = await working(server.url)
  const nour = visitor(site)
  await nour.registers("nour")

  await until(() => server.seen() === 1)
  expect(server.mails).toEqual([])
  await until(async () => (await hasten(), server.mails.length === 1))
  const mail = parse(server.mails[0]?.source ?? "")
  expect(server.mails[0]?.to).toEqual(["nour@exemple.be"])
  expect(mail.messageId).toMatch(/^<[0-9a-f-]{36}\.verify@foyer\.test>$/)
  expect(mail.subject).toBe("Vérifiez votre adresse")
  const token = /verify\?token=([\w-]{43})/.exec(mail.text)?.[1]
  expect(mail.html).toContain(`http://foyer.test/verify?token=${token}`)

  expect((await nour.post("/api/auth/verify/", { token })).status).toBe(204)
  expect((await nour.get("/api/me/")).body).toMatchObject({ email_verified: true, is_verified: true })
  // The data of a job is deleted once the job is done.
  const { rows } = await until(async () => {
    const found = await sql<{
      data: unknown
    }>`select data from pgboss.job where name = 'accounts.mail' and state = 'completed'`.execute(own.db)
    return found.rows.length > 0 && found
  })
  expect(rows).toEqual([{ data: null }])
})

test("a mail sent twice by one job has one Message-ID, and its reset link works until it is used", async () => {
  const server = await mailServer()
  const site = testSite(own.db, { SMTP_URL: server.url })
  const lou = visitor(site)
  const { id, emails } = await lou.registers("lou")
  const mailer = openMailer(site.config)
  ends.push(() => mailer.close())
  const mail = { kind: "reset", userId: id, emailId: emails[0].id } as const
  await sendAccountMail(own.db, site.config, mailer, "one-job", mail)
  await sendAccountMail(own.db, site.config, mailer, "one-job", mail)

  const [first, second] = server.mails.map(({ source }) => parse(source))
  expect(first?.messageId).toBe("<one-job.reset@foyer.test>")
  expect(second?.messageId).toBe(first?.messageId)
  const token = /reset\?token=([\w-]{43})/.exec(first?.text ?? "")?.[1]
  const stranger = visitor(site)
  await stranger.csrf()
  const look = (given = token) => stranger.get(`/api/auth/reset/confirm/?token=${given}`)
  const confirm = (new_password: string) => stranger.post("/api/auth/reset/confirm/", { token, new_password })
  // Mail programs may open a link before the person does, and more than once.
  expect([(await look()).status, (await look()).status]).toEqual([200, 200])
  expect((await confirm("lou@exemple.be")).body).toHaveProperty("new_password")
  expect((await confirm("une phrase tout à fait neuve")).status).toBe(204)
  expect((await lou.get("/api/me/")).status).toBe(403)
  await visitor(site).signsIn("lou", "une phrase tout à fait neuve")
  // Setting the password uses up every link for it.
  expect((await confirm("encore une autre phrase")).body).toHaveProperty("token")
  const [used, never] = [await look(), await look("x".repeat(43))]
  expect(used).toMatchObject({ status: 400, body: { token: [expect.stringContaining("ne fonctionne plus")] } })
  expect(never.body).toEqual(used.body)
  expect(
    await own.db
      .selectFrom("mailed_tokens")
      .select("hash")
      .where("user_id", "=", id)
      .where("purpose", "=", "reset")
      .execute(),
  ).toEqual([])
})

test("a permanently refused mail is not retried, and no job row names its address", async () => {
  const server = await mailServer(() =>
    Object.assign(new Error("no such user <gone@exemple.be>"), { responseCode: 550 }),
  )
  const site = await working(server.url)
  await visitor(site).registers("gone")
  await until(() => server.seen() === 1)
  const left = () =>
    sql<{
      all: string
    }>`select coalesce(string_agg(j::text, ' '), '') as all from pgboss.job j where state <> 'completed'`.execute(
      own.db,
    )
  await until(async () => !(await left()).rows[0]?.all.includes("verify"))
  expect(
    (await sql<{ all: string }>`select string_agg(j::text, ' ') as all from pgboss.job j`.execute(own.db)).rows[0]?.all,
  ).not.toContain("gone@")
  expect(server.seen()).toBe(1)
})

test("registration works while the mail server is down, and the mail is sent once the server is back", async () => {
  const down = await mailServer()
  const port = new URL(down.url).port
  await ends.pop()?.()
  const site = await working(down.url)
  await visitor(site).registers("paul")
  await until(async () => {
    const { rows } = await sql<{
      n: number
    }>`select retry_count as n from pgboss.job where state in ('retry', 'active') and data ->> 'kind' = 'verify'`.execute(
      own.db,
    )
    return rows.length > 0 && site.errors.length === 0
  })

  const back: string[] = []
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    onData(stream, session, done) {
      stream.resume().on("end", () => (back.push(...session.envelope.rcptTo.map((to) => to.address)), done()))
    },
  })
  await new Promise<void>((ready) => server.listen(Number(port), "127.0.0.1", ready))
  ends.unshift(() => new Promise<void>((closed) => server.close(() => closed())))
  await until(async () => (await hasten(), back.includes("paul@exemple.be")))
  expect(back).toEqual(["paul@exemple.be"])
})

test("registration does not wait for a slow mail server", async () => {
  let goOn = () => {}
  const held = new Promise<void>((done) => (goOn = done))
  const server = await mailServer(async () => void (await held))
  const site = await working(server.url)
  await visitor(site).registers("slow")
  await until(() => server.seen() === 1)
  expect(server.mails).toEqual([])
  goOn()
  await until(() => server.mails.some(({ to }) => to.includes("slow@exemple.be")))
})

test("a mail whose account is gone is not sent", async () => {
  const server = await mailServer()
  const site = testSite(own.db, { SMTP_URL: server.url })
  const mailer = openMailer(site.config)
  ends.push(() => mailer.close())
  await sendAccountMail(own.db, site.config, mailer, "x", { kind: "verify", userId: 999, emailId: 999 })
  await sendAccountMail(own.db, site.config, mailer, "x", { kind: "reset", userId: 0, emailId: 0 })
  expect(server.seen()).toBe(0)
})

test("a suspended account gets no reset mail, and its reset request is answered as usual", async () => {
  const server = await mailServer()
  const site = testSite(own.db, { SMTP_URL: server.url })
  const olga = visitor(site)
  const { id, emails } = await olga.registers("olga")
  const mailer = openMailer(site.config)
  ends.push(() => mailer.close())
  const asks = async () => {
    expect(await olga.post("/api/auth/reset/", { email: "olga@exemple.be" })).toMatchObject({ status: 204, body: "" })
    await sendAccountMail(own.db, site.config, mailer, "x", { kind: "reset", userId: id, emailId: emails[0].id })
  }
  const suspended = (since: Date | null) =>
    own.db
      .updateTable("users")
      .set({ suspended_at: since, suspended_reason: since && "x" })
      .where("id", "=", id)
      .execute()
  await suspended(new Date())
  await olga.csrf()
  await asks()
  expect(server.seen()).toBe(0)
  await suspended(null)
  await asks()
  expect(server.seen()).toBe(1)
})

test("the verification mail to the owner of an awaiting page mentions 7 days, and its link lasts 7 days", async () => {
  const server = await mailServer()
  const site = testSite(own.db, { SMTP_URL: server.url })
  const mailer = openMailer(site.config)
  ends.push(() => mailer.close())
  await visitor(site).registers("zelie")
  const email = await own.db
    .selectFrom("emails")
    .select(["id", "user_id"])
    .where("email", "=", "zelie@exemple.be")
    .executeTakeFirstOrThrow()
  const page = await saveActor(own.db, { fid: "zelie-attend", type: "person", name: "Zélie", language: "fr" })
  await sql`update actors set awaits_address_since = now() where id = ${page}`.execute(own.db)
  await own.db
    .insertInto("relations")
    .values({ actor_id: page, user_id: email.user_id, relation: "owner", status: "accepted" })
    .execute()
  await sendAccountMail(own.db, site.config, mailer, "z", { kind: "verify", userId: email.user_id, emailId: email.id })
  expect(parse(server.mails[0]?.source ?? "").text).toMatch(/Après\s+7\s+jours/)
  const { rows } = await sql<{ days: number }>`
    select round(extract(epoch from expires_at - now()) / 86400)::int as days from mailed_tokens
    where email_id = ${email.id}`.execute(own.db)
  expect(rows).toEqual([{ days: 7 }])
})

test("a job queued in a transaction that fails is rolled back", async () => {
  const count = async (db: Db) =>
    (await sql<{ n: number }>`select count(*)::int as n from pgboss.job`.execute(db)).rows[0]?.n
  const before = await count(own.db)
  const failing = own.db.transaction().execute(async (tx) => {
    expect(await enqueue(tx, "accounts.sweep", {})).toEqual(expect.any(String))
    throw new Error("rolled back")
  })
  await expect(failing).rejects.toThrow("rolled back")
  expect(await count(own.db)).toBe(before)
})

test("without a mail server mails are files, listed at /dev/mail", async () => {
  const site = await working()
  const mira = visitor(site)
  await mira.csrf()
  await mira.post("/api/auth/register/", {
    username: "mira",
    email: "mira@exemple.be",
    password: goodPassword,
    name: "Mira <b>",
    language: "nl",
  })
  const folder = join(site.config.dataDir, "mail")
  const [file = ""] = await until(async () => {
    const files = await readdir(folder).catch(() => [])
    return files.length > 0 && files
  })
  const mail = parse(await readFile(join(folder, file), "utf8"))
  expect(mail).toMatchObject({ subject: "Bevestig uw adres", to: expect.stringContaining("mira@exemple.be") })
  expect(mail.text).toContain("http://foyer.test/nl/verify?token=")
  expect(mail.html).toContain("Mira &lt;b&gt;")
  expect(mail.html).not.toContain("<b>")

  const { devMail } = await import("#mail/dev-mail.ts")
  const list = await (await devMail(site.config).request("/dev/mail")).text()
  expect(list).toContain(file)
  expect(await (await devMail(site.config).request(`/dev/mail/${file}`)).text()).toContain("Mira &lt;b&gt;")
  expect((await devMail(site.config).request("/dev/mail/..%2f..%2fetc%2fpasswd")).status).toBe(404)
})

test("a mail with a line break in a name, address, subject, id or header is refused", async () => {
  const server = await mailServer()
  const mailer = openMailer(testSite(own.db, { SMTP_URL: server.url }).config)
  ends.push(() => mailer.close())
  const good = { to: { name: "A", address: "a@x.be" }, subject: "s", text: "t", html: "h", id: "1" }
  for (const bad of [
    { to: { name: "A\r\nBcc: b@x.be", address: "a@x.be" } },
    { to: { name: "A", address: "a@x.be\nBcc: b@x.be" } },
    { subject: "s\rX: y" },
    { id: "1\n2" },
    { headers: { "X-Y": "a\nb" } },
  ]) {
    await expect(mailer.send({ ...good, ...bad })).rejects.toThrow("control character")
  }
  expect(server.seen()).toBe(0)
})
