import { type RawBuilder, sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { dateAt } from "#lib/time.ts"
import type { HeldActor } from "../access/queries.server.ts"
import { sideOf } from "../openings/opening.ts"
import {
  angleBetween,
  daysOf,
  globeAt,
  isPublicOpening,
  coordinatesOf,
  openingColumns,
  openingFrom,
  type OpeningRow,
  rounded,
  spotOf,
} from "../openings/queries.server.ts"
import type { Site } from "../queries.server.ts"
import type { TourQuery } from "./inputs.ts"
import { mostStops, type Tour } from "./tour.ts"
import { circlesAlong, earthRadius, type Leg, legsOf, lengthOf } from "./way.ts"

type Days = { from: string; to: string }[]

/**
 * Plans a tour: matches the free days of a page with the openings of the other side along a way, sorted by the first day on which
 * both are free, then along the way. The page is free on the days of its own openings, or every day when it has none, less the
 * days of its engagements.
 */
export async function planTour(db: Db, page: HeldActor, asked: TourQuery, site: Site): Promise<Tour> {
  const legs = legsOf(asked.way)
  const today = dateAt(new Date(), site.timezone)
  const period = { from: asked.from < today ? today : asked.from, to: asked.to }
  const length = rounded(lengthOf(legs))
  if (period.to < period.from) return { length, free: [], is_stated: false, stops: [], total: 0 }
  const { free, days, is_stated, categories } = await freeDays(db, page.id, period)
  const { stops, total } = await stopsAlong(db, page, { ...asked, legs, free, categories }, site)
  return { length, free: days, is_stated, stops, total }
}

/** Writes ranges as lists of first and last days; the upper bound of a PostgreSQL range is exclusive. */
const listOfDays = (ranges: RawBuilder<unknown>) =>
  sql`coalesce((select json_agg(json_build_object('from', lower(r)::text, 'to', (upper(r) - 1)::text) order by r)
    from unnest(${ranges}) as r), '[]')`

async function freeDays(db: Db, actorId: number, { from, to }: { from: string; to: string }) {
  const asked = sql`daterange(${from}::date, ${to}::date, '[]')`
  const { rows } = await sql<{ free: string; days: Days; is_stated: boolean; categories: string[] }>`
    with own as (
      select range_agg(${daysOf("own")}) as days, bool_or(own.categories = '{}') as is_any
      from openings own where own.actor_id = ${actorId} and own.until_at > now() and ${daysOf("own")} && ${asked}),
    mine as (
      select event_id from event_lineup where actor_id = ${actorId} and confirmed
      union select event_id from event_organizers where actor_id = ${actorId} and status = 'accepted'),
    engaged as (
      select range_agg(daterange(first_day, case when last_day - first_day > 3 then first_day else last_day end, '[]')) as days
      from (
        select (o.starts_at at time zone e.timezone)::date as first_day,
          -- What goes on past midnight is of the evening before.
          greatest((o.starts_at at time zone e.timezone)::date,
            ((coalesce(o.ends_at, o.starts_at) - interval '6 hours') at time zone e.timezone)::date) as last_day
        from mine join events e on e.id = mine.event_id join occurrences o on o.event_id = e.id
        where e.deleted_at is null and (e.listed or e.workflow = 'scheduled') and e.status not in ('cancelled', 'postponed')
          and o.status <> 'cancelled'
          and o.starts_at < (${to}::date + 2)::timestamptz and o.until_at > (${from}::date - 2)::timestamptz) as dates),
    free as (
      select (coalesce(own.days, '{}') * datemultirange(${asked})
          + case when own.days is null then datemultirange(${asked}) else '{}' end)
        - coalesce(engaged.days, '{}') as days, own.days is not null as is_stated, coalesce(own.is_any, true) as is_any
      from own, engaged)
    select free.days::text as free, ${listOfDays(sql`free.days`)} as days, free.is_stated,
      case when free.is_any then '{}' else array(select distinct unnest(own.categories) from openings own
        where own.actor_id = ${actorId} and own.until_at > now() and ${daysOf("own")} && ${asked}) end as categories
    from free`.execute(db)
  return rows[0] as (typeof rows)[number]
}

type Asked = { legs: Leg[]; within: number; free: string; categories: string[] }
type StopRow = OpeningRow & { days: Days; away: number; along: number; leg: number; total: number }

async function stopsAlong(
  db: Db,
  page: HeldActor,
  { legs, within, free, categories }: Asked,
  site: Site,
): Promise<Pick<Tour, "stops" | "total">> {
  const { points, radius } = circlesAlong(legs, within)
  const circles = sql.join(
    points.map((point) => sql`earth_box(${globeAt(point)}, ${radius * 1010})`),
    sql`, `,
  )
  const { rows } = await sql<StopRow>`
    with near as (
      select distinct o.id from unnest(array[${circles}]) as circle
      join openings o on circle @> ${spotOf("o")} and ${daysOf("o")} && range_merge(${free}::datemultirange) and o.is_public),
    legs as (select * from jsonb_to_recordset(${JSON.stringify(legs.map(legRow))}::jsonb)
      as leg(leg int, lat float8, lon float8, to_lat float8, to_lon float8, bearing float8, length float8, before float8)),
    found as (
      select o.id, spot.away, spot.along, spot.leg,
        datemultirange(${daysOf("o")}) * ${free}::datemultirange as common
      from near join openings o on o.id = near.id join actors a on a.id = o.actor_id
      cross join lateral (${nearestLeg}) as spot
      where ${isPublicOpening} and o.side <> ${sideOf(page.type)} and o.actor_id <> ${page.id} and spot.away <= ${within}::float8
        and ${daysOf("o")} && ${free}::datemultirange
        and (${categories}::text[] = '{}' or o.categories = '{}' or o.categories && ${categories}::text[])),
    -- Of those that are answered alone everything is read.
    first as (
      select found.*, count(*) over ()::int as total from found order by lower(common), along, away, id limit ${mostStops})
    select ${openingColumns}, first.away, first.along, first.leg, first.total, ${listOfDays(sql`first.common`)} as days
    from first join openings o on o.id = first.id join actors a on a.id = o.actor_id
    order by lower(first.common), first.along, first.away, o.id`.execute(db)
  const stops = rows.map(({ days, away, along, leg, total: _total, ...opening }) => ({
    opening: openingFrom(opening, site),
    days,
    distance: rounded(away),
    along: rounded(along),
    leg,
  }))
  return { stops, total: rows[0]?.total ?? 0 }
}

function legRow({ from, to, bearing, length, before }: Leg, leg: number) {
  return { leg, ...from, to_lat: to.lat, to_lon: to.lon, bearing, length, before }
}

/**
 * Finds the leg nearest to an opening `o`, the distance to it and the position along the way. Beside the leg the distance is the
 * cross-track angle (sin a = sin d · sin t, in a right-angled spherical triangle); beyond its ends it is the distance to the
 * town.
 */
const nearestLeg = sql`
  select leg, ${earthRadius} * (case when gone between 0 and length then abs(asin(greatest(-1, least(1, sin(apart) * sin(turn)))))
      else least(apart, apart_end) end) as away,
    before + ${earthRadius} * (case when gone between 0 and length then gone when apart <= apart_end then 0 else length end) as along
  from (
    select *, atan2(sin(apart) * cos(turn), cos(apart)) as gone
    from (
      select legs.*, ${angleBetween(coordinatesOf("legs"), coordinatesOf("o"))} as apart,
        ${angleBetween({ lat: sql`legs.to_lat`, lon: sql`legs.to_lon` }, coordinatesOf("o"))} as apart_end,
        atan2(sin(radians(o.lon - legs.lon)) * cos(radians(o.lat)), cos(radians(legs.lat)) * sin(radians(o.lat))
          - sin(radians(legs.lat)) * cos(radians(o.lat)) * cos(radians(o.lon - legs.lon))) - legs.bearing as turn
      from legs) as turned) as measured
  order by away, leg limit 1`
