import { sql } from "kysely"
import type { Config } from "#config/config.ts"
import type { Db } from "#db/connection.ts"
import { messagesIn } from "#i18n/catalogues.server.ts"
import type { Language } from "#i18n/languages.ts"
import { onOneLine } from "#lib/text/one-line.ts"
import { renderLetter } from "#mail/layout.ts"
import { paths } from "#web/paths.ts"
import type { Mailer } from "#mail/transport.ts"

type Row = {
  page: string
  fid: string
  status: "accepted" | "refused"
  answer: string | null
  to_name: string
  email: string
  language: Language
}

/** Mails the decision about a claim to the person who made it, in their language; not to a person suspended meanwhile. */
export async function sendClaimMail(
  db: Db,
  config: Config,
  mailer: Mailer,
  { userId, claimId }: { userId: number; claimId: number },
): Promise<void> {
  const { rows } = await sql<Row>`
    select a.name as page, a.fid, c.status, c.answer, coalesce(u.name, u.username) as to_name, e.email, u.language
    from claims c join actors a on a.id = c.actor_id and a.deleted_at is null
    join users u on u.id = c.user_id and u.suspended_at is null join emails e on e.user_id = u.id and e.is_primary and e.verified_at is not null
    where c.id = ${claimId} and c.user_id = ${userId} and c.status <> 'open'`.execute(db)
  const row = rows[0]
  if (!row) return
  const t = messagesIn(row.language)
  const page = onOneLine(row.page)
  const base = `${config.publicUrl}${row.language === "fr" ? "" : `/${row.language}`}`
  const isAccepted = row.status === "accepted"
  const letter = await renderLetter({
    language: row.language,
    site: { name: config.siteName, url: config.publicUrl },
    footer: t("mail.footer", { site: config.siteName }),
    subject: t(isAccepted ? "contact-mails.claim_accepted_subject" : "contact-mails.claim_refused_subject", { page }),
    head: { line: t("contact-mails.claim_head") },
    heading: isAccepted
      ? t("contact-mails.claim_accepted_subject", { page })
      : t("contact-mails.claim_refused_heading"),
    paragraphs: [t(isAccepted ? "contact-mails.claim_accepted_text" : "contact-mails.claim_refused_text", { page })],
    ...(row.answer ? { cited: row.answer } : {}),
    ...(isAccepted
      ? { action: { label: t("contact-mails.claim_accepted_action"), url: `${base}${paths.manageActor(row.fid)}` } }
      : { notes: [t("contact-mails.claim_refused_again")] }),
  })
  const name = onOneLine(row.to_name)
  await mailer.send({ to: { name, address: row.email }, id: `claim.${claimId}`, ...letter })
}
