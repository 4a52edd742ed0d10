import { type RawBuilder, sql } from "kysely"
import type { Db } from "#db/connection.ts"

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
