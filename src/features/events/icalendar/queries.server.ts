import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import type { ZoneYears } from "./zone.ts"

/**
 * Most zones in one file, more than real events need: a response does not grow without end for somebody who gives each event
 * another zone.
 */
const mostZones = 500

/** Returns the time zones of these events, the most frequent first. */
export async function zonesOfEvents(db: Db, ids: readonly number[]): Promise<ZoneYears[]> {
  const { rows } = await sql<ZoneYears>`
    select e.timezone, extract(year from min(first.starts_at))::int as first,
      extract(year from max(greatest(e.last_until, first.starts_at)))::int + 1 as last
    from unnest(${ids}::bigint[]) as chosen(id) join events e on e.id = chosen.id cross join lateral (
      select starts_at from occurrences where event_id = e.id order by starts_at limit 1) as first
    where not e.all_day group by e.timezone order by count(*) desc, e.timezone limit ${mostZones}`.execute(db)
  return rows
}
