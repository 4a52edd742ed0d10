import { sql } from "kysely"
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
import { mailServer } from "../elsewhere/mail-server.ts"
import { testSite } from "./visitor.ts"
import { tomorrow } from "./world.ts"
import { writingWorld } from "./writing-world.ts"

/** A text as people might write it to do harm, or to break a layout. */
export const hostile = `<img src=x onerror=alert(1)>“L’été” & ${"Donaudampfschifffahrtsgesellschaft".repeat(3)}`

/** A mail as the mail server received it: its parts, the name of its kind, and its whole source. */
export type SentMail = ReturnType<typeof parse> & { name: string; language: Language; source: string }

type World = Awaited<ReturnType<typeof writingWorld>>
type Sending = { here: World; server: Awaited<ReturnType<typeof mailServer>>; sent: SentMail[] }

/** Sends every mail of the product in every language, and returns them as a mail server received them. */
export async function everyMail(): Promise<SentMail[]> {
  const here = await writingWorld()
  const server = await mailServer()
  const sent: SentMail[] = []
  try {
    for (const language of languages) await sendAll({ here, server, sent }, language)
  } finally {
    await server.end()
    await here.end()
  }
  return sent
}

async function sendAll({ here, server, sent }: Sending, language: Language) {
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
  await note(
    "primary-changed",
    sendAccountMail(here.db, config, mailer, "job", { ...account, kind: "primary-changed", primaryId: email.id }),
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
  await note("notice-published-several", sendSeveral(here, config, mailer, person.userId, event.id))
  await decideOf(here, event.id, person.userId, { note, config, mailer })
  mailer.close()
}

type Noting = { note: (name: string, sending: Promise<void>) => Promise<void>; config: Config; mailer: Mailer }

/** Decides a report, which mails the decision to the person who reported it, and with the reason to the event's managers. */
async function decideOf(here: World, event: number, userId: number, { note, config, mailer }: Noting) {
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
async function sendSeveral(here: World, config: Config, mailer: Mailer, user_id: number, event_id: number) {
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
