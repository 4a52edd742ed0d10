import { type RawBuilder, sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { searchWords } from "#db/search-terms.ts"
import { dateAt } from "#lib/time.ts"
import { mostDates } from "../issues/content.ts"
import type { Filters } from "../newsletter.ts"

/** SQL of the pages (actor_id) a user follows that their newsletter covers; the only place where this is decided. */
export function coveredFollows(userId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select actor_id from follows where user_id = ${userId} and notify <> 'agenda'`
}

/** What an issue covers: the filters of a newsletter, or with `isEverything` the whole agenda. */
export type IssueFilters = Filters & { isEverything?: boolean }

/** Most dates that are read; of an agenda with more in these days, the first ones are shown. */
const mostLooked = 400

/** The dates of an issue: each event at its first date, as far as there is room. */
export type ChosenDates = { dates: [event: number, date: number][]; more: number; busy: string[] }

type Row = { event_id: number; occurrence_id: number; starts_at: Date; timezone: string }

/** Chooses the public dates between two moments that match a selection, in chronological order. */
export async function chooseDates(db: Db, wish: IssueFilters, from: Date, to: Date): Promise<ChosenDates> {
  const query = await datesQuery(db, wish, from, to)
  if (!query) return { dates: [], more: 0, busy: [] }
  const { rows } = await query.execute(db)
  const dates = new Map<number, number>()
  const busy = new Set<string>()
  let more = 0
  for (const { event_id, occurrence_id, starts_at, timezone } of rows) {
    busy.add(dateAt(starts_at, timezone))
    if (dates.has(event_id)) continue
    if (dates.size < mostDates) dates.set(event_id, occurrence_id)
    else more++
  }
  return { dates: [...dates], more, busy: [...busy] }
}

async function datesQuery(db: Db, wish: IssueFilters, from: Date, to: Date) {
  const { actors = [], lists = [], places = [], categories = [], q } = wish
  const words = q ? await searchWords(db, q) : []
  if (words === undefined) return undefined
  const isNamed = actors.length + lists.length > 0
  if (!isNamed && places.length === 0 && !wish.isEverything) return undefined
  const all = sql`o.listed and o.status <> 'cancelled' and e.status not in ('cancelled', 'postponed')
    and o.starts_at >= ${from} and o.starts_at < ${to}
    ${categories.length > 0 ? sql`and o.category = any(${categories}::text[])` : sql``}
    ${words.length > 0 ? sql`and e.search @@ (select to_tsquery('simple', ${words.join(" & ")}))` : sql``}`
  const columns = sql`o.event_id, o.id as occurrence_id, o.starts_at, e.timezone`
  const arms = [
    ...(isNamed
      ? [
          sql`select ${columns} from (
          select id from events where place_id in (select id from pages)
          union select event_id from event_organizers where status = 'accepted' and actor_id in (select id from pages)
          union select event_id from event_lineup where actor_id in (select id from pages)
          union select event_id from agenda_entries n join agendas g on g.id = n.agenda_id and g.is_published
            where n.agenda_id = any(${lists}::bigint[]) and event_id is not null) as found
        join events e on e.id = found.id join occurrences o on o.event_id = e.id
        where ${all} and e.last_until > ${from}`,
        ]
      : []),
    ...(places.length > 0
      ? [
          sql`select ${columns} from occurrences o join events e on e.id = o.event_id
        where ${all} and (${sql.join(places.map(isAround), sql` or `)})`,
        ]
      : []),
    ...(!isNamed && places.length === 0
      ? [sql`select ${columns} from occurrences o join events e on e.id = o.event_id where ${all}`]
      : []),
  ].map((arm) => sql`(${arm} order by o.starts_at, o.event_id limit ${mostLooked})`)
  return sql<Row>`
    with pages as materialized (
      select unnest(${actors}::bigint[]) as id
      union select n.actor_id from agenda_entries n join agendas g on g.id = n.agenda_id and g.is_published
        where n.agenda_id = any(${lists}::bigint[]) and n.actor_id is not null)
    select distinct event_id, occurrence_id, starts_at, timezone from (${sql.join(arms, sql` union all `)}) as dates
    order by starts_at, event_id limit ${mostLooked}`
}

/** Condition: an event lies within a circle. A bounding box uses the index, then the distance is exact (haversine). */
function isAround({ lat, lon, radius }: { lat: number; lon: number; radius: number }) {
  const high = (radius / 6371) * (180 / Math.PI)
  const wide = Math.min(180, high / Math.max(0.01, Math.cos((lat * Math.PI) / 180)))
  return sql`(e.lat between ${lat - high}::float8 and ${lat + high}::float8
    and abs(mod((e.lon - ${lon} + 540)::numeric, 360) - 180) <= ${wide}::float8 + 0.001
    and 12742 * asin(least(1, sqrt(power(sin(radians(e.lat - ${lat}::float8) / 2), 2)
      + cos(radians(${lat}::float8)) * cos(radians(e.lat)) * power(sin(radians(e.lon - ${lon}::float8) / 2), 2)))) <= ${radius}::float8)`
}
