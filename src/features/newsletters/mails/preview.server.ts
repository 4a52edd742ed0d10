import type { z } from "@hono/zod-openapi"
import { sql } from "kysely"
import type { Config } from "#config/config.ts"
import type { Db } from "#db/connection.ts"
import type { SignedIn } from "#features/accounts/viewer.ts"
import { messagesIn } from "#i18n/catalogues.server.ts"
import type { Language } from "#i18n/languages.ts"
import { onOneLine } from "#lib/text/one-line.ts"
import { refuse } from "#lib/refusal.ts"
import type { Mailer } from "#mail/transport.ts"
import type { NewsletterChange } from "../inputs.ts"
import { composeIssue } from "../issues/compose.ts"
import { answersOf, readContents } from "../issues/queries.server.ts"
import { selectContents } from "../issues/selection.server.ts"
import { linkSecret, signToken } from "../links/queries.server.ts"
import type { Frequency } from "../newsletter.ts"
import type { previewRepresentation } from "../representation.server.ts"
import { listHeaders, renderIssue } from "./issue-mail.server.ts"

type Account = {
  frequency: Frequency | "none"
  language: Language
  account_language: Language
  hour: number
  timezone: string
  name: string
  email: string | null
  subscription: number | null
  key: string | null
}

/** Renders the issue that an account would get now, with its own settings or those being tried. Writes nothing. */
async function trialOf(db: Db, config: Config, userId: number, tried: NewsletterChange) {
  const { rows } = await sql<Account>`
    select u.newsletter_frequency as frequency, coalesce(u.newsletter_language, u.language) as language,
      u.language as account_language, u.newsletter_hour as hour, u.timezone, coalesce(u.name, u.username) as name,
      (select email from emails m where m.user_id = u.id and m.is_primary and m.verified_at is not null) as email,
      s.id as subscription, s.key
    from users u left join subscriptions s on s.user_id = u.id where u.id = ${userId} and u.deleted_at is null`.execute(
    db,
  )
  const [account] = rows
  if (!account) return undefined
  const wanted = tried.frequency ?? account.frequency
  const frequency: Frequency = wanted === "none" ? "weekly" : wanted
  const language = tried.language === null ? account.account_language : (tried.language ?? account.language)
  const { hour = account.hour } = tried
  const wish = {
    key: userId,
    userId,
    filters: {},
    frequency,
    hour,
    timezone: account.timezone,
    told: null,
    before: undefined,
  }
  const [content] = await selectContents(db, [wish], new Date())
  if (!content) throw new Error("of one wish there is one content")
  const shown = await readContents(db, [content])
  const answers = await answersOf(db, [userId], shown)
  const issue = composeIssue(messagesIn(language), {
    frequency,
    content,
    shown,
    publicUrl: config.publicUrl,
    is_account: true,
    name: account.name,
    answer: (eventId) => answers.get(`${userId} ${eventId}`) ?? null,
  })
  const { subscription, key } = account
  const manage =
    subscription !== null && key !== null ? signToken(await linkSecret(db), "manage", subscription, key) : undefined
  // Without a subscription no link can be signed, so it leads nowhere.
  const mail = await renderIssue(config, issue, { manage: manage ?? "0" }, content.busy)
  return { account, issue, mail, headers: manage === undefined ? {} : listHeaders(config, manage) }
}

/** Returns a preview of the issue that an account would get now. */
export async function previewOf(
  db: Db,
  config: Config,
  viewer: SignedIn,
  tried: NewsletterChange,
): Promise<z.output<typeof previewRepresentation>> {
  const { issue, mail } = (await trialOf(db, config, viewer.userId, tried)) ?? refuse("sign_in_needed")
  const pictures = new Map(mail.pictures.map(({ cid, png }) => [cid, png]))
  const html = mail.html.replaceAll(/cid:([\w@.-]+)/g, (whole, cid: string) => {
    const png = pictures.get(cid)
    return png ? `data:image/png;base64,${png.toString("base64")}` : whole
  })
  return { subject: mail.subject, html, text: mail.text, issue }
}

/** Mails an account the issue it would get now, as a trial; skips accounts that are deleted or have no verified address. */
export async function sendTrialMail(
  db: Db,
  config: Config,
  mailer: Mailer,
  jobId: string,
  { userId }: { userId: number },
): Promise<void> {
  const trial = await trialOf(db, config, userId, {})
  const address = trial?.account.email
  if (!trial || !address) return
  const { account, mail, issue, headers } = trial
  await mailer.send({
    to: { name: onOneLine(account.name), address },
    id: `newsletter-trial-${jobId}`,
    headers,
    ...mail,
    subject: messagesIn(issue.language)("newsletter.trial_subject", { subject: mail.subject }),
  })
}
