import { type RawBuilder, sql } from "kysely"
import type { Db } from "#db/connection.ts"
import type { SignedIn } from "#features/accounts/viewer.ts"
import { cellBits, largestCount, type Found, type Grid } from "#features/places/map/map.ts"
import { isoAt } from "#lib/time.ts"
import { conditionsOf, type EventFilters, type Moment, type Span, spanOf } from "../listing/filters.server.ts"
import { managedWhere } from "../listing/managed.server.ts"
import { categoryCondition } from "../listing/conditions.server.ts"
import { matchingIdsIfFew, resolveFilters } from "../listing/selection.server.ts"

/** Up to this many matches are looked up and grouped into squares; with more, each square is counted by itself. */
const gathered = 10_000
/** Most events of a square that are checked against a filter which few of them pass. */
const lookedAt = 5000

/** Returns the events of a list for a map: for each square their number and position. */
export async function eventsOnMap(db: Db, filters: EventFilters, moment: Moment, grid: Grid): Promise<Found[]> {
  const { bbox: _, ...wanted } = filters
  const resolved = await resolveFilters(db, wanted)
  if (!resolved) return []
  const span = spanOf(wanted, moment)
  const conditions = conditionsOf(wanted, resolved)
  const holds = [...conditions.map((condition) => condition.holds), ...dated(span)]
  const few =
    conditions.length > 0
      ? await matchingIdsIfFew(db, wanted, resolved, span, conditions, gathered)
      : span.kind === "next" && span.to && onIn(span.since, span.to)
  if (few) {
    const found = await gather(
      db,
      few,
      sql`true ${categoryCondition(wanted, sql`e.category`)} ${past(span)}`,
      holds,
      grid,
    )
    if (found) return found
  }
  return walk(db, categoryCondition(wanted, sql`e.category`), holds, span, grid)
}

/**
 * Returns the events of the pages a person manages for a map, drafts included. With more than can be gathered, only those that
 * come first in the list.
 */
export async function managedOnMap(
  db: Db,
  viewer: SignedIn,
  filters: EventFilters,
  moment: Moment,
  { level, cells }: Grid,
): Promise<Found[]> {
  const { bbox: _, ...wanted } = filters
  const managed = await managedWhere(db, viewer, wanted, moment)
  if (!managed) return []
  const shift = cellBits - 2 * level
  const squares = cells.map(({ from }) => String(from >> BigInt(shift)))
  const { rows } = await sql<Found>`
    with matching as materialized (select e.id, dated.at ${managed.source} order by ${managed.order} limit ${gathered}),
    placed as materialized (select ${columns}, map_cell(e.lat, e.lon) >> ${shift}::int as square
      from matching join events e on e.id = matching.id where e.lat is not null),
    found as (select ${summed} from placed where square = any(${squares}::bigint[]) group by square)
    select ${named} from found`.execute(db)
  return rows.map((row) => ({ ...row, count: Math.min(largestCount, row.count) }))
}

const columns = sql`e.id, e.lat, e.lon, e.category, e.place_id`
const summed = sql`count(*)::int as count, avg(lat) as lat, avg(lon) as lon,
  min(lat) = max(lat) and min(lon) = max(lon) as is_spot, min(id) as id,
  case when min(category) = max(category) then min(category) end as category,
  case when min(place_id) = max(place_id) and count(place_id) = count(*) then min(place_id) end as place_id`
const named = sql`count, lat, lon, is_spot, category, found.id,
  (select fid from actors where id = found.place_id and status = 'published') as place`

/** Groups all matches by square; undefined when there prove to be too many. */
async function gather(
  db: Db,
  few: RawBuilder<unknown>,
  own: RawBuilder<unknown>,
  holds: RawBuilder<unknown>[],
  { level, cells }: Grid,
): Promise<Found[] | undefined> {
  const shift = cellBits - 2 * level
  const squares = cells.map(({ from }) => String(from >> BigInt(shift)))
  const { rows } = await sql<Found & { total: number }>`
    with matching as materialized (${few} limit ${gathered + 1}),
    placed as materialized (select ${columns}, map_cell(e.lat, e.lon) >> ${shift}::int as square
      from matching join events e on e.id = matching.id
      where e.listed and e.lat is not null and ${sql.join([own, ...holds], sql` and `)}),
    found as (select ${summed} from placed where square = any(${squares}::bigint[]) group by square)
    select ${named}, (select count(*)::int from matching) as total from found`.execute(db)
  return (rows[0]?.total ?? 0) > gathered ? undefined : rows
}

