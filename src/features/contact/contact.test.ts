import { sql } from "kysely"
import { SMTPServer, type SMTPServerSession } from "smtp-server"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { deleteAccount } from "#features/accounts/leaving/deletion.server.ts"
import { personalRows } from "#features/accounts/leaving/personal-rows.server.ts"
import { removeAccount } from "#features/accounts/leaving/removal.server.ts"
import type { SignedIn } from "#features/accounts/viewer.ts"
import { parse } from "#mail/dev-mail.ts"
import { openMailer } from "#mail/transport.ts"
import { storageOf } from "#storage/storage.ts"
import { testSite, visitor } from "#test/worlds/visitor.ts"
import { sweepContact } from "./commands.server.ts"
import { sendContactMail } from "./mails.server.ts"
import { contactWorld, letter, solved } from "#test/worlds/contact-world.ts"

type Contact = Awaited<ReturnType<typeof contactWorld>>
let here: Contact["here"]
let owner: Contact["owner"]
let newCaptcha: Contact["newCaptcha"]
let sends: Contact["sends"]
let inbox: Contact["inbox"]
let count: Contact["count"]
beforeAll(async () => {
  ;({ here, owner, newCaptcha, sends, inbox, count } = await contactWorld())
})
afterAll(() => here.end())
beforeEach(() => sql`delete from rate_limits`.execute(here.db))

test("only published pages with managers accept messages", async () => {
  const alone = await here.ask(owner, "POST", "/api/actors/", {
    type: "place",
    fid: "seule",
    name: "Seule",
    language: "fr",
  })
  expect(alone.status).toBe(201)
  const captcha = await solved(await newCaptcha())
  expect((await sends(captcha, {}, "seule")).status).toBe(404)
  expect((await sends(captcha, {}, "seule", owner)).body.code).toBe("contact_closed")
  expect((await sends(captcha, {}, "nobody-at-all")).status).toBe(404)
  await sql`update actors set status = 'published' where fid = 'seule'`.execute(here.db)
  expect((await here.ask(null, "GET", "/api/actors/seule/")).body).toMatchObject({
    channels: ["email", "inbox"],
    is_claimable: false,
  })
  await sql`update emails set verified_at = null where email = 'odalys@foyer.example'`.execute(here.db)
  expect((await here.ask(null, "GET", "/api/actors/seule/")).body.channels).toEqual(["inbox"])
  expect((await sends(captcha, {}, "seule")).body).toHaveProperty("channel")
  await sql`update emails set verified_at = now() where email = 'odalys@foyer.example'`.execute(here.db)
  await sql`delete from relations where actor_id = (select id from actors where fid = 'seule')`.execute(here.db)
  expect((await here.ask(null, "GET", "/api/actors/seule/")).body).toMatchObject({ channels: [], is_claimable: true })
  expect((await sends(captcha, {}, "seule")).body.code).toBe("contact_closed")
})

test("managers of a page read, archive and delete its messages; strangers and moderators get 403", async () => {
  const secret = "zqlettre"
  await sends(await solved(await newCaptcha()), { subject: secret, message: secret, name: secret })
  const [{ id }] = (await inbox()).body
  const one = `/api/actors/hangar/messages/${id}/`
  const people = {
    assistant: await here.gives(await here.newcomer("assistant1"), here.hangar.id, "assistant"),
    member: await here.gives(await here.newcomer("member1"), here.hangar.id, "member"),
  }
  const strangers = [null, await here.newcomer("passante"), await here.newcomer("modo", { isModerator: true })]
  for (const stranger of strangers) {
    expect((await inbox(stranger)).status).toBe(403)
    expect((await here.ask(stranger, "PATCH", one, { is_read: true })).status).toBe(403)
    expect((await here.ask(stranger, "DELETE", one)).status).toBe(403)
    const theirs = await here.ask(stranger, "GET", "/api/me/messages/")
    expect(stranger ? theirs.body : theirs.status).toEqual(stranger ? [] : 403)
  }
  // A message cannot be changed through another page that the viewer manages.
  const nour = here.nour.viewer
  expect((await here.ask(nour, "PATCH", `/api/actors/nour/messages/${id}/`, { is_read: true })).status).toBe(404)
  for (const bad of ["0", "x", "99999999999999999999", "-1"])
    expect((await here.ask(owner, "PATCH", `/api/actors/hangar/messages/${bad}/`, {})).status).toBe(404)

  expect((await here.ask(people.assistant, "PATCH", one, { is_read: true })).body.is_read).toBe(true)
  await here.ask(people.assistant, "PATCH", one, { is_read: true })
  expect((await inbox(people.member)).body[0]).toMatchObject({
    is_read: false,
    read_by: [{ name: "assistant1", at: expect.stringMatching(/^\d{4}-/) }],
  })
  const unread = async (viewer: SignedIn) =>
    Number((await here.ask(viewer, "GET", "/api/me/messages/?state=unread&limit=1")).headers.get("x-total-count"))
  expect(await unread(people.member)).toBe((await unread(people.assistant)) + 1)
  await here.ask(people.assistant, "PATCH", one, { is_read: false })
  expect(await unread(people.member)).toBe(await unread(people.assistant))

  await here.ask(people.member, "PATCH", one, { is_archived: true })
  expect((await inbox()).body.map((message: { id: number }) => message.id)).not.toContain(id)
  expect((await inbox(owner, "?state=archived")).body).toMatchObject([{ id, is_archived: true }])
  expect((await inbox(owner, "?state=lost")).status).toBe(400)

  // The message appears nowhere that others can read.
  for (const path of [
    "/api/actors/hangar/",
    "/api/actors/",
    "/api/actors/hangar/relations/",
    `/api/actors/?q=${secret}`,
    "/api/activities/",
    "/api/contents/events/",
    "/nodeinfo/2.0",
  ])
    expect(JSON.stringify((await here.ask(null, "GET", path)).body), path).not.toContain(secret)
  expect(JSON.stringify((await here.ask(owner, "GET", "/api/actors/hangar/changes/")).body)).not.toContain(secret)

  expect((await here.ask(people.assistant, "DELETE", one)).status).toBe(204)
  expect((await here.ask(people.member, "DELETE", one)).status).toBe(404)
  const admin = await here.newcomer("intendante", { isAdmin: true })
  expect((await inbox(admin)).status).toBe(200)
  expect((await here.ask(owner, "GET", "/api/actors/hangar/changes/")).body[0]).toMatchObject({
    action: "messages_seen",
    by_office: true,
  })
})

