import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import type { EventDraft } from "#features/events/draft.ts"
import type { LocationDraft } from "#features/places/location-draft.ts"

type Where = { mode?: EventDraft["mode"]; location?: LocationDraft | null }

/**
 * Finds the published place of each event: same plain name, and same locality or less than 150 m away. For a place that imports
 * its own events (`host`), it is that place where the event names it without contradiction, or names no place.
 */
export async function matchPlaces(db: Db, events: Where[], host?: { id: number }): Promise<(number | undefined)[]> {
  const said = events.map(({ location }, at) => {
    const { name, locality, lat, lon } = location ?? {}
    return { at, name, locality, lat, lon }
  })
  const named = said.filter(({ name }) => name)
  const places = new Map<number, number>()
  if (named.length > 0) {
    const found = await sql<{ at: number; id: number }>`
    select distinct on (asked.at) asked.at, called.id
    from ${recordsOf(named)}
    -- By the index of names, however many pages there are: the planner, who expects few, would read them all.
    cross join lateral (select id, type, status, location_id from actors where plain(name) = plain(asked.name) offset 0) as called
    join locations on locations.id = called.location_id
    where called.type = 'place' and called.status = 'published' and (plain(locations.locality) = plain(asked.locality)
      or earth_distance(point_on_earth(locations.lat, locations.lon), point_on_earth(asked.lat, asked.lon)) <= 150)
    order by asked.at, called.id
  `.execute(db)
    for (const { at, id } of found.rows) places.set(at, id)
  }
  const atHome = said.filter(({ at, name }) => name || (!events[at]?.location && events[at]?.mode !== "online"))
  if (host && atHome.length > 0) {
    const { rows } = await sql<{ at: number }>`
      select asked.at from ${recordsOf(atHome)}
      join actors on actors.id = ${host.id} left join locations spot on spot.id = actors.location_id
      where type = 'place' and status = 'published' and (asked.name is null or plain(asked.name) = plain(actors.name))
        and coalesce(plain(asked.locality) = plain(spot.locality), true)
        and coalesce(earth_distance(point_on_earth(spot.lat, spot.lon), point_on_earth(asked.lat, asked.lon)) <= 150, true)
    `.execute(db)
    for (const { at } of rows) places.set(at, host.id)
  }
  return events.map((_, at) => places.get(at))
}

function recordsOf(said: object[]) {
  return sql`jsonb_to_recordset(${JSON.stringify(said)}::jsonb)
    as asked(at int, name text, locality text, lat double precision, lon double precision)`
}
