import { sql } from "kysely"
import type { Config } from "#config/config.ts"
import type { Db } from "#db/connection.ts"
import { messagesIn } from "#i18n/catalogues.server.ts"
import type { Language } from "#i18n/languages.ts"
import { onOneLine } from "#lib/text/one-line.ts"
import { renderLetter } from "#mail/layout.ts"
import type { Mailer } from "#mail/transport.ts"
import { paths } from "#web/paths.ts"
import type { ActorType } from "../actor-types.ts"
import type { relationNames } from "./inputs.ts"
import { relationWord } from "./relation-words.ts"

type Row = {
  page: string
  type: ActorType
  relation: (typeof relationNames)[number]
  by: string
  other: string | null
  to_name: string | null
  address: string
  language: Language
  is_address: boolean
}

/**
 * Mails an invitation that is still pending: to a person in their language, to an address in the page's language. The text is the
 * same whether or not the address has an account.
 */
export async function sendInvitationMail(
  db: Db,
  config: Config,
  mailer: Mailer,
  jobId: string,
  { relationId, userId }: { relationId: number; userId: number | null },
): Promise<void> {
  const { rows } = await sql<Row>`
    select page.name as page, page.type, r.relation, coalesce(own.name, inviter.name, inviter.username, page.name) as by, other.name as other,
      coalesce(u.name, u.username) as to_name, coalesce(e.email, r.email) as address, coalesce(u.language, page.language) as language,
      r.email is not null as is_address
    from relations r join actors page on page.id = r.actor_id and page.deleted_at is null
    left join users inviter on inviter.id = r.invited_by
    left join actors own on own.id = inviter.identity_id and own.status = 'published'
    left join actors other on other.id = r.related_actor_id
    left join users u on u.id = ${userId} and u.suspended_at is null
    left join emails e on e.user_id = u.id and e.is_primary and e.verified_at is not null
    where r.id = ${relationId} and r.status = 'pending' and coalesce(e.email, r.email) is not null`.execute(db)
  const row = rows[0]
  if (!row || (userId === null) !== row.is_address) return
  const t = messagesIn(row.language)
  const [page, by, other] = [row.page, row.by, row.other ?? ""].map(onOneLine) as [string, string, string]
  const site = config.siteName
  const base = `${config.publicUrl}${row.language === "fr" ? "" : `/${row.language}`}`
  const text =
    row.relation === "partner" || row.relation === "group"
      ? t(`contact-mails.invitation_${relationWord(row.relation, row.type)}`, { page, other, site })
      : t(`contact-mails.invitation_${row.relation}`, { page, by, site })
  const letter = await renderLetter({
    language: row.language,
    site: { name: site, url: config.publicUrl },
    subject: t("contact-mails.invitation_subject", { page }),
    head: { line: t("contact-mails.invitation_head") },
    heading: t("contact-mails.invitation_heading", { page }),
    paragraphs: [text],
    action: { label: t("contact-mails.invitation_action"), url: `${base}${paths.invitations()}` },
    notes: [
      ...(row.is_address ? [t("contact-mails.invitation_account", { email: row.address })] : []),
      t("contact-mails.invitation_ignore"),
    ],
    footer: t("contact-mails.invitation_footer", { site }),
  })
  const name = row.to_name === null ? undefined : onOneLine(row.to_name)
  await mailer.send({
    to: { ...(name ? { name } : {}), address: row.address },
    id: `${jobId}.invitation`,
    ...letter,
  })
}
