import { type RawBuilder, sql } from "kysely"
import type { Db } from "#db/connection.ts"
import type { AccessFeature } from "#features/places/access.ts"
import type { Language } from "#i18n/languages.ts"
import { dateAt, instantOf } from "#lib/time.ts"
import type { Category } from "./categories.ts"
import { type SearchTerms, searchTerms } from "#db/search-terms.ts"

/** Which events are asked for. Everything is optional and combines with "and". */
export type EventFilters = {
  filter?: "future" | "past" | "all"
  q?: string
  /** Instants or dates; a date means the whole day in the zone of the instance. */
  from?: string
  to?: string
  category?: Category[]
  tag?: string
  near?: { lat: number; lon: number }
  /** Kilometres around `near`; 25 when absent. */
  radius?: number
  /** west, south, east, north in degrees */
  bbox?: [number, number, number, number]
  /** fid of a place, organizer or performer */
  actor?: string
  /** Children of this festival. */
  parent?: number
  lang?: Language
  free?: boolean
  access?: AccessFeature[]
}

/** One line of a list: an event, and the date it stands there for. */
export type Selected = { event_id: number; occurrence_id: number; distance: number | null }

type Moment = { now: Date; timezone: string }

/**
 * The events of a list in the order of their dates, each once, at its next date from `from` (or now) on: the dates
 * running then come first, as they began first. `past` is by the last date, newest first; `all` by the first date.
 */
export async function selectEvents(db: Db, filters: EventFilters, moment: Moment, page: { start: number; limit: number }) {
  const plan = await planOf(db, filters, moment)
  if (!plan) return []
  const { rows } = await sql<Selected>`
    select * from (${plan.rows(page.start + page.limit)}) as selected
    order by ${plan.order} limit ${page.limit} offset ${page.start}`.execute(db)
  return rows
}

