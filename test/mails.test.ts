import { mkdirSync, writeFileSync } from "node:fs"
import { type Browser, chromium, type Page } from "playwright-core"
import { sql } from "kysely"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { Config } from "#config/config.ts"
import { sendAccountMail } from "#features/accounts/mails.server.ts"
import { sendInvitationMail } from "#features/actors/relations/mails.server.ts"
import { sendContactMail } from "#features/contact/mails.server.ts"
import { sendDecidedMail, sendStaffMail } from "#features/moderation/deciding/mails.server.ts"
import { sendClaimMail } from "#features/moderation/claims/mails.server.ts"
import { sendReportMail } from "#features/moderation/reports/notifying/mails.server.ts"
import { sendNoticeMail } from "#features/notices/mails.server.ts"
import { type NoticeKind, noticeKinds } from "#features/notices/notice.ts"
import { type Language, languages } from "#i18n/languages.ts"
import { parse } from "#mail/dev-mail.ts"
import { type Mailer, openMailer } from "#mail/transport.ts"
import { mailServer } from "#test/mail-server.ts"
import { testSite } from "#test/visitor.ts"
import { tomorrow } from "#test/world.ts"
import { writingWorld } from "#test/writing-world.ts"
import { shellPath } from "../scripts/browser.mjs"
import { axeFinds } from "./product/axe.ts"

// Every mail the product sends, in every language, as a mail server receives it and as a reader sees it.

const hostile = `<img src=x onerror=alert(1)>“L’été” & ${"Donaudampfschifffahrtsgesellschaft".repeat(3)}`
const seen = process.env.SEE_MAILS

type Sent = ReturnType<typeof parse> & { name: string; language: Language; source: string }
const sent: Sent[] = []
let browser: Browser
let here: Awaited<ReturnType<typeof writingWorld>>
let server: Awaited<ReturnType<typeof mailServer>>

beforeAll(async () => {
  browser = await chromium.launch({ executablePath: shellPath, args: ["--no-sandbox", "--disable-gpu"] })
  here = await writingWorld()
  server = await mailServer()
  for (const language of languages) await sendAll(language)
}, 240_000)
afterAll(async () => {
  await browser?.close()
  await server?.end()
  await here?.end()
})