/** Selects the events that are on in a span that ends soon, from the dates themselves. */
function onIn(since: Date, to: Date) {
  return sql`select distinct event_id as id from (
    (select event_id from occurrences where listed and starts_at >= ${since} and starts_at < ${to} and next_from <= ${since}
      limit ${gathered + 1})
    union all select event_id from occurrences where listed and tstzrange(starts_at, until_at) @> ${since}::timestamptz) as dated`
}

/** Counts square by square: each is one stretch of an index, which is read until there are enough events. */
async function walk(
  db: Db,
  category: RawBuilder<unknown>,
  holds: RawBuilder<unknown>[],
  span: Span,
  grid: Grid,
): Promise<Found[]> {
  const inCell = sql`select ${columns} from events e where e.listed and e.lat is not null
    and map_cell(e.lat, e.lon) >= cells.first and map_cell(e.lat, e.lon) < cells.next ${past(span)} ${category}`
  const matching =
    holds.length === 0
      ? sql`${inCell} limit ${largestCount}`
      : sql`select ${columns} from (select e.* from events e where e.listed and e.lat is not null
          and map_cell(e.lat, e.lon) >= cells.first and map_cell(e.lat, e.lon) < cells.next ${past(span)} ${category}
          limit ${lookedAt}) as e where ${sql.join(holds, sql` and `)} limit ${largestCount}`
  const { rows } = await sql<Found>`
    select ${named} from (${cellsOf(grid)}) as cells
    cross join lateral (select ${summed} from (${matching}) as few having count(*) > 0) as found`.execute(db)
  return rows
}

function cellsOf({ cells }: Grid) {
  return sql`select * from unnest(${cells.map(({ from }) => String(from))}::bigint[],
    ${cells.map(({ to }) => String(to))}::bigint[]) as cell(first, next)`
}

/** The condition on the dates stored in the event's own row. */
function past(span: Span) {
  if (span.kind === "next") return sql`and e.last_until > ${span.since}`
  return span.kind === "over" ? sql`and e.last_until <= ${span.now}` : sql``
}

/** The conditions on the event's dates. */
function dated(span: Span): RawBuilder<unknown>[] {
  if (span.kind === "over") {
    const { from, to } = span
    return [
      ...(from ? [sql`e.last_until >= ${from} and e.last_start >= ${from}`] : []),
      ...(to ? [sql`e.last_start < ${to}`] : []),
    ]
  }
  if (!span.to) return []
  const next = span.kind === "next" ? sql`until_at > ${span.since} and next_from <= ${span.since}` : sql`true`
  return [sql`exists (select from occurrences where event_id = e.id and ${next} and starts_at < ${span.to})`]
}

/** A single event on the map: its title and date. */
export type MarkedEvent = { id: number; title: Record<string, string>; language: string; start: string | null }

/**
 * Returns titles and next dates of single events.
 * @param withDrafts the ids were found among the events that the reader manages
 */
export async function markedEvents(
  db: Db,
  ids: number[],
  now: Date,
  withDrafts = false,
): Promise<Map<number, MarkedEvent>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Omit<MarkedEvent, "start"> & { timezone: string; starts_at: Date | null }>`
    select e.id, e.title, e.language, e.timezone, coalesce(
      (select starts_at from occurrences where event_id = e.id and until_at > ${now} and next_from < 'infinity' order by starts_at limit 1),
      e.last_start) as starts_at
    from events e where e.id = any(${ids}::bigint[]) ${withDrafts ? sql`` : sql`and e.listed`}`.execute(db)
  return new Map(
    rows.map(({ timezone, starts_at, ...row }) => [row.id, { ...row, start: starts_at && isoAt(starts_at, timezone) }]),
  )
}
