import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import type { LocationDraft } from "#features/places/location-draft.ts"

/** The published place of each location: the same plain name, and the same locality or less than 150 m away. */
export async function matchPlaces(db: Db, locations: (LocationDraft | null)[]): Promise<(number | undefined)[]> {
  const asked = locations.flatMap((location, at) =>
    location?.name
      ? [{ at, name: location.name, locality: location.locality, lat: location.lat, lon: location.lon }]
      : [],
  )
  if (asked.length === 0) return locations.map(() => undefined)
  const found = await sql<{ at: number; id: number }>`
    select distinct on (asked.at) asked.at, called.id
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
      as asked(at int, name text, locality text, lat double precision, lon double precision)
    -- By the index of names, however many pages there are: the planner, who expects few, would read them all.
    cross join lateral (select id, type, status, location_id from actors where plain(name) = plain(asked.name) offset 0) as called
    join locations on locations.id = called.location_id
    where called.type = 'place' and called.status = 'published' and (plain(locations.locality) = plain(asked.locality)
      or earth_distance(ll_to_earth(locations.lat, locations.lon), ll_to_earth(asked.lat, asked.lon)) <= 150)
    order by asked.at, called.id
  `.execute(db)
  const places = new Map(found.rows.map(({ at, id }) => [at, id]))
  return locations.map((_, at) => places.get(at))
}
