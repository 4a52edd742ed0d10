import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { doneBy, may, type Relation } from "#features/accounts/rights.ts"
import type { SignedIn } from "#features/accounts/viewer.ts"
import { changed } from "#features/changes/commands.server.ts"
import { relationsToEvent } from "../access/queries.server.ts"
import type { Event } from "../event.ts"
import { publicEvents } from "../removal/queries.server.ts"

type Part = { id: number; relations: Relation[]; status: Event["status"] }

/**
 * Cancels the coming events of a festival's programme with it and for the same reason, or reinstates those that were cancelled
 * with it and not changed since. Only events that the viewer may edit; called in the transaction that changes the festival.
 */
export async function followProgramme(tx: Db, me: SignedIn, before: Event, after: Event): Promise<void> {
  const isOff = after.status === "cancelled"
  if (before.status === after.status || (!isOff && before.status !== "cancelled")) return
  const parts = isOff ? await comingParts(tx, me, after.id) : await partsCancelledWith(tx, me, after.id)
  const mine = parts.filter((part) => may(me, "edit", part))
  if (mine.length === 0) return
  const ids = mine.map(({ id }) => id)
  const was = await publicEvents(tx, ids)
  await sql`
    update events set status = given.status, status_reason = ${isOff ? after.status_reason : null}::text,
      version = version + 1, sequence = sequence + 1, updated_at = now()
    from unnest(${ids}::bigint[], ${mine.map(({ status }) => status)}::text[]) as given(id, status)
    where events.id = given.id`.execute(tx)
  const is = await publicEvents(tx, ids)
  await changed(
    tx,
    mine.map(({ id, relations }) => ({
      by: doneBy(me, "edit", { relations }),
      subject: { event: id },
      kind: isOff ? "cancelled" : "updated",
      isPublic: is.find((one) => one.id === id)?.workflow === "published",
      before: was.find((one) => one.id === id),
      after: is.find((one) => one.id === id),
      // Followers read of the festival.
      noticeContext: { toFollowers: false },
    })),
  )
}

async function comingParts(tx: Db, me: SignedIn, festival: number): Promise<Part[]> {
  const { rows } = await sql<Part>`
    select e.id, 'cancelled' as status, ${relationsToEvent(me, "e.id")} as relations from events e
    where e.parent_id = ${festival} and e.deleted_at is null and e.status <> 'cancelled' and e.workflow <> 'remote'
      and e.last_until > now()
    order by e.id for no key update of e`.execute(tx)
  return rows
}

/**
 * Returns what the last cancellation of a festival included, with the status that each event had; changes of one command have one
 * time.
 */
async function partsCancelledWith(tx: Db, me: SignedIn, festival: number): Promise<Part[]> {
  const { rows } = await sql<Part>`
    select e.id, coalesce(last.fields->'status'->>0, 'scheduled') as status, ${relationsToEvent(me, "e.id")} as relations
    from events e cross join lateral (
      select created_at, fields from changes where event_id = e.id and action = 'cancelled' order by id desc limit 1) as last
    where e.parent_id = ${festival} and e.deleted_at is null and e.status = 'cancelled'
      and last.created_at = (
        select created_at from changes where event_id = ${festival} and action = 'cancelled' order by id desc limit 1)
    order by e.id for no key update of e`.execute(tx)
  return rows
}
