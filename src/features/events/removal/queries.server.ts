import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import type { Event } from "../event.ts"
import { eventFrom, eventRows } from "../reading.server.ts"

/** What people are told has no addresses in it but those that words bring along. */
const nowhere = { publicUrl: "", timezone: "UTC" }

/**
 * Events as everybody sees them, in this order: what people knew before they go, what they see when they are back.
 * @param gone pages that go with them, and are deleted already
 */
export async function eventsAsSeen(db: Db, ids: number[], gone: number[] = []): Promise<Event[]> {
  if (ids.length === 0) return []
  const chosen = sql`select event_id, null::bigint as occurrence_id, position, null::float8 as distance
    from unnest(${ids}::bigint[]) with ordinality as chosen(event_id, position)`
  const { rows } = await eventRows(chosen, { dates: 1000, whole: true, gone }).execute(db)
  return rows.map((row) => eventFrom(row, nowhere, new Date()))
}
