import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { writing } from "#db/writing.ts"
import type { Language } from "#i18n/languages.ts"
import { enqueueAll } from "#queue/enqueue.ts"
import type { Filters, Frequency } from "../newsletter.ts"
import { issueDue, nextDue } from "../schedule.ts"
import { type Content, isNothingNew } from "./content.ts"
import { selectContents } from "./selection.server.ts"

/** Newsletters handled in one transaction, and issues mailed by one job. */
const atOnce = 200
const inJob = 20
/** The longest time between two issues: a month, whatever its length and the reader's time zone. */
const longestInterval = "32 days"

/**
 * Makes every issue that is due and queues its mail; several processes may do so at once. A newsletter is locked while its
 * issue is made, and its next time is written in the same transaction: no issue is made twice, and a failed one leaves
 * nothing behind. The database's clock decides what is due, so that a machine whose clock is ahead sends nothing too early.
 * @param clock the present moment, in tests
 * @returns how many issues were made
 */
export async function makeDueIssues(db: Db, clock?: Date): Promise<number> {
  while ((await writing(db, async (tx) => planSome(tx, clock ?? (await databaseNow(tx))))) === atOnce);
  let made = 0
  for (;;) {
    const some = await writing(db, async (tx) => makeSome(tx, clock ?? (await databaseNow(tx))))
    made += some.made
    if (some.looked < atOnce) return made
  }
}

async function databaseNow(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  return (rows[0] as { now: Date }).now
}

type Planned = {
  id: number
  frequency: Frequency | "none"
  weekday: number
  hour: number
  timezone: string
  is_running: boolean
  next_due_at: Date | null
}

/** Sets the next time of newsletters that are new or whose settings changed. An issue that is due already stays due. */
async function planSome(tx: Db, now: Date): Promise<number> {
  const { rows } = await sql<Planned>`
    select id, frequency, weekday, hour, timezone, stopped_at is null and confirmed_at is not null as is_running, next_due_at
    from subscriptions where not is_planned and confirmed_at is not null
    order by id limit ${atOnce} for update skip locked`.execute(tx)
  const next = rows.map(({ id, frequency, is_running, next_due_at, ...when }) => {
    if (!is_running || frequency === "none") return { id, at: null }
    const after = next_due_at && next_due_at <= now ? new Date(next_due_at.getTime() - 1) : now
    return { id, at: nextDue({ frequency, ...when }, after).at.toISOString() }
  })
  if (next.length > 0)
    await sql`update subscriptions s set is_planned = true, next_due_at = next.at,
        told_until = coalesce(told_until, ${now}::timestamptz)
      from jsonb_to_recordset(${JSON.stringify(next)}::jsonb) as next(id bigint, at timestamptz) where s.id = next.id`.execute(
      tx,
    )
  return rows.length
}

/**
 * Plans newsletters anew that were planned while the database's clock was ahead: otherwise their readers would get nothing
 * until it is that late again.
 */
export async function resetFutureNewsletters(db: Db): Promise<void> {
  await sql`
    update subscriptions set is_planned = false, told_until = least(told_until, now())
    where told_until > now() or next_due_at > now() + ${longestInterval}::interval`.execute(db)
}

type Due = {
  id: number
  user_id: number | null
  has_address: boolean
  language: Language
  frequency: Frequency
  weekday: number
  hour: number
  timezone: string
  filters: Filters
  next_due_at: Date
  told_until: Date | null
  before: Content | null
}

async function makeSome(tx: Db, now: Date): Promise<{ looked: number; made: number }> {
  const { rows } = await sql<Due>`
    select s.id, s.user_id, s.language, s.frequency, s.weekday, s.hour, s.timezone, s.filters, s.next_due_at, s.told_until,
      s.user_id is null or exists (select from emails m
        where m.user_id = s.user_id and m.is_primary and m.verified_at is not null) as has_address,
      (select i.content from newsletter_issues i where i.subscription_id = s.id order by i.id desc limit 1) as before
    from subscriptions s where s.next_due_at <= ${now} and s.is_planned order by s.next_due_at, s.id limit ${atOnce}
    for update of s skip locked`.execute(tx)
  if (rows.length === 0) return { looked: 0, made: 0 }
  const contents = await selectContents(
    tx,
    rows.map((row) => ({
      ...row,
      key: row.id,
      userId: row.user_id,
      told: row.told_until,
      before: row.before ?? undefined,
    })),
    now,
  )
  const issues: object[] = []
  const next = rows.map((row, nth) => {
    const content = contents[nth] as Content
    const times = issueDue(row, row.next_due_at, now)
    const isMade = row.has_address && !isNothingNew(content, row.before ?? undefined)
    if (isMade) {
      const { id, language, timezone, frequency } = row
      issues.push({ id, period: times.due.period, due_at: times.due.at, language, timezone, frequency, content })
    }
    return { id: row.id, at: times.next.at.toISOString(), told: isMade || row.has_address ? content.until : null }
  })
  const { rows: made } = await sql<{ id: number }>`
    insert into newsletter_issues (subscription_id, period, due_at, language, timezone, frequency, content)
    select id, period, due_at, language, timezone, frequency, content
    from jsonb_to_recordset(${JSON.stringify(issues)}::jsonb) as made(id bigint, period text, due_at timestamptz,
      language text, timezone text, frequency text, content jsonb)
    on conflict (subscription_id, period) do nothing returning id`.execute(tx)
  await sql`update subscriptions s set next_due_at = next.at, told_until = coalesce(next.told, s.told_until)
    from jsonb_to_recordset(${JSON.stringify(next)}::jsonb) as next(id bigint, at timestamptz, told timestamptz)
    where s.id = next.id`.execute(tx)
  await mailIssues(
    tx,
    made.map(({ id }) => id),
  )
  return { looked: rows.length, made: made.length }
}

/** Queues the mails of issues, several in each job. */
export async function mailIssues(tx: Db, ids: number[]): Promise<void> {
  const jobs: { issueIds: number[] }[] = []
  for (let at = 0; at < ids.length; at += inJob) jobs.push({ issueIds: ids.slice(at, at + inJob) })
  await enqueueAll(tx, "newsletters.mail", jobs)
}
