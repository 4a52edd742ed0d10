import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { isoAt } from "#lib/time.ts"
import type { Site } from "../../reading.server.ts"
import { remotePersonJson } from "../../elsewhere/queries.server.ts"
import type { PersonElsewhere } from "../../elsewhere/representation.server.ts"
import type { AttendanceElsewhere } from "./representation.server.ts"

type Row = {
  id: number
  by: PersonElsewhere
  occurrence: { id: number; start: string } | null
  message: string | null
  joined_at: Date
  timezone: string
}

/** The date that an answer from another server (a row `f`) is for: the first date when it answers the event's own address. */
const dateOf = sql`coalesce(f.occurrence_id, (select min(d.id) from occurrences d where d.event_id = f.event_id))`

/**
 * Lists attendances from other servers, newest first, with their number; of one date when `occurrence` is set. For managers only.
 */
export async function listAttendancesElsewhere(
  db: Db,
  eventId: number,
  { occurrence }: { occurrence?: number | undefined },
  page: { start: number; limit: number },
  site: Site,
): Promise<{ attendances: AttendanceElsewhere[]; total: number }> {
  const where = sql`f.event_id = ${eventId} and f.state = 'accepted'
    ${occurrence === undefined ? sql`` : sql`and ${dateOf} = ${occurrence}`}`
  const [{ rows }, { rows: counted }] = await Promise.all([
    sql<Row>`
      select f.id, f.message, f.joined_at, e.timezone, ${remotePersonJson(site.publicUrl)} as by,
        case when (select count(*) from (select from occurrences d where d.event_id = e.id limit 2) as few) > 1
          then json_build_object('id', o.id, 'start', o.starts_at) end as occurrence
      from fediverse_attendances f join events e on e.id = f.event_id join remote_actors r on r.id = f.remote_actor_id
      join occurrences o on o.id = ${dateOf}
      where ${where} order by f.id desc limit ${page.limit} offset ${page.start}`.execute(db),
    sql<{ count: number }>`select count(*)::int as count from fediverse_attendances f where ${where}`.execute(db),
  ])
  return {
    attendances: rows.map(({ joined_at, timezone, occurrence, ...row }) => ({
      ...row,
      occurrence: occurrence && { id: occurrence.id, start: isoAt(new Date(occurrence.start), timezone) },
      created: isoAt(joined_at, site.timezone),
    })),
    total: counted[0]?.count ?? 0,
  }
}

/**
 * Counts attendances from other servers by date, as local answers are counted: under null for an event with one date. Part of a
 * query that counts answers; its columns are (occurrence, count).
 */
export const remoteAttendanceCounts = (eventId: number) => sql`
  select case when (select count(*) from (select from occurrences d where d.event_id = ${eventId} limit 2) as few) > 1
      then ${dateOf} end as occurrence, count(*)::int as count
  from fediverse_attendances f where f.event_id = ${eventId} and f.state = 'accepted' group by 1`
