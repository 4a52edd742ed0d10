import { sql } from "kysely"
import type { Config } from "#config/config.ts"
import type { Db } from "#db/connection.ts"
import { managersOfPage, managesOrWould } from "#features/actors/access/queries.server.ts"
import { managersOfEvent } from "#features/events/access/queries.server.ts"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { inLanguage, type Language, type Translated } from "#i18n/languages.ts"
import { onOneLine } from "#lib/one-line.ts"
import { renderLetter } from "#mail/layout.ts"
import type { Mailer } from "#mail/transport.ts"
import type { Jobs } from "#queue/catalogue.ts"
import { paths } from "#web/paths.ts"
import type { Report } from "../reports/representation.server.ts"

/** What an event or a page is called. */
type Named = { id: number; fid: string | null; title: Translated | null; main: Language; name: string | null }
type ReporterLetter = Named & {
  decision: Report["decision"]
  is_comment: boolean
  to_name: string | null
  email: string
  language: Language
}
type StaffLetter = Named & {
  reason: string | null
  due: string | null
  to_name: string
  email: string
  language: Language
}

/** Tells who reported something, here or under an address they left, what was decided of it; never who else did. */
export async function sendDecidedMail(
  db: Db,
  config: Config,
  mailer: Mailer,
  { statementId }: Jobs["moderation.decided-mail"],
): Promise<void> {
  const { rows } = await sql<ReporterLetter>`
    select r.decision, s.reaction_id is not null as is_comment, e.id, a.fid, e.title, coalesce(e.language, 'fr') as main, a.name,
      coalesce(u.name, u.username) as to_name, coalesce(said.email, m.email) as email,
      coalesce(u.language, said.language) as language
    from report_statements said join reports r on r.id = said.report_id and r.status = 'closed'
    left join lateral (select * from report_subjects where report_id = r.id order by id limit 1) s on true
    left join fediverse_reactions said_there on said_there.id = s.reaction_id
    left join events e on e.id = coalesce(s.event_id, said_there.event_id) left join actors a on a.id = s.actor_id
    left join users u on u.id = said.user_id
    left join emails m on m.user_id = u.id and m.is_primary and m.verified_at is not null
    where said.id = ${statementId} and coalesce(said.email, m.email) is not null`.execute(db)
  const row = rows[0]
  if (!row) return
  const t = messagesIn(row.language)
  const what = nameOf(row, row.language)
  const site = config.siteName
  const letter = await renderLetter({
    language: row.language,
    site: { name: site, url: config.publicUrl },
    subject: t("contact-mails.decided_subject"),
    head: { line: t("contact-mails.decided_head") },
    heading: t("contact-mails.decided_subject"),
    paragraphs: [
      what
        ? t(`contact-mails.decided_${row.is_comment ? "comment" : "what"}`, { what, site })
        : t("contact-mails.decided_gone", { site }),
      t(`contact-mails.decided_${row.decision ?? "none"}`),
    ],
    notes: [t("contact-mails.decided_private"), ...contactIn(config, t("contact-mails.decided_disagree"))],
    footer: row.to_name ? t("mail.footer", { site }) : t("contact-mails.decided_footer", { site }),
  })
  const to = { ...(row.to_name ? { name: onOneLine(row.to_name) } : {}), address: row.email }
  await mailer.send({ to, id: `decided.${statementId}`, ...letter })
}

/**
 * Tells one of those who have an event or a page in hand that moderators hid it, or ask for a correction, with the reason
 * and what can be done. Not when it is shown again by now, or who let go of it.
 */
export async function sendStaffMail(
  db: Db,
  config: Config,
  mailer: Mailer,
  jobId: string,
  { userId, kind, subject, changeId }: Jobs["moderation.staff-mail"],
): Promise<void> {
  const [id, isEvent] = "event" in subject ? [subject.event, true] : [subject.actor, false]
  const things = isEvent
    ? sql`select id, null as fid, title, language as main, null as name, hidden_at from events
        where id = ${id} and deleted_at is null`
    : sql`select id, fid, null::jsonb as title, language as main, name, hidden_at from actors
        where id = ${id} and deleted_at is null`
  const managers = isEvent ? managersOfEvent(id, managesOrWould) : managersOfPage(sql`${id}::bigint`, managesOrWould)
  const { rows } = await sql<StaffLetter>`
    select thing.id, thing.fid, thing.title, thing.main, thing.name, coalesce(u.name, u.username) as to_name, m.email, u.language,
      c.fields->'reason'->>1 as reason, c.fields->'due'->>1 as due
    from (${things}) thing join changes c on c.id = ${changeId} join users u on u.id = ${userId} and u.deleted_at is null
    join emails m on m.user_id = u.id and m.is_primary and m.verified_at is not null
    where (${kind !== "hidden"} or thing.hidden_at is not null) and u.id in (${managers})`.execute(db)
  const row = rows[0]
  if (!row) return
  const { language, reason, due } = row
  const t = messagesIn(language)
  const what = nameOf(row, language)
  const site = config.siteName
  const base = `${config.publicUrl}${language === "fr" ? "" : `/${language}`}`
  const subjectLine = t(`contact-mails.staff_${kind}_subject`, { what })
  const letter = await renderLetter({
    language,
    site: { name: site, url: config.publicUrl },
    subject: subjectLine,
    head: { line: t("contact-mails.staff_head") },
    heading: subjectLine,
    ...(reason ? { cited: reason } : {}),
    paragraphs: [
      t(`contact-mails.staff_${kind}`, { what, site }),
      ...(due ? [t("contact-mails.staff_due", { date: t.date(due, "long") })] : []),
      ...(reason ? [t("contact-mails.staff_reason")] : []),
    ],
    action: {
      label: t("contact-mails.staff_edit"),
      url: base + (row.fid ? paths.editActor(row.fid) : paths.editEvent(row.id)),
    },
    notes: [t("contact-mails.staff_how"), ...contactIn(config, t("contact-mails.staff_disagree"))],
    footer: t("contact-mails.staff_footer", { site, what }),
  })
  await mailer.send({ to: { name: onOneLine(row.to_name), address: row.email }, id: `decision.${jobId}`, ...letter })
}

function nameOf({ title, main, name }: Named, language: Language): string {
  return onOneLine(title ? inLanguage(title, language, main).text : (name ?? ""))
}

/** Whom to write to who sees it differently, where the instance says one can. */
function contactIn({ contact }: Config, words: string): string[] {
  return contact ? [`${words} ${contact}`] : []
}
