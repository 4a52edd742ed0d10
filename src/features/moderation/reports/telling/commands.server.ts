import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { writing } from "#db/writing.ts"
import { enqueue, enqueueAll } from "#queue/enqueue.ts"

/** Moderators are told of reports so often at most. */
const pause = "1 hour"
/** Seconds: what is reported together is told together. */
const graceSeconds = 60

/** Has moderators told that there is a new report: soon, or an hour after they were last told. One such job waits at most. */
export async function haveModeratorsTold(tx: Db): Promise<void> {
  await enqueue(tx, "moderation.tell-reports", {}, { startAfter: Math.max(graceSeconds, await secondsLeft(tx)) })
}

/**
 * Has each moderator mailed that reports wait: if there is one that they were not told of, and not within an hour of the
 * last time. Done again, it tells nobody anything twice.
 */
export async function tellReports(db: Db): Promise<void> {
  await writing(db, async (tx) => {
    // Two of these jobs one after the other.
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

/** Until moderators may be told again. What was told by a clock that was ahead, and is set right, is as good as long ago. */
async function secondsLeft(tx: Db): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select greatest(0, ceil(extract(epoch from max(told_at) + ${pause}::interval - now())))::int as seconds
    from reports where told_at < now() + interval '1 minute'`.execute(tx)
  return rows[0]?.seconds ?? 0
}
