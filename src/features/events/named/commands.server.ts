import { type RawBuilder, sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { writing } from "#db/writing.ts"
import type { SignedIn, Viewer } from "#features/accounts/viewer.ts"
import { changed } from "#features/changes/commands.server.ts"
import { eventFor, type HeldEvent } from "../access/queries.server.ts"
import { findEvent } from "../queries.server.ts"
import type { Site } from "../reading.server.ts"
import { openFor } from "../writing/checks.server.ts"
import { changeOfEvent } from "../writing/commands.server.ts"

// What an event names, the line-up and those who organise it, is changed one entry at a time.

/**
 * Changes one thing that an event names; what changed nothing is no new version. One at a time for one event: whoever
 * comes second finds what the first one did.
 */
export async function changePart<Result>(
  db: Db,
  viewer: Viewer,
  id: number,
  versions: number[] | undefined,
  site: Site,
  change: (tx: Db, me: SignedIn, held: HeldEvent) => Promise<{ isChanged: boolean; result: Result }>,
): Promise<Result> {
  return writing(db, async (tx) => {
    const held = await eventFor(tx, viewer, id, true)
    const { me, before } = await openFor(tx, viewer, held, versions, site)
    const { isChanged, result } = await change(tx, me, held)
    if (!isChanged) return result
    await sql`update events set version = version + 1, updated_at = now() where id = ${id}`.execute(tx)
    // Whoever takes their own page off a draft sees it no more.
    const after = (await findEvent(tx, me, id, site)) ?? before
    await changed(tx, { ...changeOfEvent(me, held, before, after), kind: "updated" })
    return result
  })
}

/** The same in another order: this one at that place, counted from 0, or last. */
export function moved(ids: readonly number[], id: number, position: number): number[] {
  return ids.filter((one) => one !== id).toSpliced(position, 0, id)
}

/** Writes the order of what an event names. By way of numbers below 0, for two are never at the same place. */
export async function inOrder(
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
