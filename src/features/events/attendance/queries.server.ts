import { type RawBuilder, sql } from "kysely"
import type { Db } from "#db/connection.ts"
import type { SignedIn, Viewer } from "#features/accounts/viewer.ts"
import { refuse } from "#lib/refusal.ts"
import { isoAt } from "#lib/time.ts"
import { paths } from "#web/paths.ts"
import { heldEvent } from "../access/queries.server.ts"
import { hasPage } from "../elsewhere/queries.server.ts"
import type { Site } from "../reading.server.ts"
import { remoteAttendanceCounts } from "./elsewhere/queries.server.ts"
import type { Attendance, AttendanceCounts } from "./representation.server.ts"

type Row = Omit<Attendance, "occurrence" | "created" | "updated"> & {
  occurrence: { id: number; start: string } | null
  actor: Omit<Attendance["actor"], "url">
  timezone: string
  created_at: Date
  updated_at: Date
}

/** An event that can be answered. */
type Answerable = { id: number; status: string; isElsewhere: boolean }

/**
 * Returns an event that the viewer may answer: a public one, or one from another server that they know of; undefined for any
 * other. Takes a shared lock: many can answer at once, but nobody can cancel the event meanwhile.
 */
export async function findAnswerable(tx: Db, viewer: Viewer, id: number): Promise<Answerable | undefined> {
  const { rows } = await sql<Answerable>`
    select e.id, e.status, not e.listed as "isElsewhere" from events e
    where e.id = ${id} and ${hasPage} for share`.execute(tx)
  const event = rows[0]
  if (!event?.isElsewhere) return event
  return viewer && (await heldEvent(tx, viewer, id)) ? event : undefined
}

/** Refuses an answer to something that takes none: an unknown or cancelled event, or such a date. */
export async function demandAnswerable(
  db: Db,
  viewer: Viewer,
  eventId: number,
  occurrenceId?: number | null,
): Promise<void> {
  const event = (await findAnswerable(db, viewer, eventId)) ?? refuse("event_not_found")
  const { rows } = await sql<{ status: string }>`
    select status from occurrences where event_id = ${eventId} and id = ${occurrenceId ?? null}`.execute(db)
  if (occurrenceId != null && !rows[0]) refuse("occurrence_not_found")
  if (event.status === "cancelled" || rows[0]?.status === "cancelled") refuse("event_cancelled")
}

/** Returns the viewer's answers to an event: for the whole event and for single dates. */
export async function myAttendances(db: Db, viewer: SignedIn, eventId: number, site: Site): Promise<Attendance[]> {
  return attendances(db, sql`t.event_id = ${eventId} and t.user_id = ${viewer.userId}`, { start: 0, limit: 1001 }, site)
}

/** Lists everybody's answers to an event, newest first, with their number. For managers only. */
export async function listAttendances(
  db: Db,
  eventId: number,
  filters: { value?: string | undefined; occurrence?: number | undefined },
  page: { start: number; limit: number },
  site: Site,
): Promise<{ attendances: Attendance[]; total: number }> {
  const where = sql`t.event_id = ${eventId} ${filters.value ? sql`and t.value = ${filters.value}` : sql``}
    ${filters.occurrence === undefined ? sql`` : sql`and t.occurrence_id = ${filters.occurrence}`}`
  const [all, { rows }] = await Promise.all([
    attendances(db, where, page, site),
    sql<{ count: number }>`select count(*) as count from attendances t where ${where}`.execute(db),
  ])
  return { attendances: all, total: Number(rows[0]?.count ?? 0) }
}

/** Counts the answers by value, local and remote: for all dates together, then for each date that has answers. */
export async function countAttendances(db: Db, eventId: number): Promise<AttendanceCounts[]> {
  const { rows } = await sql<AttendanceCounts>`
    with here as (
      select t.occurrence_id as occurrence, count(*) filter (where value = 'interested' and not waits)::int as interested,
        count(*) filter (where value = 'confirmed' and not waits)::int as confirmed,
        count(*) filter (where value = 'declined' and not waits)::int as declined,
        count(*) filter (where waits)::int as unconfirmed
      from attendances t cross join lateral (
        select a.awaits_address_since is not null as waits from actors a where a.id = t.actor_id) as person
      where t.event_id = ${eventId} group by t.occurrence_id),
    counted as (
      select * from here
      union all select occurrence, 0, count, 0, 0 from (${remoteAttendanceCounts(eventId)}) as elsewhere)
    select c.occurrence, sum(interested)::int as interested, sum(confirmed)::int as confirmed,
      sum(declined)::int as declined, sum(unconfirmed)::int as unconfirmed
    from counted c left join occurrences o on o.id = c.occurrence
    group by c.occurrence, o.starts_at order by o.starts_at nulls first, c.occurrence limit 1001`.execute(db)
  return rows
}

async function attendances(db: Db, where: RawBuilder<unknown>, page: { start: number; limit: number }, site: Site) {
  const { rows } = await sql<Row>`
    select t.event_id as event, t.value, t.visibility, a.awaits_address_since is null as is_confirmed, t.created_at, t.updated_at, e.timezone,
      case when o.id is not null then json_build_object('id', o.id, 'start', o.starts_at) end as occurrence,
      json_build_object('fid', a.fid, 'type', a.type, 'name', a.name) as actor
    from attendances t join events e on e.id = t.event_id join actors a on a.id = t.actor_id
    left join occurrences o on o.id = t.occurrence_id
    where ${where} order by t.created_at desc, t.id desc limit ${page.limit} offset ${page.start}`.execute(db)
  return rows.map(({ timezone, created_at, updated_at, occurrence, actor, ...row }): Attendance => ({
    ...row,
    occurrence: occurrence && { id: occurrence.id, start: isoAt(new Date(occurrence.start), timezone) },
    actor: { ...actor, url: `${site.publicUrl}${paths.actor(actor.fid)}` },
    created: isoAt(created_at, site.timezone),
    updated: isoAt(updated_at, site.timezone),
  }))
}
