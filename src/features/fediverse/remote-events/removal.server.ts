import { type RawBuilder, sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { removeUnusedLocations } from "#features/actors/removal/commands.server.ts"
import { bySystem } from "#features/changes/change.ts"
import { changed, forgetJournals } from "#features/changes/commands.server.ts"
import { publicEvents } from "#features/events/removal/queries.server.ts"

/** Most deleted events whose attendees are notified; there are few of these. */
const mostTold = 200

/** Deletes remote events for good. The change that is written notifies their attendees. */
export async function deleteRemoteEvents(tx: Db, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  const events = sql`${ids}::bigint[]`
  const { rows: answered } = await sql<{ id: number }>`
    select distinct event_id as id from attendances where event_id = any(${events}) limit ${mostTold}`.execute(tx)
  const known = await publicEvents(
    tx,
    answered.map(({ id }) => id),
  )
  await changed(
    tx,
    ids.map((id) => ({
      by: bySystem("import"),
      subject: { event: id },
      kind: "purged" as const,
      isPublic: false,
      before: known.find((one) => one.id === id),
      noticeContext: { toFollowers: false, outlives: true },
    })),
  )
  await forgetJournals(tx, { events: ids })
  const { rows: spots } = await sql<{ id: number }>`
    select distinct location_id as id from events where id = any(${events}) and location_id is not null`.execute(tx)
  await sql`delete from fediverse_events where event_id = any(${events})`.execute(tx)
  await removeUnusedLocations(tx, spots)
}

/** Deletes events that match a condition on `fediverse_events h`, up to `most`; returns how many there were. */
export async function deleteRemoteEventsWhere(tx: Db, where: RawBuilder<unknown>, most: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select h.event_id as id from fediverse_events h where ${where} order by h.event_id limit ${most} for update`.execute(
    tx,
  )
  await deleteRemoteEvents(
    tx,
    rows.map(({ id }) => id),
  )
  return rows.length
}

/** SQL condition: nobody here follows the event's author, nor any account that announced it. */
export const hasNoFollower = sql`not exists (select from fediverse_follows f where f.remote_actor_id = h.remote_actor_id)
  and not exists (select from fediverse_event_announcers p join fediverse_follows f
    on f.remote_actor_id = p.remote_actor_id where p.event_id = h.event_id)`
