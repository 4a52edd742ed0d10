import { sql } from "kysely"
import type { Config } from "#config/config.ts"
import type { Db } from "#db/connection.ts"
import { managersOfPage, managesOrSuspended } from "#features/actors/access/queries.server.ts"
import { managersOfEvent } from "#features/events/access/queries.server.ts"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { inLanguage, type Language, type Translated } from "#i18n/languages.ts"
import { onOneLine } from "#lib/text/one-line.ts"
import { isoAt } from "#lib/time.ts"
import { renderLetter } from "#mail/layout.ts"
import type { Mailer } from "#mail/transport.ts"
import type { Jobs } from "#queue/catalogue.ts"
import { paths } from "#web/paths.ts"
import type { Report } from "../reports/representation.server.ts"

type ReporterLetter = {
  decision: Report["decision"]
  kind: "event" | "page" | "comment" | "gone"
  name: string | null
  created_at: Date
  to_name: string | null
  email: string
  language: Language
}
/** An event or a page with its name. */
type Named = { id: number; fid: string | null; title: Translated | null; main: Language; name: string | null }
type StaffLetter = Named & {
  reason: string | null
  due: string | null
  to_name: string
  email: string
  language: Language
}

/**
 * Mails the decision to a person who reported something, by account or by the address they left; never says who else did. A
 * person with an account reads the name they saw, because the present name may be visible only to the page's people. An address
 * that nobody verified gets the kind of the content and the date, and no words that a stranger chose.
 */
export async function sendDecidedMail(
  db: Db,
  config: Config,
  mailer: Mailer,
  { statementId }: Jobs["moderation.decided-mail"],
): Promise<void> {
  const { rows } = await sql<ReporterLetter>`
    select r.decision, case when said.user_id is not null then said.name end as name, said.created_at,
      case when e.id is not null then 'event' when a.id is not null then 'page'
        when c.id is not null then 'comment' else 'gone' end as kind,
      coalesce(u.name, u.username) as to_name, coalesce(said.email, m.email) as email,
      coalesce(u.language, said.language) as language
    from report_statements said join reports r on r.id = said.report_id and r.status = 'closed'
    left join lateral (select * from report_subjects where report_id = r.id order by id limit 1) s on true
    left join events e on e.id = s.event_id and e.deleted_at is null
    left join actors a on a.id = s.actor_id and a.deleted_at is null
    left join fediverse_reactions c on c.id = s.reaction_id
    left join users u on u.id = said.user_id
    left join emails m on m.user_id = u.id and m.is_primary and m.verified_at is not null
    where said.id = ${statementId} and coalesce(said.email, m.email) is not null`.execute(db)
  const row = rows[0]
  if (!row) return
  const t = messagesIn(row.language)
  const { kind, name } = row
  const site = config.siteName
  const date = t.date(isoAt(row.created_at, config.timezone), "medium")
  const letter = await renderLetter({
    language: row.language,
    site: { name: site, url: config.publicUrl },
    subject: t("contact-mails.decided_subject"),
    head: { line: t("contact-mails.decided_head") },
    heading: t("contact-mails.decided_subject"),
    paragraphs: [
      name && kind !== "gone"
        ? t(`contact-mails.decided_${kind === "comment" ? "comment" : "what"}`, { what: name, site })
        : t("contact-mails.decided_unnamed", { kind, date, site }),
      t(`contact-mails.decided_${row.decision ?? "none"}`),
    ],
    notes: [t("contact-mails.decided_private"), ...contactIn(config, t("contact-mails.decided_disagree"))],
    footer: row.to_name ? t("mail.footer", { site }) : t("contact-mails.decided_footer", { site }),
  })
  const to = { ...(row.to_name ? { name: onOneLine(row.to_name) } : {}), address: row.email }
  await mailer.send({ to, id: `decided.${statementId}`, ...letter })
}

/**
 * Mails a manager of an event or a page that moderators hid it, or ask for a correction, with the reason and the possible next
 * steps. Not sent when it is visible again by now, or to a person who no longer manages it.
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
  const managers = isEvent
    ? managersOfEvent(id, managesOrSuspended)
    : managersOfPage(sql`${id}::bigint`, managesOrSuspended)
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

/** Returns the address for objections, where the instance has one. */
function contactIn({ contact }: Config, words: string): string[] {
  return contact ? [`${words} ${contact}`] : []
}
