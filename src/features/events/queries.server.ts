import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import type { Viewer } from "#features/accounts/viewer.ts"
import { heldEvent } from "./access/queries.server.ts"
import type { Category } from "./categories.ts"
import type { Event } from "./event.ts"
import { personalEvent, personalEvents } from "./listing/personal.server.ts"
import { isoAt } from "#lib/time.ts"
import { yieldingRegularly } from "#lib/yielding.server.ts"
import { type EventRow, eventFrom, eventRows, type Site } from "./reading.server.ts"
import type { EventFilters } from "./listing/filters.server.ts"
import type { EventCounter, Total } from "./listing/counting.server.ts"
import { selectEvents } from "./listing/selection.server.ts"

/** Returns an event by its id; undefined when it does not exist, or the viewer may not know of it. */
export async function findEvent(db: Db, viewer: Viewer, id: number, site: Site): Promise<Event | undefined> {
  const held = await heldEvent(db, viewer, id)
  if (!held) return undefined
  const { rows } = await eventRows(
    sql`select ${id}::bigint as event_id, null::bigint as occurrence_id, 0 as position,
    null::float8 as distance `,
    { dates: 1000, whole: true, insider: viewer?.userId, elsewhere: held.isElsewhere },
  ).execute(db)
  const row = rows[0]
  return row && personalEvent(db, viewer, eventFrom(row, site, new Date()), held, site)
}

/**
 * Lists a page of events in the order of their list, with the total number; without descriptions, and with a limited number of
 * dates.
 */
export async function listEvents(
  db: Db,
  viewer: Viewer,
  wanted: EventFilters,
  site: Site,
  page: { start: number; limit: number },
  count: EventCounter,
): Promise<{ events: Event[]; more: boolean } & Total> {
  const now = new Date()
  const filters = (await isTeamOfArchived(db, viewer, wanted.actor)) ? { ...wanted, isTeam: true } : wanted
  const selection = await selectEvents(db, filters, { now, timezone: site.timezone }, page)
  const { selected, more } = selection
  const chosen = sql`select event_id, occurrence_id, position, distance from unnest(
    ${selected.map((one) => one.event_id)}::bigint[], ${selected.map((one) => one.occurrence_id)}::bigint[],
    ${selected.map((one) => one.distance)}::float8[]) with ordinality as chosen(event_id, occurrence_id, distance, position)`
  const elsewhere = filters.followedBy !== undefined
  const [{ rows }, total] = await Promise.all([
    selected.length > 0 ? eventRows(chosen, { dates: listedDates, whole: false, elsewhere }).execute(db) : { rows: [] },
    count(db, filters, site, page, selection),
  ])
  const found = rows.map((row: EventRow) => eventFrom(row, site, now))
  // An actor's page shows the first and last date of each run; the agenda, which lists days, does not need the rest.
  const events = filters.actor === undefined ? found : await withFurtherDates(db, found)
  return { events: await personalEvents(db, viewer, events), more, ...total }
}

/** Tells whether the page is archived and the viewer belongs to its team. */
async function isTeamOfArchived(db: Db, viewer: Viewer, fid: string | undefined): Promise<boolean> {
  if (!viewer || fid === undefined) return false
  const found = await db
    .selectFrom("actors")
    .innerJoin("relations", "relations.actor_id", "actors.id")
    .select("actors.id")
    .where("actors.fid", "=", fid)
    .where("actors.status", "=", "archived")
    .where("relations.user_id", "=", viewer.userId)
    .where("relations.status", "=", "accepted")
    .executeTakeFirst()
  return found !== undefined
}

/** Most dates of an event in a list. */
const listedDates = 60

/** Adds to events with more dates than a list includes the number of further dates, and the last one. */
async function withFurtherDates(db: Db, events: Event[]): Promise<Event[]> {
  const long = events.filter(({ occurrences }) => occurrences.length === listedDates)
  if (long.length === 0) return events
  const { rows } = await sql<{ event_id: number; count: number; last: Date }>`
    select o.event_id, count(*)::int as count, max(o.starts_at) as last
    from unnest(${long.map(({ id }) => id)}::bigint[],
      ${long.map(({ occurrences }) => occurrences.at(-1)?.start ?? "")}::timestamptz[]) as known(event_id, until)
    join occurrences o on o.event_id = known.event_id and o.starts_at > known.until
    group by o.event_id`.execute(db)
  const further = new Map(rows.map((row) => [row.event_id, row]))
  return events.map((event) => {
    const row = further.get(event.id)
    return row ? { ...event, further_dates: { count: row.count, last: isoAt(row.last, event.timezone) } } : event
  })
}