async function sendAll(language: Language) {
  const { config } = testSite(here.db, { SMTP_URL: server.url, PUBLIC_URL: "https://foyer.example" })
  const mailer = openMailer(config)
  const note = async (name: string, sending: Promise<void>) => {
    const before = server.mails.length
    await sending
    const [mail, another] = server.mails.slice(before)
    if (!mail || another) throw new Error(`${name} is not one mail`)
    sent.push({ ...parse(mail.source), name, language, source: mail.source })
  }
  const person = await here.newcomer(`lecteur_${language}`)
  await sql`update users set language = ${language}, name = ${hostile.slice(0, 90)} where id = ${person.userId}`.execute(
    here.db,
  )
  const email = await here.db
    .selectFrom("emails")
    .select("id")
    .where("user_id", "=", person.userId)
    .executeTakeFirstOrThrow()
  const account = { userId: person.userId, emailId: email.id }
  for (const kind of ["reset", "already-registered", "password-changed", "factor-on", "factor-off"] as const)
    await note(kind, sendAccountMail(here.db, config, mailer, `job-${language}`, { ...account, kind }))
  const suspended_reason = `${hostile.slice(0, 60)}\n\nTrois signalements.`
  const shut = (values: object) => here.db.updateTable("users").set(values).where("id", "=", person.userId).execute()
  await shut({ suspended_at: new Date(), suspended_reason })
  await note(
    "suspended",
    sendAccountMail(here.db, config, mailer, `job-${language}`, { ...account, kind: "suspended" }),
  )
  await shut({ suspended_at: null, suspended_reason: null })
  await note("restored", sendAccountMail(here.db, config, mailer, `job-${language}`, { ...account, kind: "restored" }))
  await note(
    "email-added",
    sendAccountMail(here.db, config, mailer, "job", { ...account, kind: "email-added", addedId: email.id }),
  )
  await sql`update emails set verified_at = null where id = ${email.id}`.execute(here.db)
  await note("verify", sendAccountMail(here.db, config, mailer, "job", { ...account, kind: "verify" }))
  await sql`update emails set verified_at = now() where id = ${email.id}`.execute(here.db)
  await note(
    "account-deleted",
    sendAccountMail(here.db, config, mailer, "job", {
      kind: "account-deleted",
      to: "x@foyer.example",
      name: hostile,
      language,
    }),
  )

  for (const relation of ["owner", "member", "assistant"]) {
    const { id } = await here.db
      .insertInto("relations")
      .values({
        actor_id: here.rhizome.id,
        user_id: person.userId,
        relation,
        status: "pending",
        invited_by: here.seuils.viewer.userId,
      })
      .returning("id")
      .executeTakeFirstOrThrow()
    await sql`update relations set user_id = null, email = ${`i-${relation}-${language}@foyer.example`} where id = ${id}`.execute(
      here.db,
    )
    await sql`update actors set language = ${language} where id = ${here.rhizome.id}`.execute(here.db)
    await note(
      `invitation-${relation}`,
      sendInvitationMail(here.db, config, mailer, "job", { relationId: id, userId: null }),
    )
    await here.db.deleteFrom("relations").where("id", "=", id).execute()
  }
  for (const status of ["accepted", "refused"]) {
    const { id } = await here.db
      .insertInto("claims")
      .values({
        actor_id: here.rhizome.id,
        user_id: person.userId,
        reason: "x",
        status,
        answer: hostile,
        decided_at: new Date(),
      })
      .returning("id")
      .executeTakeFirstOrThrow()
    await note(`claim-${status}`, sendClaimMail(here.db, config, mailer, { userId: person.userId, claimId: id }))
  }
  await sql`update users set is_moderator = true where id = ${person.userId}`.execute(here.db)
  await sql`insert into reports (host, text) values ('mobilizon.example', ${hostile})`.execute(here.db)
  await note("reports", sendReportMail(here.db, config, mailer, `job-${language}`, { userId: person.userId }))
  await here.gives(person, here.hangar.id, "member")
  const { id: messageId } = await here.db
    .insertInto("contact_messages")
    .values({
      actor_id: here.hangar.id,
      channel: "email",
      email: "a@b.be",
      name: hostile.slice(0, 80),
      subject: hostile.slice(0, 120),
      message: `${hostile}\n\n-- \nFoyer`,
    })
    .returning("id")
    .executeTakeFirstOrThrow()
  await note("contact", sendContactMail(here.db, config, mailer, { userId: person.userId, messageId }))

  const days = [0, 1, 2].map((day) => `${tomorrow(day)}T20:30`)
  const event = await here.seuils.publishes({ title: hostile.slice(0, 150), starts: days })
  const dates = await here.db
    .selectFrom("occurrences")
    .select("id")
    .where("event_id", "=", event.id)
    .orderBy("starts_at")
    .execute()
  const [first = 0] = dates.map(({ id }) => id)
  const span = (day: number, more = {}) => ({ start: `${tomorrow(day)}T20:30:00+01:00`, end: null, ...more })
  const place = (name: string) => ({
    place: name,
    room: null,
    street: null,
    locality: "Liège",
    mode: "onsite" as const,
    online_url: null,
  })
  const facts: Partial<Record<NoticeKind, [was: object, becomes: object]>> = {
    date_cancelled: [
      { dates: { [first]: span(0) } },
      { dates: { [first]: span(0, { isCancelled: true }) }, reason: hostile },
    ],
    date_moved: [{ dates: { [first]: span(0) } }, { dates: { [first]: span(4) } }],
    date_restored: [{ dates: { [first]: span(0, { isCancelled: true }) } }, { dates: { [first]: span(0) } }],
    dates: [{ dates: { [first]: span(0) } }, { dates: { [first]: span(3) } }],
    place: [{ place: place("Le Hangar") }, { place: place("Théâtre du Quai Rouge") }],
    withdrawn: [{ dates: { [first]: span(0) }, place: place("Le Hangar") }, { reason: "La salle est fermée." }],
    returned: [{}, { status: "scheduled", dates: { [first]: span(0) } }],
    restored: [{ status: "cancelled" }, { status: "scheduled" }],
    confirmation: [{}, { part: ["place"] }],
    invitation: [{}, { relation: "member" }],
    answers: [{}, { answers: { confirmed: 3, interested: 1, declined: 0 } }],
    reactions: [{}, { reactions: { reply: 2, announce: 1, like: 0 } }],
    refused: [{}, { host: "mobilizon.example" }],
    webhook: [{}, { host: "hooks.example", webhook: "failing" }],
    message: [{}, {}],
  }
  const { id: relationId } = await here.db
    .insertInto("relations")
    .values({ actor_id: here.rhizome.id, user_id: person.userId, relation: "member", status: "pending" })
    .returning("id")
    .executeTakeFirstOrThrow()
  for (const kind of noticeKinds) {
    if (kind === "claim") continue // mailed where the claim is decided
    const [was, becomes] = facts[kind] ?? [{ status: "scheduled" }, { status: kind, reason: hostile }]
    const { id: noticeId } = await here.db
      .insertInto("notices")
      .values({
        event_id: kind === "invitation" || kind === "webhook" ? null : event.id,
        actor_id: ["confirmation", "invitation", "webhook"].includes(kind) ? here.hangar.id : null,
        kind,
        was: JSON.stringify(was),
        becomes: JSON.stringify(becomes),
        ...(kind === "message" ? { subject: "Portes", body: `${hostile}\n\nÀ demain.`, answers: ["confirmed"] } : {}),
        ...(kind === "invitation" ? { relation_id: relationId } : {}),
      })
      .returning("id")
      .executeTakeFirstOrThrow()
    const { id: deliveryId } = await here.db
      .insertInto("deliveries")
      .values({
        notice_id: noticeId,
        user_id: person.userId,
        channel: "mail",
        because: kind === "confirmation" || kind === "invitation" ? "page" : "answer",
        ...(kind === "published" ? { actor_id: here.seuils.id, events: 1 } : {}),
      })
      .returning("id")
      .executeTakeFirstOrThrow()
    await note(`notice-${kind}`, sendNoticeMail(here.db, config, mailer, { deliveryId }))
  }
  await note("notice-published-several", sendSeveral(config, mailer, person.userId, event.id))
  await decideOf(event.id, person.userId, { note, config, mailer })
  mailer.close()
}

