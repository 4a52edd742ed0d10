import { type RawBuilder, sql } from "kysely"
import type { z } from "@hono/zod-openapi"
import type { Db } from "#db/connection.ts"
import type { SignedIn, Viewer } from "#features/accounts/viewer.ts"
import { addDays, instantOf, isoAt } from "#lib/time.ts"
import { weeksOf } from "../dates/calendar.ts"
import type { Event, Occurrence } from "../event.ts"
import { conditionsOf, type EventFilters } from "../listing/filters.server.ts"
import { pagesOf } from "../listing/managed.server.ts"
import { personalEvents } from "../listing/personal.server.ts"
import { eventFrom, eventRows, type Site } from "../reading.server.ts"
import { categoryCondition } from "../listing/conditions.server.ts"
import { remoteDates } from "../listing/elsewhere.server.ts"
import { matchingIdsIfFew, resolveFilters } from "../listing/selection.server.ts"
import { eventCheck } from "../listing/walk.server.ts"
import { mostOnDay } from "./inputs.ts"
import type { monthRepresentation } from "./representation.server.ts"

/** A month of the agenda as the API represents it. */
export type EventMonth = z.infer<typeof monthRepresentation>

/** The month, the number of dates listed per day, and the open day, of which more are listed. */
export type MonthPart = { month: string; limit: number; day?: string | undefined }

type Told = {
  id: number
  event: number
  start: number
  end: number | null
  status: Occurrence["status"]
  moved: number | null
}
type DayRow = { day: number; count: number; running: number; told: Told[] | null; total: number }

/** The columns of dates before they are assigned to days. */
const columns = sql.raw("o.id, o.event_id, o.starts_at, o.until_at")

/**
 * Returns each day of a month's weeks with its number of dates and the first few of them. One statement reads every date of these
 * weeks from an index only; it looks up just the dates it lists.
 * A date is on the day it begins, in the zone of the instance, and on each later day on which it is still on at six in the
 * morning: a night that ends before that belongs to its evening. A cancelled date is on the day it would have begun.
 * @param managedBy the person whose managed events, drafts included, are read instead of the public ones
 */
export async function listMonth(
  db: Db,
  viewer: Viewer,
  filters: EventFilters,
  part: MonthPart,
  site: Site,
  managedBy?: SignedIn,
): Promise<EventMonth> {
  const dates = weeksOf(part.month).flatMap((week) => week.days)
  const [first, last] = [dates[0] as string, dates.at(-1) as string]
  const sheet = { since: instantOf(first, site.timezone), to: instantOf(addDays(last, 1), site.timezone) }
  const found = await datesFound(db, filters, sheet, managedBy)
  const nothing = { month: part.month, total: 0, days: dates.map(emptyDay), events: [] }
  if (!found) return nothing

  const { rows } = await sql<DayRow>`${counted(found, dates, part, site.timezone)}`.execute(db)
  const told = [...new Map(rows.flatMap((row) => row.told ?? []).map((date) => [date.id, date])).values()]
  return {
    ...nothing,
    total: rows[0]?.total ?? 0,
    days: rows.map((row) => ({
      date: dates[row.day - 1] as string,
      count: row.count,
      running: row.running,
      dates: (row.told ?? []).map(({ id }) => id),
    })),
    events: await eventsOf(db, viewer, told, site, {
      insider: managedBy?.userId,
      elsewhere: filters.followedBy !== undefined,
    }),
  }
}

/** Selects every date of these weeks, running ones included; undefined when the filters can match nothing. */
async function datesFound(
  db: Db,
  filters: EventFilters,
  sheet: { since: Date; to: Date },
  managedBy: SignedIn | undefined,
): Promise<RawBuilder<unknown> | undefined> {
  const resolved = await resolveFilters(db, filters)
  if (!resolved) return undefined
  const conditions = conditionsOf(filters, resolved)
  const within = sql`o.starts_at < ${sheet.to} and (o.starts_at >= ${sheet.since} or o.until_at > ${sheet.since})`

  if (managedBy) {
    const pages = await pagesOf(db, managedBy)
    const mine = sql`select distinct event_id from organized_events
      where actor_id = any(${pages}::bigint[]) and last_until > ${sheet.since} and first_start < ${sheet.to}`
    return sql`select ${columns} from (${mine}) as mine join occurrences o on o.event_id = mine.event_id
      where ${within} ${categoryCondition(filters, sql`o.category`)} ${eventCheck(conditions)(sql`o.event_id`)}`
  }
  const few =
    conditions.length > 0 && (await matchingIdsIfFew(db, filters, resolved, { kind: "next", ...sheet }, conditions))
  const isOfAll = filters.followedBy === undefined
  if (few)
    return sql`select ${columns} from (${few}) as found join occurrences o on o.event_id = found.id
      where ${isOfAll ? sql`o.listed and` : sql``} ${within}`

  const asked = sql`${categoryCondition(filters, sql`o.category`)} ${eventCheck(conditions)(sql`o.event_id`)}`
  const elsewhere = remoteDates(filters, sheet, conditions, columns, within)
  return sql`${elsewhere ? sql`${elsewhere} union all` : sql``}
    select ${columns} from occurrences o
    where o.listed and o.starts_at >= ${sheet.since} and o.starts_at < ${sheet.to} ${asked}
    union all
    select ${columns} from (
      select * from occurrences where listed and tstzrange(starts_at, until_at) @> ${sheet.since}::timestamptz offset 0) as o
    where o.starts_at < ${sheet.since} ${asked}`
}

