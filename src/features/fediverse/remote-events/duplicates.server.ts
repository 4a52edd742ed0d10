import { sql } from "kysely"
import type { Config } from "#config/config.ts"
import type { Db } from "#db/connection.ts"
import { localObjectOf } from "../vocabulary/addresses.ts"

/** Metres within which two positions are one place: servers locate a venue by its street, its house or its town. */
const nearby = 1000

/** SQL of a title without case, accents and signs: « Nuit ! » becomes « nuit ». */
const bare = (title: string) => sql`regexp_replace(plain(${sql.ref(title)}), '[^[:alnum:]]+', '', 'g')`

/**
 * Finds the events here that are the same as these remote events: one of ours that came back, one imported from the same
 * source, or one with the same title that begins at the same moment in the same place.
 */
export async function findDuplicates(tx: Db, { publicUrl }: Pick<Config, "publicUrl">, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  const { rows } = await sql<{ event_id: number; uri: string; url: string }>`
    select event_id, uri, url from fediverse_events where event_id = any(${ids}::bigint[])`.execute(tx)
  const ours = rows.flatMap(({ event_id, uri, url }) => {
    const named = [uri, url].map((address) => localObjectOf(publicUrl, address)).find((one) => one?.kind === "event")
    return named?.kind === "event" ? [{ event_id, same: named.id }] : []
  })
  // A degree of latitude is 111 km; the bounding box is narrowed to the circle below.
  const high = (nearby / 111_000) * 1.1
  await sql`
    with asked as (select h.event_id, h.uri, h.url, ours.same from fediverse_events h
      left join jsonb_to_recordset(${JSON.stringify(ours)}::jsonb) as ours(event_id bigint, same bigint)
        on ours.event_id = h.event_id
      where h.event_id = any(${ids}::bigint[])),
    found as (select asked.event_id, coalesce(
      (select e.id from events e where e.id = asked.same and e.workflow <> 'remote'),
      (select s.event_id from event_sources s where s.url in (asked.url, asked.uri) order by s.event_id limit 1),
      (select s.event_id from event_sources s
        where s.external_id in (asked.uri, asked.url, substring(asked.uri from '([0-9a-f-]{36})/?$'))
        order by s.event_id limit 1),
      (select e.id from events mine
        join lateral (select min(starts_at) as starts_at from occurrences where event_id = mine.id) as first on true
        join occurrences o on o.listed and o.starts_at = first.starts_at
        join events e on e.id = o.event_id
        left join actors house on house.id = e.place_id
        left join locations spot on spot.id = coalesce(e.location_id, house.location_id)
        left join locations there on there.id = mine.location_id
        where mine.id = asked.event_id and e.id <> mine.id
          and exists (select from jsonb_each_text(e.title) one, jsonb_each_text(mine.title) other
            where ${bare("one.value")} = ${bare("other.value")})
          and case when e.lat is not null and mine.lat is not null
            then e.lat between mine.lat - ${high}::float8 and mine.lat + ${high}::float8
              and earth_distance(point_on_earth(e.lat, e.lon), point_on_earth(mine.lat, mine.lon)) <= ${nearby}
            else plain(coalesce(there.name, there.locality)) in (plain(house.name), plain(spot.name), plain(spot.locality))
              or (e.mode = 'online' and mine.mode = 'online' and e.online_url = mine.online_url) end
        order by e.id limit 1)) as same from asked)
    update fediverse_events h set same_as = found.same from found
    where h.event_id = found.event_id and h.same_as is distinct from found.same`.execute(tx)
}
