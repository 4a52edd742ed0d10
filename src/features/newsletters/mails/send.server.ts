import { sql } from "kysely"
import type { Config } from "#config/config.ts"
import type { Db } from "#db/connection.ts"
import { messagesIn } from "#i18n/catalogues.server.ts"
import type { Language } from "#i18n/languages.ts"
import { onOneLine } from "#lib/text/one-line.ts"
import { deliver } from "#mail/delivering.server.ts"
import type { Mail, Mailer } from "#mail/transport.ts"
import { composeIssue } from "../issues/compose.ts"
import type { Content } from "../issues/content.ts"
import { answersOf, readContents, type Shown } from "../issues/queries.server.ts"
import { linkSecret, signToken } from "../links/queries.server.ts"
import { type Frequency, mostBounces } from "../newsletter.ts"
import { listHeaders, renderIssue } from "./issue-mail.server.ts"

type Row = {
  id: number
  subscription: number
  key: string
  user_id: number | null
  language: Language
  frequency: Frequency
  content: Content
  /** Null when nothing is to be sent any more: the newsletter was stopped, or no address is verified. */
  address: string | null
  name: string | null
}

/** Mails sent in parallel by one job, matching the number of connections to the mail server. */
const lanes = 4

/** Mails issues, each once. Issues that were sent stay sent when the others have to be retried. */
export async function sendIssues(
  db: Db,
  config: Config,
  mailer: Mailer,
  { issueIds }: { issueIds: number[] },
): Promise<void> {
  const rows = await rowsOf(db, issueIds)
  if (rows.length === 0) return
  const shown = await readContents(
    db,
    rows.map(({ content }) => content),
  )
  const answers = await answersOf(
    db,
    rows.flatMap(({ user_id }) => (user_id === null ? [] : [user_id])),
    shown,
  )
  const secret = await linkSecret(db)
  const failures: unknown[] = []
  const ended = { sent: [] as number[], failed: [] as number[] }
  const lane = async () => {
    for (let row = rows.shift(); row !== undefined; row = rows.shift()) {
      const one = row
      const end = await deliver(db, { table: "newsletter_issues", id: one.id }, async () => {
        if (one.address === null) return "no_address"
        const mail = await mailOf(config, one, { shown, answers, secret })
        if (!mail) return "nothing_left"
        await mailer.send(mail)
        return "sent"
      }).catch((error: unknown) => {
        failures.push(error)
        return "nothing" as const
      })
      if (end !== "nothing") ended[end].push(one.id)
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  await noteBounces(db, ended)
  if (failures.length > 0) throw failures[0]
}

async function rowsOf(db: Db, ids: number[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select i.id, s.id as subscription, s.key, s.user_id, i.language, i.frequency, i.content,
      case when s.stopped_at is null and s.frequency <> 'none' then coalesce(s.email, m.email) end as address,
      coalesce(u.name, u.username) as name
    from newsletter_issues i join subscriptions s on s.id = i.subscription_id
    left join users u on u.id = s.user_id and u.deleted_at is null
    left join emails m on m.user_id = u.id and m.is_primary and m.verified_at is not null
    where i.id = any(${ids}::bigint[]) and i.state = 'queued' order by i.id`.execute(db)
  return rows
}

type Read = { shown: Shown; answers: Map<string, "interested" | "confirmed">; secret: Buffer }

/** Renders one issue as a mail; undefined when everything in it has been withdrawn. */
async function mailOf(config: Config, row: Row, { shown, answers, secret }: Read): Promise<Mail | undefined> {
  const { id, subscription, key, user_id, content, address, name } = row
  const issue = composeIssue(messagesIn(row.language), {
    frequency: row.frequency,
    content,
    shown,
    publicUrl: config.publicUrl,
    is_account: user_id !== null,
    name: name ?? undefined,
    answer: (eventId) => (user_id === null ? null : (answers.get(`${user_id} ${eventId}`) ?? null)),
  })
  if (issue.is_empty) return undefined
  const manage = signToken(secret, "manage", subscription, key)
  const ways = { manage, issue: signToken(secret, "issue", id, key) }
  return {
    to: { name: name === null ? undefined : onOneLine(name), address: address ?? "" },
    // The id depends on the issue alone, so that every retry has the same Message-ID.
    id: `newsletter-${id}`,
    headers: listHeaders(config, manage),
    ...(await renderIssue(config, issue, ways, content.busy)),
  }
}

/** Counts permanent refusals of mails, which stop a newsletter after a few; a delivered mail resets the count. */
async function noteBounces(db: Db, { sent, failed }: { sent: number[]; failed: number[] }): Promise<void> {
  if (sent.length > 0)
    await sql`update subscriptions set hard_bounces = 0 where hard_bounces > 0 and id in (
      select subscription_id from newsletter_issues where id = any(${sent}::bigint[]))`.execute(db)
  if (failed.length > 0)
    await sql`update subscriptions set hard_bounces = hard_bounces + 1,
        stopped_at = case when hard_bounces + 1 >= ${mostBounces} then now() end,
        stopped_because = case when hard_bounces + 1 >= ${mostBounces} then 'bounces' end,
        next_due_at = case when hard_bounces + 1 >= ${mostBounces} then null else next_due_at end
      where stopped_at is null and id in (
        select subscription_id from newsletter_issues where id = any(${failed}::bigint[]) and failure = 'refused')`.execute(
      db,
    )
}