test("messages are limited by sender and by network, and failed captchas do not count as messages", async () => {
  const site = testSite(here.db, { LIMITS: "1" })
  const one = visitor(site, "203.0.113.9")
  await one.csrf()
  const write = async (captcha?: string) => {
    const { body } = await one.get("/api/contact/captcha/")
    return one.post("/api/actors/hangar/contact/", { ...letter, captcha: captcha ?? (await solved(body)) })
  }
  for (let n = 0; n < 12; n++) expect((await write("nothing")).status).toBe(400)
  for (let n = 0; n < 10; n++) expect((await write()).status).toBe(202)
  const eleventh = await write()
  expect([eleventh.status, Number(eleventh.headers.get("retry-after")) > 0]).toEqual([429, true])
  // The limit that is told in headers is another one, of which something is left.
  expect([eleventh.headers.get("ratelimit"), eleventh.headers.get("ratelimit-policy")]).toEqual([null, null])
  for (let n = 0; n < 8; n++) await write("nothing")
  const network = await write("nothing")
  expect([network.status, network.headers.get("ratelimit-policy")]).toEqual([429, '"contact";q=30;w=3600'])
  // The first half of an IPv6 address is the network.
  const tries = []
  for (let n = 0; n < 31; n++) {
    const other = visitor(site, `2001:db8:7:7::${n.toString(16)}`)
    await other.csrf()
    tries.push((await other.post("/api/actors/hangar/contact/", { ...letter, captcha: "nothing" })).status)
  }
  expect([tries[29], tries[30]]).toEqual([400, 429])
})

