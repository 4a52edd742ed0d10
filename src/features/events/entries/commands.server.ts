import { type RawBuilder, sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { writing } from "#db/writing.ts"
import type { SignedIn, Viewer } from "#features/accounts/viewer.ts"
import { changed } from "#features/changes/commands.server.ts"
import { eventFor, type HeldEvent } from "../access/queries.server.ts"
import { findEvent } from "../queries.server.ts"
import type { Site } from "../reading.server.ts"
import { beginChange } from "../writing/checks.server.ts"
import { changeOfEvent } from "../writing/commands.server.ts"

// The actors an event names, its line-up and organisers, are changed one entry at a time.

/**
 * Changes one entry that an event names; without a change the version stays. Requests for one event run one after the other: the
 * second finds the result of the first.
 */
export async function changeEntry<Result>(
  db: Db,
  viewer: Viewer,
  id: number,
  versions: number[] | undefined,
  site: Site,
  change: (tx: Db, me: SignedIn, held: HeldEvent) => Promise<{ isChanged: boolean; result: Result }>,
): Promise<Result> {
  return writing(db, async (tx) => {
    const held = await eventFor(tx, viewer, id, true)
    const { me, before } = await beginChange(tx, viewer, held, versions, site)
    const { isChanged, result } = await change(tx, me, held)
    if (!isChanged) return result
    await sql`update events set version = version + 1, updated_at = now() where id = ${id}`.execute(tx)
    // A person who removes their own page from a draft no longer sees it.
    const after = (await findEvent(tx, me, id, site)) ?? before
    await changed(tx, { ...changeOfEvent(me, held, before, after), kind: "updated" })
    return result
  })
}

/** Returns the ids in a new order, with this one at the position, counted from 0, or last. */
export function reorderedIds(ids: readonly number[], id: number, position: number): number[] {
  return ids.filter((one) => one !== id).toSpliced(position, 0, id)
}

/**
 * Stores the order of the entries an event names. Positions pass through negative numbers, since two entries can never have the
 * same one.
 */
export async function storeOrder(
  tx: Db,
  table: RawBuilder<unknown>,
  key: RawBuilder<unknown>,
  eventId: number,
  ids: readonly number[],
): Promise<void> {
  await sql`update ${table} set position = -1 - position where event_id = ${eventId}`.execute(tx)
  await sql`
    update ${table} as named set position = given.position - 1
    from unnest(${ids}::bigint[]) with ordinality as given(id, position)
    where named.event_id = ${eventId} and named.${key} = given.id`.execute(tx)
}
