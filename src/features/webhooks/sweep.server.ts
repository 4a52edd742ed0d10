import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { deleteInSteps } from "#db/in-steps.ts"
import { queueSubjects } from "./following.server.ts"
import { eventsOfPage } from "./queries.server.ts"

/** Days after which deliveries are deleted. */
const remembered = 14
/** Days after which a waiting delivery is given up, whether it waits for others or for a paused webhook. */
const givenUpAfter = 3
/** Missed events that one run looks at. */
const atMost = 1000

/**
 * Deletes old deliveries and former secrets, gives up deliveries that waited too long, and queues events whose notification
 * was missed because their job was lost or they changed past our commands: public events that a webhook does not know, and
 * known events that are no longer public. A missed update is delivered with the next change of the event.
 */
export async function sweepWebhooks(db: Db): Promise<void> {
  const isOlder = (days: number) => sql`created_at < now() - make_interval(days => ${days})`
  await deleteInSteps(db, "webhook_deliveries", isOlder(remembered))
  await sql`update webhook_deliveries set state = 'failed', body = null
    where state = 'waiting' and ${isOlder(givenUpAfter)}`.execute(db)
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
  await queueSubjects(
    db,
    rows.map(({ id }) => id),
  )
}
