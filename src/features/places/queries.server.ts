import { sql } from "kysely"
import { wordsOf } from "#db/search-terms.ts"
import type { Db } from "#db/connection.ts"
import type { Viewer } from "#features/accounts/viewer.ts"

export type NamedPlace = { name: string; country: string | null; lat: number; lon: number }

/**
 * Towns the network knows whose name begins with `text`, accents and case aside, by name: those where a published page
 * or event is. Each stands at the middle of its known points.
 */
export async function findTowns(db: Db, _viewer: Viewer, text: string, limit: number): Promise<NamedPlace[]> {
  const begun = wordsOf(text).join(" ")
  if (!begun) return []
  const { rows } = await sql<NamedPlace>`
    select mode() within group (order by locality) as name, country, avg(lat) as lat, avg(lon) as lon
    from locations l
    where locality is not null and lat is not null
      and regexp_replace(plain(locality), '[^[:alnum:]]+', ' ', 'g') ^@ ${begun}
      and (exists (select from actors where location_id = l.id and status = 'published')
        or exists (select from events where location_id = l.id and listed))
    group by plain(locality), country
    order by plain(locality), country
    limit ${limit}`.execute(db)
  return rows
}