test("the mail of a message replies to the sender, is in the reader's language and quotes the sender's text", async () => {
  const mails: { source: string; to: string[] }[] = []
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    onData(stream, session: SMTPServerSession, done) {
      const parts: Buffer[] = []
      stream.on("data", (part: Buffer) => parts.push(part))
      stream.on("end", () => {
        const to = session.envelope.rcptTo.map(({ address }) => address)
        mails.push({ source: Buffer.concat(parts).toString("utf8"), to })
        done()
      })
    },
  })
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready))
  const { port } = server.server.address() as { port: number }
  const { config } = testSite(here.db, { SMTP_URL: `smtp://127.0.0.1:${port}`, PUBLIC_URL: "https://foyer.example" })
  const mailer = openMailer(config)
  try {
    const ilse = await here.newcomer("ilse")
    const nl = await here.gives(await here.newcomer("jef"), here.rhizome.id, "assistant")
    await sql`update users set language = 'nl' where id = ${nl.userId}`.execute(here.db)
    await sql`delete from pgboss.job where name = 'contact.mail'`.execute(here.db)
    // A name stored before there were rules for names.
    await sql`update actors set name = E'Rhizome\r\nBcc: x@exemple.be' where id = ${here.rhizome.id}`.execute(here.db)
    const hostile = {
      name: 'Ilse" <x@exemple.be>, ',
      subject: "Ça =?utf-8?q?va?= ?",
      message: "Eh\n-- \nFoyer\n<b>x</b>\n.\nQUIT",
    }
    const sent = await sends(
      await solved(await newCaptcha()),
      { ...hostile, email: "ilse@foyer.example" },
      "rhizome",
      ilse,
    )
    expect(sent.status).toBe(202)
    const { rows } = await sql<{ data: { userId: number; messageId: number } }>`
      select data from pgboss.job where name = 'contact.mail'`.execute(here.db)
    expect(rows.map(({ data }) => data.userId)).toContain(nl.userId)
    const job = rows.find(({ data }) => data.userId === nl.userId)?.data as { userId: number; messageId: number }
    await sendContactMail(here.db, config, mailer, job)
    await sendContactMail(here.db, config, mailer, job)

    const [mail, again] = mails.map(({ source }) => ({ ...parse(source), source }))
    expect(mails[0]?.to).toEqual(["jef@foyer.example"])
    expect(mail?.messageId).toBe(again?.messageId)
    const head = mail?.source.split("\r\n\r\n")[0] ?? ""
    expect(head).toMatch(/^Auto-Submitted: auto-generated$/m)
    expect(head).toMatch(/^Content-Type: multipart\/alternative;$/m)
    // In HTML as in text, the sender's words are marked as theirs, and contain no markup.
    expect(mail?.html.replaceAll(/<br ?\/?>/g, "\n")).toMatch(/Eh\s+-- \s+Foyer\s+&lt;b&gt;x&lt;\/b&gt;\s+\.\s+QUIT/)
    expect(mail?.html).not.toContain("<b>")
    expect(
      head
        .match(/^(bcc|cc|to|reply-to|from|subject):/gim)
        ?.map((name) => name.toLowerCase())
        .sort(),
    ).toEqual(["from:", "reply-to:", "subject:", "to:"])
    expect(/^Reply-To: ([\s\S]*?)\r\n\S/m.exec(head)?.[1]).toMatch(/<ilse@foyer\.example>$/)
    expect(mail?.subject).toBe("[Rhizome Bcc: x@exemple.be] Ça =?utf-8?q?va?= ?")
    expect(mail?.text).toContain("schrijft u via de pagina")
    expect(mail?.text).toContain("bevestigd account")
    expect(mail?.text).toMatch(/> Eh\r?\n> -- \r?\n> Foyer\r?\n> <b>x<\/b>\r?\n> \.\r?\n> QUIT/)
    expect(mail?.text).toContain("https://foyer.example/nl/actors/manage/rhizome?tab=messages")

    // A person who left the page is not mailed, nor is anybody about a deleted message.
    await sql`delete from relations where user_id = ${nl.userId}`.execute(here.db)
    await sendContactMail(here.db, config, mailer, job)
    expect(mails).toHaveLength(2)
  } finally {
    mailer.close()
    await new Promise<void>((closed) => server.close(() => closed()))
    await sql`update actors set name = 'Plateforme Rhizome' where id = ${here.rhizome.id}`.execute(here.db)
  }
})

test("messages of a person are in their export, and are deleted with their account", async () => {
  const ines = await here.newcomer("ines")
  const other = await here.newcomer("autre")
  await sends(await solved(await newCaptcha()), { subject: "zqsigned", channel: "inbox", email: "" }, "hangar", ines)
  await sends(await solved(await newCaptcha()), { subject: "zqaddress", email: "Ines@foyer.example" })
  await sends(await solved(await newCaptcha()), { subject: "zqother" }, "hangar", other)
  const [{ id }] = (await inbox()).body
  await here.ask(owner, "PATCH", `/api/actors/hangar/messages/${id}/`, { is_read: true })
  const rows = await personalRows(here.db, ines.userId)
  const subjects = (rows.contact_messages as { subject: string }[]).map(({ subject }) => subject).sort()
  expect(subjects).toEqual(["zqaddress", "zqsigned"])
  expect((await personalRows(here.db, owner.userId)).contact_reads).toContainEqual(
    expect.objectContaining({ message_id: id }),
  )

  await deleteAccount(here.db, ines)
  await removeAccount(here.db, storageOf(testSite(here.db).config), ines.userId)
  const { rows: left } = await sql<{ subject: string }>`
    select subject from contact_messages where subject like 'zq%'`.execute(here.db)
  expect(left.map(({ subject }) => subject)).toContain("zqother")
  expect(left.map(({ subject }) => subject)).not.toContain("zqsigned")
  expect(left.map(({ subject }) => subject)).not.toContain("zqaddress")
})

test("the sweep deletes messages older than a year and expired captcha answers", async () => {
  await sends(await solved(await newCaptcha()), { subject: "Ancienne" })
  await sql`update contact_messages set created_at = now() - interval '366 days' where subject = 'Ancienne'`.execute(
    here.db,
  )
  await sql`update captcha_answers set expires_at = now() - interval '1 second'`.execute(here.db)
  const before = await count()
  await sweepContact(here.db)
  expect(await count()).toBe(before - 1)
  expect((await sql`select from captcha_answers`.execute(here.db)).rows).toEqual([])
})

test("all errors of a message and its captcha are reported together, and nothing is stored", async () => {
  const before = await count()
  const shape = { subject: "", message: 7, email: undefined }
  const wrong = await sends("no-answer", shape)
  expect([wrong.status, Object.keys(wrong.body).sort()]).toEqual([400, ["captcha", "email", "message", "subject"]])
  const captcha = await solved(await newCaptcha())
  expect(Object.keys((await sends(captcha, shape)).body).sort()).toEqual(["email", "message", "subject"])
  // For a page that accepts no messages, only errors of form are reported.
  expect(Object.keys((await sends("no-answer", shape, "nobody-at-all")).body).sort()).toEqual(["message", "subject"])
  expect(await count()).toBe(before)
  expect((await sends(captcha)).status, "the right answer has not been used up").toBe(202)
})
