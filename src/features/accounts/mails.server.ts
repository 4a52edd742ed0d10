import { sql } from "kysely"
import type { Config } from "#config/config.ts"
import type { Db } from "#db/connection.ts"
import { awaitingDays } from "#features/actors/awaiting/awaiting.ts"
import { messagesIn } from "#i18n/catalogues.server.ts"
import type { Language } from "#i18n/languages.ts"
import type { Messages } from "#i18n/messages.ts"
import { hashOf, newSecret } from "#lib/secret.ts"
import { onOneLine } from "#lib/text/one-line.ts"
import { type Letter, renderLetter } from "#mail/layout.ts"
import type { Mailer } from "#mail/transport.ts"
import { outsidePaths, paths } from "#web/paths.ts"
import type { AccountMail } from "#queue/catalogue.ts"

/** Number of hours for which a mailed link works. */
export const linkHours = { verify: 48, reset: 2 } as const

type Addressee = {
  userId: number
  email: string
  verified: boolean
  username: string
  name: string | null
  language: Language
  /** The address that was added, or made the main one. */
  other: string | null
  /** Reason of the suspension; null when the account is not suspended. */
  suspended: string | null
  /** Whether one of their pages will be published once they have opened the link. */
  awaits: boolean
}
type Said = Pick<Letter, "subject" | "heading" | "paragraphs" | "cited" | "action" | "notes"> & {
  /** Whether the heading names the recipient. */
  isPersonal?: boolean
}

/**
 * Writes and sends a mail about an account. Nothing is sent if the account or the address no longer exists. The link is made
 * here, so that only its hash is ever stored; when the job is tried again, the mail has the same Message-ID but a new link, and
 * both links work.
 */
export async function sendAccountMail(
  db: Db,
  config: Config,
  mailer: Mailer,
  jobId: string,
  mail: AccountMail,
): Promise<void> {
  const site = { name: config.siteName, url: config.publicUrl }
  const send = async (to: { name: string; address: string }, language: Language, said: Said) => {
    const words = messagesIn(language)
    // The head holds only wording that is the same for everybody; wording that names the person stands below it.
    const head = { line: said.isPersonal ? said.subject : said.heading }
    const letter = await renderLetter({
      language,
      site,
      footer: words("mail.footer", { site: site.name }),
      head,
      ...said,
    })
    await mailer.send({ to: { ...to, name: onOneLine(to.name) }, id: `${jobId}.${mail.kind}`, ...letter })
  }
  if (mail.kind === "account-deleted") {
    return send({ name: mail.name, address: mail.to }, mail.language, deletedMail(messagesIn(mail.language), mail.name))
  }
  const to = await addresseeOf(db, mail)
  if (!to || (mail.kind === "verify" && to.verified)) return
  // A suspended person cannot choose a password: the link would be refused.
  if (mail.kind === "reset" && to.suspended !== null) return
  // The suspension was lifted, or imposed again, before the mail was sent.
  if (mail.kind === "suspended" && to.suspended === null) return
  if (mail.kind === "restored" && to.suspended !== null) return
  // The link works for as long as a page waits for it.
  const hours = mail.kind === "verify" && to.awaits ? awaitingDays * 24 : undefined
  const link = mail.kind === "verify" || mail.kind === "reset" ? await makeLink(db, mail.kind, mail, hours) : undefined
  const next = "next" in mail ? mail.next : undefined
  const said = accountMail(
    mail.kind,
    messagesIn(to.language),
    to,
    addressesOf(config, to.language, { token: link, next }),
  )
  await send({ name: to.name ?? to.username, address: to.email }, to.language, said)
}

/** The query of the mailed link. */
type Link = { token: string | undefined; next: string | undefined }
type Addresses = { link: Link; login: string; reset: string; contact: string | undefined }

function addressesOf(config: Config, language: Language, link: Link): Addresses {
  const base = `${config.publicUrl}${language === "fr" ? "" : `/${language}`}`
  return {
    link,
    login: `${base}${paths.login()}`,
    reset: `${base}${paths.resetPassword()}`,
    contact: config.contact,
  }
}

