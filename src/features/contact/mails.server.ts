import { sql } from "kysely"
import type { Config } from "#config/config.ts"
import type { Db } from "#db/connection.ts"
import { isStaff } from "#features/actors/access/queries.server.ts"
import { messagesIn } from "#i18n/catalogues.server.ts"
import type { Language } from "#i18n/languages.ts"
import { paths } from "#web/paths.ts"
import { onOneLine } from "#lib/text/one-line.ts"
import { renderLetter } from "#mail/layout.ts"
import type { Mailer } from "#mail/transport.ts"

type Row = {
  page: string
  fid: string
  name: string
  email: string
  email_verified: boolean
  subject: string
  message: string
  to_name: string
  to_email: string
  language: Language
}

/**
 * Mails a message to one of the people of a page, in their language; a reply goes to the sender. A person who meanwhile left the
 * page or was suspended gets no mail.
 */
export async function sendContactMail(
  db: Db,
  config: Config,
  mailer: Mailer,
  { userId, messageId }: { userId: number; messageId: number },
): Promise<void> {
  const { rows } = await sql<Row>`
    select page.name as page, page.fid, m.name, m.email, m.email_verified, m.subject, m.message,
      coalesce(u.name, u.username) as to_name, e.email as to_email, u.language
    from contact_messages m join actors page on page.id = m.actor_id and page.deleted_at is null
    join relations r on r.actor_id = m.actor_id and r.user_id = ${userId} and ${isStaff}
    join users u on u.id = r.user_id join emails e on e.user_id = u.id and e.is_primary and e.verified_at is not null
    where m.id = ${messageId} and m.channel = 'email'`.execute(db)
  const row = rows[0]
  if (!row) return
  const t = messagesIn(row.language)
  const site = config.siteName
  const base = `${config.publicUrl}${row.language === "fr" ? "" : `/${row.language}`}`
  const page = onOneLine(row.page)
  const subject = onOneLine(t("contact-mails.message_subject", { page, subject: row.subject }))
  const inbox = `${base}${paths.manageActor(row.fid, { tab: "messages" })}`
  const letter = await renderLetter({
    language: row.language,
    site: { name: site, url: config.publicUrl },
    subject,
    head: { line: t("contact-mails.message_head") },
    heading: onOneLine(row.subject),
    paragraphs: [t("contact-mails.message_intro", { name: onOneLine(row.name), email: row.email, page })],
    cited: row.message,
    action: { label: t("contact-mails.message_inbox"), url: inbox },
    notes: [
      t("contact-mails.message_answer"),
      t(row.email_verified ? "contact-mails.message_verified" : "contact-mails.message_unverified", { site }),
    ],
    footer: t("contact-mails.message_footer", { site, page }),
  })
  await mailer.send({
    to: { name: onOneLine(row.to_name), address: row.to_email },
    replyTo: { name: onOneLine(row.name), address: row.email },
    id: `contact.${messageId}.${userId}`,
    ...letter,
  })
}
