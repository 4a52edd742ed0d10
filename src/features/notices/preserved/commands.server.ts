import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { deleteInSteps } from "#db/in-steps.ts"
import { strongestReason } from "../audience.server.ts"
import { isExpired } from "../publications/commands.server.ts"

/** Days for which notices about a deleted event stay in inboxes. */
const days = 30

const isOff = sql`kind in ('withdrawn', 'cancelled')`

/**
 * Keeps the notices that events are off beyond these events, which are about to be deleted for good. Their recipients are
 * stored while they can still be found; the notices keep the public title, dates and place, and link to nothing.
 */
export async function preserveNotices(tx: Db, eventIds: number[]): Promise<void> {
  if (eventIds.length === 0) return
  await sql`
    insert into notice_people (notice_id, user_id, because)
    select n.id, people.user_id, ${strongestReason} from notices n cross join lateral (
      select user_id, 'answer' as because from attendances
        where event_id = n.event_id and value in ('interested', 'confirmed')
      union all select a.user_id, 'agenda' from agenda_entries entry join agendas a on a.id = entry.agenda_id
        where entry.event_id = n.event_id
      union all select user_id, 'follow' from follows where actor_id = any(n.followed)) as people
    where n.event_id = any(${eventIds}::bigint[]) and ${isOff} and n.gathered_at is null
      and people.user_id is distinct from n.user_id
    group by n.id, people.user_id
    on conflict do nothing`.execute(tx)
  await sql`
    update notices set event_id = null, actor_id = null
    where event_id = any(${eventIds}::bigint[]) and ${isOff}
      and (gathered_at is null or exists (select from deliveries where notice_id = notices.id))`.execute(tx)
}

/** Deletes old notices about events deleted for good, and old notices of publications. */
export async function deleteOldNotices(db: Db): Promise<void> {
  await deleteInSteps(
    db,
    "notices",
    sql`event_id is null and ${isOff} and created_at < now() - make_interval(days => ${days})`,
  )
  await deleteInSteps(db, "notices", isExpired)
}
