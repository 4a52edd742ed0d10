import { type RawBuilder, sql } from "kysely"
import type { Db } from "#db/connection.ts"
import type { SignedIn } from "#features/accounts/viewer.ts"
import { addDays, dateAt, instantOf, isoAt } from "#lib/time.ts"
import type { Event, Occurrence } from "../event.ts"
import { isRemoteEventVisible, localCounterparts, listedRemoteEvents } from "../elsewhere/queries.server.ts"
import { pagesOf } from "../listing/managed.server.ts"
import { eventFrom, eventRows, type Site } from "../reading.server.ts"
import { type CalendarEntry, type Layer, layers as allLayers, usualDays } from "./calendar.ts"
import { conflictsOf } from "./conflicts.ts"
import type { CalendarWindow } from "./inputs.ts"

type Answer = CalendarEntry["answer"]
type Found = {
  id: number
  event_id: number
  starts_at: Date
  ends_at: Date | null
  until_at: Date
  status: Occurrence["status"]
  status_reason: string | null
  recurrence_id: Date | null
  layers: Layer[]
  answer: Answer
  total: number
}

/**
 * Returns the dates of a person's calendar in the order they begin, each once with its layers, and their total number. A date
 * belongs to the span when any part of it does. Above `limit`, the person's own dates stay and the last ones of followed pages
 * are left out.
 */
export async function calendarEntries(
  db: Db,
  viewer: SignedIn,
  { from, to, layers = [...allLayers], limit }: CalendarWindow,
  site: Site,
): Promise<{ entries: CalendarEntry[]; total: number }> {
  const span = await instantsOf(db, viewer, from, to)
  const { rows } = await sql<Found>`
    with ${await candidatesOf(db, viewer, layers, span)},
    dated as materialized (
      select o.id, o.event_id, o.starts_at, o.until_at, candidates.layers,
        coalesce(one.value, every.value) as answer
      from candidates join occurrences o on o.event_id = candidates.event_id
        left join mine one on one.occurrence_id = o.id
        left join mine every on every.event_id = o.event_id and every.occurrence_id is null
      where o.starts_at < ${span.to} and (o.until_at > ${span.since} or o.starts_at >= ${span.since})
        and (o.listed or candidates.is_heard or 'managed' = any(candidates.layers))),
    placed as (
      select dated.id, event_id, starts_at, until_at, answer, array_remove(array[
        case when answer in ('confirmed', 'declined') then 'answers' end,
        case when answer = 'interested' or 'starred' = any(layers) then 'starred' end,
        case when 'followed' = any(layers) then 'followed' end,
        case when 'managed' = any(layers) then 'managed' end], null) as layers
      from dated),
    wanted as (
      select *, count(*) over ()::int as total from placed where layers && ${layers}::text[]
      order by layers = array['followed'], starts_at, event_id limit ${limit})
    select wanted.id, wanted.event_id, wanted.starts_at, o.ends_at, wanted.until_at, o.status, o.status_reason,
      o.recurrence_id, wanted.layers, wanted.answer, total
    from wanted join occurrences o on o.id = wanted.id order by wanted.starts_at, wanted.event_id`.execute(db)

  const events = await eventsOf(db, viewer, rows, site)
  const entries = rows.flatMap((row): CalendarEntry[] => {
    const event = events.get(row.event_id)
    return event ? [entryOf(row, event)] : []
  })
  const conflicts = conflictsOf(entries)
  return {
    entries: entries.map((entry) => ({ ...entry, conflicts: conflicts.get(entry.date.id) ?? [] })),
    total: rows[0]?.total ?? 0,
  }
}

type Span = { since: Date; to: Date }

/** Returns the span of these days in the account's time zone. */
async function instantsOf(db: Db, viewer: SignedIn, from: string | undefined, to: string | undefined): Promise<Span> {
  const { timezone } = await db
    .selectFrom("users")
    .select("timezone")
    .where("id", "=", viewer.userId)
    .executeTakeFirstOrThrow()
  const first = from ?? (to ? addDays(to, 1 - usualDays) : dateAt(new Date(), timezone))
  const last = to ?? addDays(first, usualDays - 1)
  return { since: instantOf(first, timezone), to: instantOf(addDays(last, 1), timezone) }
}

/**
 * Returns two tables of a statement: `mine`, the person's answers; and `candidates`, the events that may be in the calendar, each
 * once, with the layers that hold for all of its dates (`is_heard` marks those from other servers). Drafts are included for the
 * managers of their page only.
 */
