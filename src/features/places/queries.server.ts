import tzlookup from "@photostructure/tz-lookup"
import { sql } from "kysely"
import { wordsOf } from "#db/search-terms.ts"
import type { Db } from "#db/connection.ts"
import type { Viewer } from "#features/accounts/viewer.ts"
import type { Language } from "#i18n/languages.ts"
import { isTimezone } from "#lib/time.ts"
import { searchGazetteer } from "./gazetteer/queries.server.ts"
import type { LocationDraft } from "./location-draft.ts"
import type { FoundPlace } from "./place.ts"

/**
 * Finds places by typed text: those of the gazetteer in its order (`searchGazetteer`), then towns that only published pages and
 * events name and whose name begins with the text, by name; such a town stands at the middle of its known points.
 */
export async function findPlaces(
  db: Db,
  _viewer: Viewer,
  text: string,
  asked: { language: Language; limit: number; country?: string | undefined },
): Promise<FoundPlace[]> {
  const found = await searchGazetteer(db, text, asked)
  if (found.length >= asked.limit) return found
  const named = await townsNamed(db, text, asked)
  const isThere = (town: FoundPlace) =>
    found.some(
      (one) => (one.country ?? town.country) === (town.country ?? one.country) && distance(one, town) < sameWithin,
    )
  return [...found, ...named.filter((town) => !isThere(town))].slice(0, asked.limit)
}

/** Degrees within which a town named by pages counts as the gazetteer's town of that name. */
const sameWithin = 0.15

const distance = (a: { lat: number; lon: number }, b: { lat: number; lon: number }) =>
  Math.hypot(a.lat - b.lat, a.lon - b.lon)

async function townsNamed(
  db: Db,
  text: string,
  { limit, country }: { limit: number; country?: string | undefined },
): Promise<FoundPlace[]> {
  const begun = wordsOf(text).join(" ")
  if (!begun) return []
  // Limits the locations read, because a town of a thousand locations becomes one line.
  const { rows } = await sql<Pick<FoundPlace, "name" | "country" | "lat" | "lon"> & { is_whole: boolean }>`
    select mode() within group (order by locality) as name, country, place_key(locality) = ${begun} as is_whole, avg(lat) as lat, avg(lon) as lon
    from (select * from locations where locality is not null and lat is not null
        and place_key(locality) collate "C" >= ${begun} and place_key(locality) collate "C" < ${begun + lastCharacter}
        ${country ? sql`and country = ${country}` : sql``}
      order by place_key(locality) collate "C", country limit ${mostLooked}) as l
    where exists (select from actors where location_id = l.id and status = 'published')
      or exists (select from events where location_id = l.id and listed)
    group by place_key(locality), country
    order by place_key(locality), country
    limit ${limit}`.execute(db)
  return rows.map(({ is_whole, ...row }) => ({
    ...row,
    kind: "town",
    match: is_whole ? "name" : "beginning",
    postal_code: null,
    region: null,
  }))
}

const mostLooked = 2000
const lastCharacter = "\u{10FFFF}"

/**
 * Returns the IANA time zone of a place: that of its point, else that of a country with only one; undefined when neither tells.
 */
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

/** Returns the time zones in use in a country (Unicode CLDR, which comes with the runtime). */
function zonesOf(country: string): string[] {
  const locale = new Intl.Locale(`und-${country}`) as Intl.Locale & { getTimeZones?(): string[]; timeZones?: string[] }
  return locale.getTimeZones?.() ?? locale.timeZones ?? []
}
