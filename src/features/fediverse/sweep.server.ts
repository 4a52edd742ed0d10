import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { withdrawnFor } from "./inbox/withdrawn.server.ts"
import { isUnrelated } from "./remote/queries.server.ts"

/** Age at which an undelivered activity is given up. */
const givenUpAfter = "7 days"

/** Deletes deliveries given up, old activities and receipts, and remote accounts without any relation to this server. */
export async function sweepFediverse(db: Db): Promise<void> {
  for (const statement of [
    sql`delete from fediverse_deliveries where ctid = any(array(select ctid from fediverse_deliveries
      where created_at < now() - ${givenUpAfter}::interval limit 2000))`,
    sql`update fediverse_activities set former_key = null where id in (select id from fediverse_activities a
      where former_key is not null and not exists (select from fediverse_deliveries d where d.activity_id = a.id) limit 2000)`,
    sql`delete from fediverse_activities where id in (select id from fediverse_activities a
      where created_at < now() - interval '30 days'
        and not exists (select from fediverse_deliveries d where d.activity_id = a.id) limit 2000)`,
    sql`delete from fediverse_received where uri in (
      select uri from fediverse_received where received_at < now() - interval '30 days' limit 2000)`,
    sql`delete from fediverse_withdrawn where uri in (select uri from fediverse_withdrawn
      where withdrawn_at < now() - ${withdrawnFor}::interval limit 2000)`,
    sql`delete from remote_actors where id in (select id from remote_actors r
      where fetched_at < now() - interval '7 days' and ${isUnrelated} limit 2000)`,
    sql`delete from fediverse_hosts where host in (select host from fediverse_hosts h where not is_blocked and not is_allowed
      and greatest(coalesce(retry_at, '-infinity'), coalesce(software_at, '-infinity')) < now() - interval '30 days' limit 2000)`,
  ])
    while (Number((await statement.execute(db)).numAffectedRows ?? 0) === 2000) {
      // Repeat until a statement deletes less than a full batch.
    }
}
