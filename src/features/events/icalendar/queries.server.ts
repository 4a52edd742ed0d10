import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import type { ZoneYears } from "./zone.ts"

/** More than there are places to be: whoever writes other zones into every event is not answered without end. */
const mostZones = 500

/** The zones that the dates of these events are told in, the most frequent first. */
export async function zonesOfEvents(db: Db, ids: readonly number[]): Promise<ZoneYears[]> {
  const { rows } = await sql<ZoneYears>`
    select e.timezone, extract(year from min(first.starts_at))::int as first,
      extract(year from max(greatest(e.last_until, first.starts_at)))::int + 1 as last
    from unnest(${ids}::bigint[]) as chosen(id) join events e on e.id = chosen.id cross join lateral (
      select starts_at from occurrences where event_id = e.id order by starts_at limit 1) as first
    where not e.all_day group by e.timezone order by count(*) desc, e.timezone limit ${mostZones}`.execute(db)
  return rows
}
