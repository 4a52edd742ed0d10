import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import type { Event } from "../event.ts"
import { eventFrom, eventRows } from "../reading.server.ts"

/** A site without a public address: notices contain no addresses except those inside texts. */
const nowhere = { publicUrl: "", timezone: "UTC" }

/**
 * Returns events as the public sees them, in this order: before they are deleted, or after they are restored.
 * @param gone pages that are deleted together with them, and are marked as deleted already
 */
export async function publicEvents(db: Db, ids: number[], gone: number[] = []): Promise<Event[]> {
  if (ids.length === 0) return []
  const chosen = sql`select event_id, null::bigint as occurrence_id, position, null::float8 as distance
    from unnest(${ids}::bigint[]) with ordinality as chosen(event_id, position)`
  const { rows } = await eventRows(chosen, { dates: 1000, whole: true, gone }).execute(db)
  return rows.map((row) => eventFrom(row, nowhere, new Date()))
}
