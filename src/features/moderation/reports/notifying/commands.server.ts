import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { writing } from "#db/writing.ts"
import { enqueue, enqueueAll } from "#queue/enqueue.ts"

/** Shortest interval between notifications of moderators. */
const pause = "1 hour"
/** Delay in seconds, so that reports made at about the same time are announced together. */
const graceSeconds = 60

/** Queues the notification of moderators about a new report: soon, or an hour after the last one. At most one such job waits. */
export async function queueReportNotice(tx: Db): Promise<void> {
  await enqueue(tx, "moderation.tell-reports", {}, { startAfter: Math.max(graceSeconds, await secondsLeft(tx)) })
}

/**
 * Queues a mail to each moderator that reports wait: if there is a report they were not notified of, and not within an hour of
 * the last mail. Running it again notifies nobody twice.
 */
export async function notifyModerators(db: Db): Promise<void> {
  await writing(db, async (tx) => {
    // Runs of this job wait for each other.
    await sql`select pg_advisory_xact_lock(hashtextextended('reports told', 0))`.execute(tx)
    const left = await secondsLeft(tx)
    if (left > 0) return void (await enqueue(tx, "moderation.tell-reports", {}, { startAfter: left }))
    const { numAffectedRows } = await sql`
      update reports set told_at = now() where status = 'open' and told_at is null`.execute(tx)
    if (Number(numAffectedRows ?? 0) === 0) return undefined
    const { rows } = await sql<{ userId: number }>`
      select u.id as "userId" from users u where (u.is_moderator or u.is_admin) and u.deleted_at is null
        and exists (select from emails e where e.user_id = u.id and e.is_primary and e.verified_at is not null)
      order by u.id`.execute(tx)
    return enqueueAll(tx, "moderation.report-mail", rows)
  })
}

/** Returns the seconds until moderators may be notified again. A time in the future, from a clock that was ahead, is ignored. */
async function secondsLeft(tx: Db): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select greatest(0, ceil(extract(epoch from max(told_at) + ${pause}::interval - now())))::int as seconds
    from reports where told_at < now() + interval '1 minute'`.execute(tx)
  return rows[0]?.seconds ?? 0
}
