import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { deleteInSteps } from "#db/in-steps.ts"
import { tellLater } from "./following.server.ts"
import { eventsOfPage } from "./queries.server.ts"

/** So long (days) it is remembered what came of a delivery. */
const remembered = 14
/** What waited for so long (days), behind others or for a receiver that is left alone, is given up. */
const givenUpAfter = 3
/** Nothing waits longer (hours) for its next try: what does was put off by a clock that was ahead, and is set right. */
const longestWait = 25
/** So many events that nobody told of are looked at in a night. */
const atMost = 1000

/**
 * Forgets old deliveries and former secrets, gives up what waited too long, and has looked at again which events programs
 * know that nobody sees, or do not know that everybody sees: whose job was lost, or that ended past our commands. What only
 * changed and was not told of is told with the next change of it.
 */
export async function sweepWebhooks(db: Db): Promise<void> {
  const isOlder = (days: number) => sql`created_at < now() - make_interval(days => ${days})`
  await deleteInSteps(db, "webhook_deliveries", isOlder(remembered))
  await sql`update webhook_deliveries set state = 'failed', body = null
    where state = 'waiting' and ${isOlder(givenUpAfter)}`.execute(db)
  const isTooLate = (column: string) => sql`${sql.ref(column)} > now() + make_interval(hours => ${longestWait})`
  await sql`update webhooks set retry_at = null where ${isTooLate("retry_at")}`.execute(db)
  await sql`update webhook_deliveries set due_at = now() where state = 'waiting' and ${isTooLate("due_at")}`.execute(db)
  await sql`update webhooks set former_secret = null, former_until = null where former_until < now()`.execute(db)
  const { rows } = await sql<{ id: number }>`
    (select t.event_id as id from webhook_told t
      where not exists (select from events e where e.id = t.event_id and e.listed) limit ${atMost})
    union
    (select e.id from (select distinct actor_id from webhooks) w
      cross join lateral (${eventsOfPage(sql`w.actor_id`)}) as of_page
      join events e on e.id = of_page.id and e.listed
      where not exists (select from webhook_told t where t.actor_id = w.actor_id and t.event_id = e.id)
      limit ${atMost})`.execute(db)
  await tellLater(
    db,
    rows.map(({ id }) => id),
  )
}
