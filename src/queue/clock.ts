import { type Clock, systemClock } from "pg-boss"
import { sql } from "kysely"
import type { Db } from "#db/connection.ts"

/**
 * Goes on evenly, whatever becomes of the clock of the machine: what waits for a moment of that clock waits for days when it was
 * ahead for a while and is set right. What is due at which time pg-boss judges by the clock of the database.
 */
export const steadyClock: Clock = { ...systemClock, now: () => performance.timeOrigin + performance.now() }

/** More than this was noted by a clock that was ahead, and not by another machine's. */
const ahead = sql`now() + interval '1 minute'`
/** No job is tried again after a longer time (`retryDelayMax`). */
const longestWait = sql`interval '1 day'`

/**
 * Brings back to now what was noted while the clock of the database was ahead, once it is set right. Until it had been that
 * late again nothing would happen by the clock, what was queued meanwhile would wait, and jobs of a process that died would
 * go to no other. Says whether there was anything.
 */
export async function forgetTheFuture(db: Db): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    // Stamped twice a minute; of several processes one goes on.
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
      update pgboss.job set start_after = now() where state = 'retry' and start_after > now() + ${longestWait}`.execute(
      tx,
    )
    await sql`
      update pgboss.job set started_on = least(started_on, now()), heartbeat_on = least(heartbeat_on, now())
      where state = 'active' and greatest(started_on, heartbeat_on) > ${ahead}`.execute(tx)
    // The minutes of that time that are still to come were not done yet.
    await sql`
      update pgboss.job set singleton_on = null where singleton_on > (${ahead}) at time zone 'UTC'`.execute(tx)
    return true
  })
}