/**
 * Returns a row for each day, with its counts and listed dates. Days are numbered on the sheet from 1 on.
 * The open day is in the order of the clock. The others have room for a few dates: those of an event that was also on in the
 * three days before (a museum's daily hours, a play's second night) come after new ones, since otherwise every day would list the
 * same.
 */
function counted(found: RawBuilder<unknown>, dates: string[], part: MonthPart, timezone: string) {
  const midnights = dates.map((date) => instantOf(date, timezone))
  const mornings = dates.map((date) => instantOf(`${date}T06:00`, timezone))
  const inMonth = dates.flatMap((date, at) => (date.startsWith(part.month) ? [at + 1] : []))
  const open = part.day === undefined ? 0 : dates.indexOf(part.day) + 1
  // Single rows are looked up by scalar subqueries: the planner cannot know how few there are, and would read the whole table.
  return sql`
    with found as materialized (
      select *, width_bucket(starts_at, ${midnights}::timestamptz[]) as begins,
        width_bucket(until_at - interval '1 microsecond', ${mornings}::timestamptz[]) as ends,
        starts_at - lag(starts_at) over (partition by event_id order by starts_at) <= interval '3 days' as is_repeated
      from (${found}) as found),
    placed as materialized (
      select begins as day, false as is_running, coalesce(is_repeated and begins <> ${open}, false) as is_repeated, id,
        event_id, starts_at from found where begins > 0
      union all
      select day, true, false, id, event_id, starts_at from found, generate_series(begins + 1, ends) as day
      where ends > begins and (select status from occurrences o where o.id = found.id) <> 'cancelled'),
    numbered as (
      select *, row_number() over (partition by day order by is_running, is_repeated, starts_at, event_id) as number from placed),
    told as (
      select day, json_agg((select json_build_object('id', o.id, 'event', o.event_id,
          'start', date_part('epoch', o.starts_at), 'end', date_part('epoch', o.ends_at), 'status', o.status,
          'moved', date_part('epoch', o.recurrence_id)) from occurrences o where o.id = numbered.id)
        order by number) as told
      from numbered where number <= case when day = ${open} then ${mostOnDay}::int else ${part.limit}::int end
      group by day),
    counted as (
      select day, count(*)::int as count, (count(*) filter (where is_running))::int as running from placed group by day)
    select day, coalesce(count, 0) as count, coalesce(running, 0) as running, told,
      (select count(distinct event_id)::int from placed
        where day between ${inMonth[0]} and ${inMonth.at(-1)}) as total
    from generate_series(1, ${dates.length}) as sheet(day)
    left join counted using (day) left join told using (day) order by day`
}

/** Returns the events of the listed dates, each with only those dates. */
async function eventsOf(
  db: Db,
  viewer: Viewer,
  told: Told[],
  site: Site,
  reading: { insider: number | undefined; elsewhere: boolean },
): Promise<Event[]> {
  if (told.length === 0) return []
  const ofEvent = Map.groupBy(told, ({ event }) => event)
  const next = [...ofEvent.values()].map((dates) =>
    dates.reduce((one, other) => (other.start < one.start ? other : one)),
  )
  const chosen = sql`select event_id, occurrence_id, position, null::float8 as distance from unnest(
    ${next.map(({ event }) => event)}::bigint[], ${next.map(({ id }) => id)}::bigint[])
    with ordinality as chosen(event_id, occurrence_id, position)`
  const { rows } = await eventRows(chosen, { dates: 1, whole: false, ...reading }).execute(db)
  const events = rows.map((row) => {
    const at = (seconds: number) => isoAt(new Date(seconds * 1000), row.timezone)
    const occurrences = (ofEvent.get(row.id) ?? [])
      .toSorted((a, b) => a.start - b.start)
      .map(({ id, start, end, status, moved }) => ({
        id,
        start: at(start),
        end: end === null ? null : at(end),
        status,
        original_start: moved === null ? null : at(moved),
      }))
    return { ...eventFrom(row, site, new Date()), next: occurrences[0] ?? null, occurrences }
  })
  return personalEvents(db, viewer, events)
}

function emptyDay(date: string): EventMonth["days"][number] {
  return { date, count: 0, running: 0, dates: [] }
}
