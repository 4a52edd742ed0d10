import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import type { Event } from "#features/events/event.ts"
import type { StoredEvent } from "./merge.ts"

/**
 * Reads the stored state of these events, and which fields people changed according to the log of changes. One statement for all.
 */
export async function storedEventsOf(
  tx: Db,
  ids: number[],
  events: ReadonlyMap<number, Event | undefined>,
): Promise<Map<number, StoredEvent>> {
  if (ids.length === 0) return new Map()
  type Row = Omit<StoredEvent, "dates" | "event"> & { id: number; dates: Record<string, string | null>[] }
  const { rows } = await sql<Row>`
    select id, language, timezone, all_day,
      (select json_agg(one) from (select starts_at, ends_at, status, recurrence_id from occurrences
        where event_id = events.id order by starts_at) as one) as dates,
      to_json(array(select distinct field from changes, jsonb_object_keys(fields) as field
        where changes.event_id = events.id and through = 'person')) as changed
    from events where id = any(${ids}::bigint[])`.execute(tx)
  const at = (value: string | null | undefined) => (value ? new Date(value) : null)
  return new Map(
    rows.map(({ id, dates, ...row }) => {
      const stored = (dates ?? []).map((one) => ({
        starts_at: at(one.starts_at) as Date,
        ends_at: at(one.ends_at),
        status: one.status as StoredEvent["dates"][number]["status"],
        recurrence_id: at(one.recurrence_id),
      }))
      return [id, { ...row, dates: stored as StoredEvent["dates"], event: events.get(id) }] as const
    }),
  )
}
