import { sql } from "kysely"
import type { Config } from "#config/config.ts"
import type { Db } from "#db/connection.ts"
import { messagesIn } from "#i18n/catalogues.server.ts"
import type { Language } from "#i18n/languages.ts"
import { onOneLine } from "#lib/text/one-line.ts"
import { renderLetter } from "#mail/layout.ts"
import type { Mailer } from "#mail/transport.ts"
import { paths } from "#web/paths.ts"

type Row = { count: number; to_name: string; email: string; language: Language }

/**
 * Mails a moderator, in their language, how many reports wait and where. The mail has no content of the reports: that is read
 * where it can be decided. Not sent when all were closed meanwhile, or to a person who is no longer a moderator.
 */
export async function sendReportMail(
  db: Db,
  config: Config,
  mailer: Mailer,
  jobId: string,
  { userId }: { userId: number },
): Promise<void> {
  const { rows } = await sql<Row>`
    select (select count(*)::int from reports where status = 'open') as count,
      coalesce(u.name, u.username) as to_name, e.email, u.language
    from users u join emails e on e.user_id = u.id and e.is_primary and e.verified_at is not null
    where u.id = ${userId} and (u.is_moderator or u.is_admin) and u.deleted_at is null`.execute(db)
  const row = rows[0]
  if (!row || row.count === 0) return
  const { count, language } = row
  const t = messagesIn(language)
  const subject = t("reports.mail_subject", { count })
  const letter = await renderLetter({
    language,
    site: { name: config.siteName, url: config.publicUrl },
    footer: t("reports.mail_footer", { site: config.siteName }),
    subject,
    head: { line: t("reports.title") },
    heading: subject,
    paragraphs: [t("reports.mail_text", { count })],
    action: {
      label: t("reports.mail_action"),
      url: `${config.publicUrl}${language === "fr" ? "" : `/${language}`}${paths.reports()}`,
    },
    notes: [t("reports.mail_hint")],
  })
  await mailer.send({ to: { name: onOneLine(row.to_name), address: row.email }, id: `reports.${jobId}`, ...letter })
}