export async function candidatesOf(
  db: Db,
  viewer: { userId: number },
  layers: readonly Layer[],
  { since, to }: { since: Date; to?: Date },
  { withDrafts } = { withDrafts: true },
): Promise<RawBuilder<unknown>> {
  const { userId } = viewer
  const ofTime = to ? sql`and o.first_start < ${to}` : sql``
  const arms: RawBuilder<unknown>[] = []
  if (layers.includes("answers") || layers.includes("starred"))
    arms.push(sql`select event_id, null::text as layer from mine`)
  if (layers.includes("starred"))
    arms.push(sql`select n.event_id, 'starred'::text as layer from agenda_entries n join agendas g on g.id = n.agenda_id
      where g.user_id = ${userId} and g.is_default and n.event_id is not null`)
  if (layers.includes("followed")) {
    const pages = await followedBy(db, userId)
    arms.push(
      sql`select o.event_id, 'followed'::text as layer from organized_events o where o.actor_id = any(${pages}::bigint[])
        and o.workflow = 'published' and o.last_until > ${since} ${ofTime}`,
      sql`select id, 'followed' from events where place_id = any(${pages}::bigint[]) and listed and last_until > ${since}`,
      sql`select l.event_id, 'followed' from event_lineup l join events e on e.id = l.event_id
        where l.actor_id = any(${pages}::bigint[]) and e.listed and e.last_until > ${since}`,
      sql`select e.id, 'followed' from events e where e.id in (${listedRemoteEvents(userId)} union ${localCounterparts(userId)})
        and e.last_until > ${since}`,
    )
  }
  if (layers.includes("managed")) {
    const pages = await pagesOf(db, viewer as SignedIn)
    arms.push(sql`select o.event_id, 'managed'::text as layer from organized_events o where o.actor_id = any(${pages}::bigint[])
      and o.last_until > ${since} ${ofTime} ${withDrafts ? sql`` : sql`and o.workflow = 'published'`}`)
  }
  return sql`
    mine as materialized (
      select event_id, occurrence_id, value from attendances where user_id = ${userId}),
    candidates as materialized (
      select c.event_id, array_remove(array_agg(distinct c.layer), null) as layers, bool_or(e.workflow = 'remote') as is_heard
      from (${sql.join(arms, sql` union all `)}) as c join events e on e.id = c.event_id
      where e.deleted_at is null and (e.listed or c.layer = 'managed'
        or case when e.workflow = 'remote' then coalesce(c.layer = 'followed', false) or ${isRemoteEventVisible(userId, "e.id")} else false end)
      group by c.event_id)`
}

async function followedBy(db: Db, userId: number): Promise<number[]> {
  const rows = await db.selectFrom("follows").select("actor_id").where("user_id", "=", userId).execute()
  return rows.map(({ actor_id }) => actor_id)
}

/** Loads each event once, however many of its dates were found. */
async function eventsOf(db: Db, viewer: SignedIn, found: Found[], site: Site): Promise<Map<number, Event>> {
  const first = new Map<number, number>()
  for (const { event_id, id } of found) if (!first.has(event_id)) first.set(event_id, id)
  if (first.size === 0) return new Map()
  const chosen = sql`select event_id, occurrence_id, position, null::float8 as distance from unnest(
    ${[...first.keys()]}::bigint[], ${[...first.values()]}::bigint[])
    with ordinality as chosen(event_id, occurrence_id, position)`
  const { rows } = await eventRows(chosen, { dates: 1, whole: false, insider: viewer.userId, elsewhere: true }).execute(
    db,
  )
  const now = new Date()
  return new Map(rows.map((row) => [row.id, eventFrom(row, site, now)]))
}

function entryOf(row: Found, event: Event): CalendarEntry {
  const at = (date: Date) => isoAt(date, event.timezone)
  return {
    event: {
      id: event.id,
      uid: event.uid,
      url: event.url,
      language: event.language,
      title: event.title,
      category: event.category,
      start: event.start,
      end: event.end,
      timezone: event.timezone,
      all_day: event.all_day,
      status: event.status,
      status_reason: event.status_reason,
      mode: event.mode,
      place: event.place,
      location: event.location,
      organizers: event.organizers,
      lineup: event.lineup,
      images: event.images.slice(0, 1),
      workflow: event.workflow,
      origin: event.origin,
      poster_roll: event.poster_roll,
    },
    date: {
      id: row.id,
      start: at(row.starts_at),
      end: row.ends_at && at(row.ends_at),
      status: row.status,
      original_start: row.recurrence_id && at(row.recurrence_id),
      ...(row.status === "cancelled" && row.status_reason ? { status_reason: row.status_reason } : {}),
    },
    until: at(row.until_at),
    layers: row.layers,
    answer: row.answer,
    conflicts: [],
  }
}