type Noting = { note: (name: string, sending: Promise<void>) => Promise<void>; config: Config; mailer: Mailer }

/** Decides a report, which mails the decision to the person who reported it, and with the reason to the event's managers. */
async function decideOf(event: number, userId: number, { note, config, mailer }: Noting) {
  await sql`insert into relations (actor_id, user_id, relation, status)
    values (${here.seuils.id}, ${userId}, 'assistant', 'accepted')`.execute(here.db)
  for (const decision of ["hidden", "correction"] as const) {
    const { rows } = await sql<{ id: number }>`
      with decided as (insert into reports (host, status, decision, reason, due_on, closed_at)
        values (null, 'closed', ${decision}, ${hostile.slice(0, 300)},
          ${decision === "correction" ? tomorrow(7) : null}::date, now()) returning id),
      subject as (insert into report_subjects (report_id, event_id) select id, ${event}::bigint from decided)
      insert into report_statements (report_id, user_id, email, language, reason, text, name)
      select id, account, address, (select language from users where id = ${userId}), 'wrong', ${hostile.slice(0, 300)}, ${hostile.slice(0, 300)}
      from decided, (values (${userId}::bigint, null), (null, 'ilse@exemple.be')) by(account, address)
      order by account returning id`.execute(here.db)
    const [{ id: ofAccount } = { id: 0 }, { id: ofAddress } = { id: 0 }] = rows
    await note(`decided-${decision}`, sendDecidedMail(here.db, config, mailer, { statementId: ofAccount }))
    await note(`decided-${decision}-address`, sendDecidedMail(here.db, config, mailer, { statementId: ofAddress }))
  }
  await sql`update events set hidden_at = now(), hidden_workflow = workflow, workflow = 'draft' where id = ${event}`.execute(
    here.db,
  )
  for (const kind of ["hidden", "correction_asked"] as const) {
    const fields = { reason: [null, hostile.slice(0, 300)], due: [null, kind === "hidden" ? null : tomorrow(7)] }
    const { rows } = await sql<{ id: number }>`
      insert into changes (action, fields) values (${kind}, ${JSON.stringify(fields)}) returning id`.execute(here.db)
    const [{ id: changeId } = { id: 0 }] = rows
    const job = { userId, kind, subject: { event }, changeId }
    await note(`staff-${kind}`, sendStaffMail(here.db, config, mailer, `job-${event}`, job))
  }
}

