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
    select distinct on (asked.at) asked.at, actors.id
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
      as asked(at int, name text, locality text, lat double precision, lon double precision)
    join actors on plain(actors.name) = plain(asked.name) and actors.type = 'place' and actors.status = 'published'
    join locations on locations.id = actors.location_id
    where plain(locations.locality) = plain(asked.locality)
      or earth_distance(ll_to_earth(locations.lat, locations.lon), ll_to_earth(asked.lat, asked.lon)) <= 150
    order by asked.at, actors.id
  `.execute(db)
  const places = new Map(found.rows.map(({ at, id }) => [at, id]))
  return locations.map((_, at) => places.get(at))
}