/** Lists the same events complete, with all their dates, as the public sees them, for calendars. */
export async function listWholeEvents(db: Db, filters: EventFilters, site: Site, limit: number): Promise<Event[]> {
  const now = new Date()
  const { selected } = await selectEvents(db, filters, { now, timezone: site.timezone }, { start: 0, limit })
  const rows = await wholeRows(
    db,
    selected.map((one) => one.event_id),
  )
  return rows.map((row) => eventFrom(row, site, now))
}

async function wholeRows(db: Db, ids: number[], elsewhere = false): Promise<EventRow[]> {
  if (ids.length === 0) return []
  const chosen = sql`select event_id, null::bigint as occurrence_id, position, null::float8 as distance
    from unnest(${ids}::bigint[]) with ordinality as chosen(event_id, position)`
  const { rows } = await eventRows(chosen, { dates: 1000, whole: true, elsewhere }).execute(db)
  return rows
}

/**
 * Returns events by their ids with the fields of lists, at their next date, or the first one when all are over; in any order, and
 * without events that are not public.
 */
export async function listEventsById(db: Db, viewer: Viewer, ids: readonly number[], site: Site): Promise<Event[]> {
  if (ids.length === 0) return []
  const chosen = sql`select e.id as event_id, coalesce(
      (select o.id from occurrences o where o.event_id = e.id and o.status <> 'cancelled' and o.until_at > now()
        order by o.starts_at limit 1),
      (select o.id from occurrences o where o.event_id = e.id order by o.starts_at limit 1)) as occurrence_id,
      e.id as position, null::float8 as distance
    from events e where e.id = any(${ids}::bigint[]) and e.listed`
  const { rows } = await eventRows(chosen, { dates: 1, whole: false }).execute(db)
  const now = new Date()
  return personalEvents(
    db,
    viewer,
    rows.map((row) => eventFrom(row, site, now)),
  )
}

/** Number of events read at a time. */
const atATime = 50

/**
 * Yields events by their ids, in that order, complete and with all their dates, as the public sees them; reads a few at a time,
 * for any number. Leaves out events withdrawn meanwhile.
 * @param elsewhere includes events from other servers, for a caller that has checked their visibility
 */
export async function* readWholeEvents(
  db: Db,
  ids: readonly number[],
  site: Site,
  elsewhere = false,
): AsyncGenerator<Event> {
  const now = new Date()
  const turn = yieldingRegularly()
  for (let at = 0; at < ids.length; at += atATime) {
    const chosen = ids.slice(at, at + atATime)
    for (const row of await wholeRows(db, await stillThere(db, chosen, elsewhere), elsewhere)) {
      yield eventFrom(row, site, now)
      await turn()
    }
  }
}

/** An event may have been withdrawn since its id was read. */
async function stillThere(db: Db, ids: number[], elsewhere: boolean) {
  const workflows = elsewhere ? ["published", "remote"] : ["published"]
  const rows = await db
    .selectFrom("events")
    .select("id")
    .where("id", "in", ids)
    .where("workflow", "in", workflows)
    .execute()
  const listed = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => listed.has(id))
}

/**
 * Counts the dates that begin on each of `days` days from `date` on, without those of today that are over, and returns the
 * categories of the first nine, for the strip of days.
 */
export async function countDays(db: Db, _viewer: Viewer, date: string, days: number, timezone: string) {
  const { rows } = await sql<{ date: string; count: number; categories: Category[] }>`
    select to_char(day.date, 'YYYY-MM-DD') as date,
      (select count(*)::int from occurrences o where ${begins(timezone)}) as count,
      array(select o.category from occurrences o where ${begins(timezone)} order by o.starts_at, o.event_id limit 9) as categories
    from (select ${date}::date + n as date from generate_series(0, ${days - 1}) n) as day
    order by day.date`.execute(db)
  return rows
}

const begins = (timezone: string) => sql`o.listed and o.status <> 'cancelled'
  and (o.until_at > now() or day.date <> (now() at time zone ${timezone})::date)
  and o.starts_at >= day.date::timestamp at time zone ${timezone}
  and o.starts_at < (day.date + 1)::timestamp at time zone ${timezone}`