/** Sends the mail about several publications at once: their number, the first, and the others. */
async function sendSeveral(config: Config, mailer: Mailer, user_id: number, event_id: number) {
  const others = [await here.seuils.publishes({ title: hostile.slice(0, 150) }), await here.seuils.publishes()]
  const { id: notice_id } = await here.db
    .insertInto("notices")
    .values({ kind: "published" })
    .returning("id")
    .executeTakeFirstOrThrow()
  await here.db.insertInto("follows").values({ user_id, actor_id: here.seuils.id, notify: "now" }).execute()
  await here.db
    .insertInto("notice_events")
    .values(
      [event_id, ...others.map(({ id }) => id)].map((id) => ({
        event_id: id,
        actor_id: here.seuils.id,
        notice_id,
        told_at: new Date(),
      })),
    )
    .execute()
  const { id: deliveryId } = await here.db
    .insertInto("deliveries")
    .values({ notice_id, user_id, channel: "mail", because: "follow", event_id, actor_id: here.seuils.id, events: 3 })
    .returning("id")
    .executeTakeFirstOrThrow()
  await sendNoticeMail(here.db, config, mailer, { deliveryId })
}

test("who has to find the way has a map, one for the day and one for the night; others have none", () => {
  const mapsIn = ({ html }: Sent) => html.match(/class="by-(day|night)"/g) ?? []
  const drawn = sent.filter((mail) => mapsIn(mail).length > 0)
  expect([...new Set(drawn.map(({ name }) => name))].sort()).toEqual(
    ["date_moved", "date_restored", "dates", "published", "rescheduled", "restored", "returned"].map(
      (kind) => `notice-${kind}`,
    ),
  )
  expect(drawn.length).toBe(7 * languages.length)
  for (const mail of drawn) {
    expect(mapsIn(mail)).toEqual(['class="by-day"', 'class="by-night"'])
    expect(mail.html).toMatch(/alt="(Carte\s: |Map: |Kaart: )Le Hangar/)
    expect(Buffer.byteLength(mail.source)).toBeLessThan(300_000)
  }
})

test("each mail is text and HTML of one letter with its pictures in it, in the language of who gets it", () => {
  expect(sent).toHaveLength(45 * languages.length)
  for (const { name, language, source, text, html, subject } of sent) {
    const which = `${name} ${language}`
    const head = source.split("\r\n\r\n")[0] ?? ""
    expect(head, which).toMatch(/^Content-Type: multipart\/alternative;/m)
    expect(head.match(/^(bcc|cc|to|from|subject):/gim)?.length, which).toBe(3)
    expect(html, which).toContain(`<html lang="${language}">`)
    // No remote resource is loaded, and user text contains no markup.
    expect(
      [...html.matchAll(/ src="([^"]*)"/g)].every(([, at]) => at?.startsWith("cid:")),
      which,
    ).toBe(true)
    expect(html, which).not.toMatch(/<img src=x|onerror=alert\(1\)>|url\(|<script|<link|@import/)
    for (const [, cid] of html.matchAll(/"cid:([^"]+)"/g)) expect(source, which).toContain(`Content-ID: <${cid}>`)
    // No message key appears in place of its text.
    for (const words of [text, html.replace(/<style>.*?<\/style>/s, ""), subject])
      expect(words, which).not.toMatch(
        /\b(mail|notices|telling|manage|reports|contact-mails|ui|layout)\.[a-z]+_[a-z_]+|undefined|\[object/,
      )
    expect(text, which).not.toMatch(/<\/?(p|td|a|h1)\b|&[a-z]+;|\n{3}/)
    expect(text.trim().split("\n").length, which).toBeGreaterThan(4)
    expect(text, which).not.toMatch(language === "fr" ? /\S: http/ : /\s: http/)
  }
})

test("as text, a mail says the title of its event once, and what people wrote is marked as theirs", () => {
  const bodies = (...names: string[]) =>
    sent.filter(({ name }) => names.includes(name)).map(({ text }) => text.split(/^-- \r?$/m)[0] ?? "")
  const ofEvents = bodies("notice-date_moved", "notice-place", "notice-returned", "notice-published")
  const ofPeople = bodies("claim-accepted", "claim-refused", "notice-message")
  expect([ofEvents.length, ofPeople.length]).toEqual([4 * 3, 3 * 3])
  for (const body of ofEvents) expect(body.split(hostile)).toHaveLength(2)
  for (const body of ofPeople) expect(body).toContain(`> ${hostile}`)
})

test("each says it in other words in each language", () => {
  const names = [...new Set(sent.map(({ name }) => name))]
  for (const name of names) {
    const of = sent.filter((one) => one.name === name)
    const words = of.map(({ text }) =>
      text
        .split("\n")
        .filter((line) => !line.includes("foyer.example"))
        .join("\n"),
    )
    expect(new Set(words).size, name).toBe(languages.length)
  }
})

test("a notice says how to stop, in its foot and for mail programs; others say why they came", () => {
  for (const { name, text, html, source } of sent) {
    const isNotice = name.startsWith("notice-")
    expect(/unsubscribe\?token=/.test(text), name).toBe(isNotice)
    expect(/unsubscribe\?token=/.test(html), name).toBe(isNotice)
    expect(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m.test(source), name).toBe(isNotice)
    expect(text.split(/-- \r?\n/)[1]?.trim().length ?? 0, name).toBeGreaterThan(40)
  }
})

test("each is read at 320 and at 640 pixels, in the dark and on paper, without scrolling sideways", async () => {
  const page = await reader()
  const faults: string[] = []
  for (const mail of sent) {
    await page.setContent(withPictures(mail))
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme })
      // Light mode differs only in colours.
      for (const width of colorScheme === "dark" || seen ? [640, 320] : []) {
        await page.setViewportSize({ width, height: 900 })
        const which = `${mail.name} ${mail.language} ${width}`
        const { scrolls, missing, titles } = await page.evaluate(() => ({
          scrolls: document.documentElement.scrollWidth - innerWidth,
          missing: [...document.images].filter((image) => image.naturalWidth === 0).length,
          titles: document.querySelectorAll("h1").length,
        }))
        if (scrolls > 0) faults.push(`${which}: ${scrolls} pixels too wide`)
        if (missing > 0) faults.push(`${which}: a picture is missing`)
        if (titles !== 1) faults.push(`${which}: ${titles} titles`)
        if (seen && mail.language === seen) await look(page, `${mail.name}-${colorScheme}-${width}`)
      }
      // The content is the same in all languages; axe checks each kind once in each colour mode.
      if (mail.language === languages[sent.indexOf(mail) % languages.length] || mail.name === "notice-cancelled")
        faults.push(...(await axeFinds(page, `${mail.name} ${colorScheme}`, { modes: ["light"] })))
    }
  }
  expect(faults).toEqual([])
  await page.context().close()
}, 180_000)

