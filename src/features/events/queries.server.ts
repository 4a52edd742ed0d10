import { LRUCache } from "lru-cache"
import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import type { Viewer } from "#features/accounts/viewer.ts"
import type { Event } from "./event.ts"
import { type EventRow, eventFrom, eventRows, type Site } from "./reading.server.ts"
import { countEvents, type EventFilters, selectEvents } from "./selection.server.ts"

/** An event by its id; undefined when there is none, or none that the viewer may know of. */
export async function findEvent(db: Db, _viewer: Viewer, id: number, site: Site): Promise<Event | undefined> {
  const { rows } = await eventRows(sql`select ${id}::bigint as event_id, null::bigint as occurrence_id, 0 as position,
    null::float8 as distance from events where id = ${id} and listed`, { dates: 1000, from: null, whole: true }).execute(db)
  const row = rows[0]
  return row && eventFrom(row, site, new Date())
}

/** The events of a list, in its order; descriptions are left out and dates bounded. */
export async function listEvents(
  db: Db,
  _viewer: Viewer,
  filters: EventFilters,
  site: Site,
  page: { start: number; limit: number },
): Promise<Event[]> {
  const now = new Date()
  const selected = await selectEvents(db, filters, { now, timezone: site.timezone }, page)
  if (selected.length === 0) return []

  const chosen = sql`select event_id, occurrence_id, position, distance from unnest(
    ${selected.map((one) => one.event_id)}::bigint[], ${selected.map((one) => one.occurrence_id)}::bigint[],
    ${selected.map((one) => one.distance)}::float8[]) with ordinality as chosen(event_id, occurrence_id, distance, position)`
  const { rows } = await eventRows(chosen, { dates: 60, from: now, whole: false }).execute(db)
  return rows.map((row: EventRow) => eventFrom(row, site, now))
}

/** Below this the count of a list is exact to the moment; above it may be a minute old. */
const exactUpTo = 1000

/** Counts lists for `X-Total-Count`: one counter for a process. */
export function eventCounter() {
  const large = new LRUCache<string, number>({ max: 500, ttl: 60_000 })

  return async (db: Db, filters: EventFilters, site: Site): Promise<number> => {
    const moment = { now: new Date(), timezone: site.timezone }
    const key = JSON.stringify(filters)
    const known = large.get(key)
    if (known !== undefined) return known
    const count = await countEvents(db, filters, moment, exactUpTo)
    if (count < exactUpTo) return count
    const all = await countEvents(db, filters, moment, 10_000_000)
    large.set(key, all)
    return all
  }
}

/** How many events of each category begin or run on each of `days` dates from `date` on, for the strip of days. */
export async function countDays(db: Db, _viewer: Viewer, date: string, days: number, timezone: string) {
  const { rows } = await sql<{ date: string; categories: string[] }>`
    select to_char(day.date, 'YYYY-MM-DD') as date,
      array(
        select o.category from occurrences o
        where o.listed and o.status <> 'cancelled'
          and o.starts_at >= day.date::timestamp at time zone ${timezone}
          and o.starts_at < (day.date + 1)::timestamp at time zone ${timezone}
        order by o.starts_at, o.event_id limit 9
      ) as categories
    from (select ${date}::date + n as date from generate_series(0, ${days - 1}) n) as day
    order by day.date`.execute(db)
  return rows
}