/** How many there are, counted up to `most`. */
export async function countEvents(db: Db, filters: EventFilters, moment: Moment, most: number) {
  const plan = await planOf(db, filters, moment)
  if (!plan) return 0
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select from (${plan.rows(most)}) as selected limit ${most}) as counted`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

async function planOf(db: Db, filters: EventFilters, { now, timezone }: Moment) {
  const terms = filters.q ? await searchTerms(db, filters.q) : undefined
  if (filters.q && !terms) return undefined // nothing but punctuation: nothing is called that
  const { from, to } = bounds(filters, timezone)
  const { matches, joins, distance } = conditions(filters, terms)
  const columns = sql`o.event_id, o.id as occurrence_id, o.starts_at, o.until_at, ${distance} as distance`
  // The planner would gather every match of a common word first; hidden from it, the condition is checked by date.
  const source = sql`from occurrences o join events e on e.id = o.event_id ${joins} where o.listed ${matches}`
  const before = to ? sql`and o.starts_at < ${to}` : sql``
  const kind = filters.filter ?? "future"

  if (kind === "future") {
    const since = from && from > now ? from : (from ?? now)
    return {
      order: sql`starts_at, event_id`,
      rows: (most: number): RawBuilder<unknown> => sql`
        (select ${columns} ${source} and tstzrange(o.starts_at, o.until_at) @> ${since}::timestamptz
           and o.starts_at < ${since} and o.next_from <= ${since} ${before}
         order by o.starts_at, o.event_id limit ${most})
        union all
        (select ${columns} ${source} and o.starts_at >= ${since} and o.next_from <= ${since} ${before}
         order by o.starts_at, o.event_id limit ${most})`,
    }
  }
  if (kind === "past") {
    const after = from ? sql`and o.starts_at >= ${from}` : sql``
    return {
      order: sql`until_at desc, event_id desc`,
      rows: (most: number) => sql`
        (select ${columns} ${source} and o.until_at <= ${now} ${after} ${before}
           and not exists (select from occurrences later where later.event_id = o.event_id and later.starts_at > o.starts_at)
         order by o.until_at desc, o.event_id desc limit ${most})`,
    }
  }
  const after = from ? sql`and o.until_at > ${from} and o.next_from <= ${from}` : sql`and o.next_from = '-infinity'`
  return {
    order: sql`starts_at, event_id`,
    rows: (most: number) => sql`
      (select ${columns} ${source} ${after} ${before} order by o.starts_at, o.event_id limit ${most})`,
  }
}

function bounds(filters: EventFilters, timezone: string) {
  const instant = (text: string | undefined, dayAfter: boolean) => {
    if (!text) return undefined
    if (text.length > 10) return new Date(text)
    const day = instantOf(text, timezone)
    return dayAfter ? instantOf(dateAt(new Date(day.getTime() + 30 * 3_600_000), timezone), timezone) : day
  }
  return { from: instant(filters.from, false), to: instant(filters.to, true) }
}

function conditions(filters: EventFilters, terms: SearchTerms | undefined) {
  const all: RawBuilder<unknown>[] = []
  if (filters.category) {
    all.push(
      filters.category.length === 1
        ? sql`o.category = ${filters.category[0]}`
        : sql`o.category = any(${filters.category}::text[])`,
    )
  }
  if (filters.tag) all.push(sql`e.tags @> array[${filters.tag.toLowerCase()}]::text[]`)
  if (filters.free) all.push(sql`e.is_free`)
  if (filters.parent) all.push(sql`e.parent_id = ${filters.parent}`)
  if (filters.lang) {
    all.push(sql`(e.languages @> array[${filters.lang}]::text[] or (e.languages = '{}' and e.language = ${filters.lang}))`)
  }
  for (const feature of filters.access ?? []) {
    all.push(sql`coalesce(e.access ->> ${feature}, place.access ->> ${feature}) = 'yes'`)
  }
  if (filters.actor) {
    all.push(sql`o.event_id in (
      select id from events where place_id = (select id from actors where fid = ${filters.actor})
      union select event_id from event_organizers
        where status = 'accepted' and actor_id = (select id from actors where fid = ${filters.actor})
      union select event_id from event_lineup where actor_id = (select id from actors where fid = ${filters.actor}))`)
  }
  if (filters.bbox) {
    const [west, south, east, north] = filters.bbox
    all.push(sql`coalesce(own.lat, there.lat) between ${south} and ${north}`)
    all.push(
      west <= east
        ? sql`coalesce(own.lon, there.lon) between ${west} and ${east}`
        : sql`(coalesce(own.lon, there.lon) >= ${west} or coalesce(own.lon, there.lon) <= ${east})`,
    )
  }
  if (filters.near) {
    const center = sql`ll_to_earth(${filters.near.lat}, ${filters.near.lon})`
    const meters = (filters.radius ?? 25) * 1000
    const around = sql`select id from locations where lat is not null
      and earth_box(${center}, ${meters}) @> ll_to_earth(lat, lon) and earth_distance(${center}, ll_to_earth(lat, lon)) <= ${meters}`
    all.push(sql`o.event_id in (
      select id from events where location_id in (${around})
      union select id from events where location_id is null
        and place_id in (select id from actors where location_id in (${around})))`)
  }
  if (terms) {
    const query = sql`to_tsquery('simple', ${terms.query})`
    // `+ 0`-style opacity: through coalesce the index cannot serve, so a common word is checked while walking by date.
    all.push(terms.isCommon ? sql`coalesce(e.search, '') @@ ${query}` : sql`e.search @@ ${query}`)
  }

  const needsPlace = filters.access || filters.bbox || filters.near
  const needsPoint = filters.bbox || filters.near
  return {
    matches: all.length > 0 ? sql`and ${sql.join(all, sql` and `)}` : sql``,
    joins: sql`${needsPlace ? sql`left join actors place on place.id = e.place_id` : sql``} ${
      needsPoint
        ? sql`left join locations own on own.id = e.location_id left join locations there on there.id = place.location_id`
        : sql``
    }`,
    distance: filters.near
      ? sql`earth_distance(ll_to_earth(${filters.near.lat}, ${filters.near.lon}),
          ll_to_earth(coalesce(own.lat, there.lat), coalesce(own.lon, there.lon))) / 1000`
      : sql`null::float8`,
  }
}