test("with its pictures blocked a mail still says what it is about, in type on the same yellow", async () => {
  const page = await reader()
  const mail = sent.find(({ name, language }) => name === "notice-date_cancelled" && language === "fr") as Sent
  await page.setContent(mail.html)
  const image = page.locator("img").first()
  expect(await image.getAttribute("alt")).toMatch(/^Foyer\. .*Annulé.*/)
  expect(await image.evaluate((one) => getComputedStyle(one).backgroundColor)).toBe("rgb(250, 224, 75)")
  expect(await page.locator("h1").textContent()).toContain("<img src=x onerror=alert(1)>")
  expect(await page.locator("s").textContent()).toMatch(/20:30/)
  expect(await page.locator("h2").allTextContents()).toContain("Dates maintenues")
  await page.context().close()
})

/** Opens a browser page that sends no requests. */
async function reader(): Promise<Page> {
  const context = await browser.newContext({ locale: "fr-BE" })
  const page = await context.newPage()
  await page.route("**/*", (route) => route.abort())
  return page
}

/** Embeds the attached pictures, as a mail program does. */
function withPictures({ html, source }: Sent) {
  return html.replaceAll(/cid:([\w.@-]+)/g, (_, cid: string) => {
    const body = source.slice(source.indexOf("\r\n\r\n", source.indexOf(`Content-ID: <${cid}>`)) + 4)
    return `data:image/png;base64,${/^[\w+/=\r\n]+/.exec(body)?.[0].replaceAll(/\s/g, "")}`
  })
}

async function look(page: Page, name: string) {
  mkdirSync("/tmp/mails", { recursive: true })
  writeFileSync(`/tmp/mails/${name}.png`, await page.screenshot({ fullPage: true }))
}