function accountMail(
  kind: Exclude<AccountMail["kind"], "account-deleted">,
  t: Messages,
  to: Addressee,
  at: Addresses,
): Said {
  const { username } = to
  const base = at.login.replace(/\/login$/, "")
  switch (kind) {
    case "verify":
      return {
        subject: t("mail.verify_subject"),
        heading: t("mail.verify_heading", { name: to.name ?? username }),
        isPersonal: true,
        paragraphs: [
          t("mail.verify_text", { username }),
          ...(to.awaits ? [t("mail.verify_awaits", { days: awaitingDays })] : []),
        ],
        action: { label: t("mail.verify_action"), url: `${base}${outsidePaths.verify(at.link)}` },
        notes: [...(to.awaits ? [] : [t("mail.expires_hours", { hours: linkHours.verify })]), t("mail.not_you")],
      }
    case "reset":
      return {
        subject: t("mail.reset_subject"),
        heading: t("mail.reset_heading"),
        paragraphs: [t("mail.reset_text", { username })],
        action: { label: t("mail.reset_action"), url: `${base}${paths.resetPassword(at.link)}` },
        notes: [t("mail.expires_hours", { hours: linkHours.reset }), t("mail.not_you")],
      }
    case "already-registered":
      return {
        subject: t("mail.already_subject"),
        heading: t("mail.already_heading"),
        paragraphs: [t("mail.already_text", { username })],
        action: { label: t("mail.already_action"), url: at.login },
        notes: [t("mail.not_you")],
      }
    case "password-changed":
      return {
        subject: t("mail.password_subject"),
        heading: t("mail.password_heading"),
        paragraphs: [t("mail.password_text", { username })],
        notes: [t("mail.not_you_act", { url: at.reset })],
      }
    case "email-added":
      return {
        subject: t("mail.added_subject"),
        heading: t("mail.added_heading"),
        paragraphs: [t("mail.added_text", { username, added: to.other ?? "" })],
        notes: [t("mail.not_you_act", { url: at.reset })],
      }
    case "primary-changed":
      return {
        subject: t("mail.primary_subject"),
        heading: t("mail.primary_heading"),
        paragraphs: [t("mail.primary_text", { username, primary: to.other ?? "" })],
        notes: [t("mail.not_you_act", { url: at.reset })],
      }
    case "factor-on":
      return {
        subject: t("mail.factor_on_subject"),
        heading: t("mail.factor_on_subject"),
        paragraphs: [t("mail.factor_on_text", { username })],
        notes: [t("mail.not_you_act", { url: at.reset })],
      }
    case "factor-off":
      return {
        subject: t("mail.factor_off_subject"),
        heading: t("mail.factor_off_subject"),
        paragraphs: [t("mail.factor_off_text", { username })],
        notes: [t("mail.not_you_act", { url: at.reset })],
      }
    case "suspended":
      return {
        subject: t("mail.suspended_subject"),
        heading: t("mail.suspended_subject"),
        paragraphs: [t("mail.suspended_text", { username }), t("mail.suspended_why")],
        ...(to.suspended ? { cited: to.suspended } : {}),
        notes: [at.contact ? t("mail.suspended_contact", { email: at.contact }) : t("mail.suspended_answer")],
      }
    case "restored":
      return {
        subject: t("mail.restored_subject"),
        heading: t("mail.restored_subject"),
        paragraphs: [t("mail.restored_text", { username })],
        action: { label: t("mail.already_action"), url: at.login },
      }
  }
}

function deletedMail(t: Messages, name: string): Said {
  return {
    subject: t("mail.deleted_subject"),
    heading: t("mail.deleted_heading", { name }),
    isPersonal: true,
    paragraphs: [t("mail.deleted_text")],
  }
}

async function addresseeOf(
  db: Db,
  mail: Exclude<AccountMail, { kind: "account-deleted" }>,
): Promise<Addressee | undefined> {
  const other =
    mail.kind === "email-added" ? mail.addedId : mail.kind === "primary-changed" ? mail.primaryId : undefined
  const { rows } = await sql<Addressee>`
    select u.id as "userId", e.email, e.verified_at is not null as verified, u.username, u.name, u.language,
      u.suspended_reason as suspended,
      (select email from emails where id = ${other ?? null}) as other,
      exists (select from relations r join actors a on a.id = r.actor_id where r.user_id = u.id and r.relation = 'owner'
        and r.status = 'accepted' and a.awaits_address_since is not null and a.deleted_at is null) as awaits
    from emails e join users u on u.id = e.user_id
    where e.id = ${mail.emailId} and u.id = ${mail.userId}`.execute(db)
  const to = rows[0]
  return other !== undefined && !to?.other ? undefined : to
}

async function makeLink(
  db: Db,
  purpose: "verify" | "reset",
  to: { userId: number; emailId: number },
  hours: number = linkHours[purpose],
): Promise<string> {
  const secret = newSecret()
  await db
    .insertInto("mailed_tokens")
    .values({
      hash: hashOf(secret),
      purpose,
      user_id: to.userId,
      email_id: to.emailId,
      expires_at: sql`now() + make_interval(hours => ${hours})`,
    })
    .execute()
  return secret
}
