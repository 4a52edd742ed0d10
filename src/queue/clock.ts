import { type Clock, systemClock } from "pg-boss"
import { sql } from "kysely"
import type { Db } from "#db/connection.ts"

/**
 * A clock for pg-boss that advances evenly, whatever happens to the machine's clock: if that was ahead for a while and is then
 * corrected, a wait for one of its moments could last days. pg-boss decides which jobs are due by the database's clock.
 */
export const steadyClock: Clock = { ...systemClock, now: () => performance.timeOrigin + performance.now() }

/** Times later than this were written while the clock was ahead; differences between machines are smaller. */
const ahead = sql`now() + interval '1 minute'`
/** The longest that pg-boss lets a failed job wait before its next try. */
const longestWait = sql`interval '1 second' * least(retry_delay_max,
  case when retry_backoff then greatest(retry_delay, 1) * 2 ^ least(16, retry_count + 1) else retry_delay end)`

/**
 * Resets to now what was written while the database's clock was ahead, once it has been corrected. Otherwise crons would not run,
 * jobs queued meanwhile would wait, and jobs of a dead process would not be taken over until that time was reached again. Returns
 * whether there was anything to reset.
 * @param others resets of other due times, run in the same transaction: it also clears the sign that the clock was ahead
 */
export async function resetFutureTimes(db: Db, others: readonly ((tx: Db) => Promise<void>)[] = []): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    // This stamp is written twice a minute; of several processes only one continues.
    const { numAffectedRows } = await sql`
      update pgboss.version set cron_on = now(), bam_on = least(bam_on, now()), flow_on = least(flow_on, now())
      where cron_on > ${ahead}`.execute(tx)
    if (!numAffectedRows) return false
    await sql`
      update pgboss.queue set monitor_on = least(monitor_on, now()), monitor_claim_on = least(monitor_claim_on, now()),
        maintain_on = least(maintain_on, now())`.execute(tx)
    await sql`
      update pgboss.job set created_on = now(), start_after = start_after - (created_on - now()),
        keep_until = keep_until - (created_on - now())
      where state in ('created', 'retry') and created_on > ${ahead}`.execute(tx)
    await sql`
      update pgboss.job set start_after = now()
      where state = 'retry' and start_after > now() + ${longestWait}`.execute(tx)
    await sql`
      update pgboss.job set started_on = least(started_on, now()), heartbeat_on = least(heartbeat_on, now())
      where state = 'active' and greatest(started_on, heartbeat_on) > ${ahead}`.execute(tx)
    // Crons of minutes in the future count as not run yet.
    await sql`
      update pgboss.job set singleton_on = null where singleton_on > (${ahead}) at time zone 'UTC'`.execute(tx)
    // Each may lock much of its table.
    // oxlint-disable-next-line no-await-in-loop
    for (const reset of others) await reset(tx)
    return true
  })
}
