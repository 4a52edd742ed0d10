import tzlookup from "@photostructure/tz-lookup"
import { sql } from "kysely"
import { wordsOf } from "#db/search-terms.ts"
import type { Db } from "#db/connection.ts"
import type { Viewer } from "#features/accounts/viewer.ts"
import { isTimezone } from "#lib/time.ts"
import type { LocationDraft } from "./location-draft.ts"

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

/** The IANA time zone of a place: of its point, else of a country that has only one; undefined when neither tells. */
export function timezoneOf({ lat, lon, country }: Pick<LocationDraft, "lat" | "lon" | "country">): string | undefined {
  if (typeof lat === "number" && typeof lon === "number") return ofPoint(lat, lon)
  const zones = country && /^[A-Z]{2}$/.test(country) ? zonesOf(country) : []
  return zones.length === 1 ? zones[0] : undefined
}

function ofPoint(lat: number, lon: number) {
  if (Math.abs(lat) > 90 || Math.abs(lon) > 180) return undefined
  const zone = tzlookup(lat, lon)
  return isTimezone(zone) ? zone : undefined
}

/** The zones people in a country live by (Unicode CLDR, which comes with the runtime). */
function zonesOf(country: string): string[] {
  const locale = new Intl.Locale(`und-${country}`) as Intl.Locale & { getTimeZones?(): string[]; timeZones?: string[] }
  return locale.getTimeZones?.() ?? locale.timeZones ?? []
}
