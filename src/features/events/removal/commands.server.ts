import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { writing } from "#db/writing.ts"
import { may, type Relation } from "#features/accounts/rights.ts"
import type { SignedIn, Viewer } from "#features/accounts/viewer.ts"
import { demand } from "#features/actors/access/queries.server.ts"
import { recordChange } from "#features/actors/changes/commands.server.ts"
import { noteReturn, noteWithdrawal } from "#features/notices/commands.server.ts"
import { refuse } from "#lib/refusal.ts"
import { eventFor, relationsToEvent } from "../access/queries.server.ts"
import type { Event } from "../event.ts"
import { findEvent } from "../queries.server.ts"
import type { Site } from "../reading.server.ts"
import { refreshSearch } from "../search.server.ts"
import { eventsAsSeen } from "./queries.server.ts"

/** Of a page that is deleted, people are told of so many events, the first ones. */
const mostTold = 500

type Deletion = {
  versions?: number[] | undefined
  /** Why, for those who are told. */
  reason?: string | null | undefined
}

/**
 * Deletes an event: nobody sees it any more, and who answered, keeps it or follows its makers is told. Doing it again finds
 * nothing.
 */
export async function deleteEvent(
  db: Db,
  viewer: Viewer,
  id: number,
  { versions, reason = null }: Deletion,
): Promise<void> {
  await writing(db, async (tx) => {
    const held = await eventFor(tx, viewer, id, true)
    demand(viewer, "edit", held)
    if (versions && !versions.includes(held.version)) refuse("stale")
    const [before] = await eventsAsSeen(tx, [id])
    await sql`update events set deleted_at = now(), deleted_workflow = workflow, workflow = 'draft', version = version + 1,
      updated_at = now() where id = ${id}`.execute(tx)
    await recordChange(tx, viewer as SignedIn, { event_id: id, relations: held.relations }, "edit", "deleted")
    await noteWithdrawal(tx, viewer, before as Event, { reason })
  })
}

/** Takes a deletion back, for managers and within 30 days. Doing it again changes nothing. */
export async function restoreEvent(db: Db, viewer: Viewer, id: number, site: Site): Promise<Event> {
  return writing(db, async (tx) => {
    const { rows } = await sql<{ deleted_at: Date | null; relations: Relation[] }>`
      select e.deleted_at, ${relationsToEvent(viewer, "e.id")} as relations from events e
      where e.id = ${id} and (e.deleted_at is null or e.deleted_at > now() - interval '30 days')
      for no key update of e`.execute(tx)
    const held = rows[0]
    // Whoever could not delete it does not learn that it was.
    if (!viewer || !held || !may(viewer, "edit", held)) return refuse("event_not_found")
    if (held.deleted_at) {
      await sql`update events set workflow = deleted_workflow, deleted_workflow = null, deleted_at = null,
        version = version + 1, updated_at = now() where id = ${id}`.execute(tx)
      await refreshSearch(tx, [id])
      await recordChange(tx, viewer, { event_id: id, relations: held.relations }, "edit", "restored")
      await noteReturns(tx, viewer, [id])
    }
    return (await findEvent(tx, viewer, id, site)) ?? refuse("event_not_found")
  })
}

/**
 * Deletes the events of a page that is deleted, as far as they are in nobody else's hand. Who answered one or keeps it is
 * told; its followers are not told of each and every one.
 */
export async function deleteEventsOf(tx: Db, viewer: Viewer, pageId: number): Promise<void> {
  const { rows } = await sql<{ id: number; isAhead: boolean }>`
    select id, listed and last_until > now() as "isAhead" from events
    where deleted_at is null
      and id in (select event_id from event_organizers where actor_id = ${pageId} and status = 'accepted')
      and not exists (select from event_organizers eo join actors a on a.id = eo.actor_id and a.deleted_at is null
        where eo.event_id = events.id and eo.status = 'accepted' and eo.actor_id <> ${pageId})
    order by last_until, id for no key update`.execute(tx)
  const ids = rows.map(({ id }) => id)
  const told = rows.filter(({ isAhead }) => isAhead).slice(0, mostTold)
  const before = await eventsAsSeen(
    tx,
    told.map(({ id }) => id),
  )
  await sql`update events set deleted_at = now(), deleted_workflow = workflow, workflow = 'draft', version = version + 1,
    updated_at = now() where id = any(${ids}::bigint[])`.execute(tx)
  for (const event of before) await noteWithdrawal(tx, viewer, event, { toFollowers: false })
}

/** Brings back the events that were deleted with a page, at the same moment; returns which. */
export async function restoreEventsOf(tx: Db, pageId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update events set workflow = deleted_workflow, deleted_workflow = null, deleted_at = null, version = version + 1,
      updated_at = now()
    where deleted_at = (select deleted_at from actors where id = ${pageId})
      and id in (select event_id from event_organizers where actor_id = ${pageId}) returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Notes of events that are public again what people have to be told, if they were withdrawn before. */
export async function noteReturns(tx: Db, by: Viewer, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  const { rows } = await sql<{ id: number }>`
    select distinct event_id as id from notices where event_id = any(${ids}::bigint[]) and kind = 'withdrawn'`.execute(
    tx,
  )
  const events = await eventsAsSeen(
    tx,
    rows.map(({ id }) => id),
  )
  for (const event of events) await noteReturn(tx, by, event)
}
