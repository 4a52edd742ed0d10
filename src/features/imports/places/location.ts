import { type InterpretedPoint, interpretCoordinates } from "#features/places/coordinates/interpret-coordinates.ts"
import type { LocationDraft } from "#features/places/location-draft.ts"
import { countryOf, countryNamed, regionOf } from "./region-names.ts"
import { lineOf, textOf } from "../reading/text.ts"

/** A pair of numbers for a point: degrees, or what `interpretCoordinates` makes of them once the country is known. */
export type RawPoint = { lat: number; lon: number }

/** A location with the doubts about its point, which the import resolves (`points.server.ts`). */
export type ImportedLocation = LocationDraft & {
  /** What its coordinates were taken for, because they were not given as degrees of latitude and longitude. */
  takenFor?: InterpretedPoint["takenFor"]
  /** The coordinates that could not be interpreted. */
  unclear?: string
}

/** Reads a pair of coordinates, decimal commas included; undefined when they are not a pair of numbers. */
export function coordinatesOf(lat: unknown, lon: unknown): RawPoint | undefined {
  const [north, east] = [degrees(lat), degrees(lon)]
  return north === undefined || east === undefined ? undefined : { lat: north, lon: east }
}

/** Whether these are the degrees of a point on earth. */
export function isPoint(lat: unknown, lon: unknown): boolean {
  const said = coordinatesOf(lat, lon)
  return said !== undefined && interpretCoordinates(said.lat, said.lon, undefined) !== undefined
}

/** Reads coordinates from one cell: "48.85, 2.35". */
export function coordinatesIn(value: unknown): RawPoint | undefined {
  const match = /^\s*(-?\d+(?:[.,]\d+)?)\s*[,; ]\s*(-?\d+(?:[.,]\d+)?)\s*$/.exec(textOf(value) ?? "")
  return match ? coordinatesOf(match[1], match[2]) : undefined
}

function degrees(value: unknown): number | undefined {
  const text = textOf(value)?.replace(",", ".")
  if (!text || !/^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text)) return undefined
  return Number(text)
}

const zones: Record<string, string> = {
  FR: "Europe/Paris",
  BE: "Europe/Brussels",
  NL: "Europe/Amsterdam",
  LU: "Europe/Luxembourg",
  CH: "Europe/Zurich",
  DE: "Europe/Berlin",
  GB: "Europe/London",
  IT: "Europe/Rome",
  ES: "Europe/Madrid",
  LB: "Asia/Beirut",
  VN: "Asia/Ho_Chi_Minh",
}

/** Returns the time zone of a country that has (nearly) only one. */
export function zoneOfCountry(country: string | null | undefined): string | undefined {
  return country ? zones[country] : undefined
}

/** Builds a location from the parts that foreign data names; undefined when all are empty. */
export function locationOf(parts: {
  name?: unknown
  street?: unknown
  postal_code?: unknown
  locality?: unknown
  region?: unknown
  country?: unknown
  /** The whole address in one text; used for parts that are missing. */
  address?: unknown
  point?: RawPoint | undefined
}): ImportedLocation | undefined {
  const read = addressIn(parts.address)
  const said = (value: unknown, longest: number) => lineOf(withoutEscapes(textOf(value)?.slice(0, 2000)), longest)
  const country = countryOf(parts.country) ?? read.country
  let code = lineOf(parts.postal_code, 20)?.replace(/\.0$/, "") ?? read.postal_code
  // Spreadsheets read 01000 as a number and drop the zero.
  if (country === "FR" && code && /^\d{4}$/.test(code)) code = `0${code}`
  const place = parts.point && interpretCoordinates(parts.point.lat, parts.point.lon, country)
  const location: ImportedLocation = {
    name: said(parts.name, 200) ?? read.name,
    street: said(parts.street, 300) ?? read.street,
    postal_code: code,
    locality: said(parts.locality, 120) ?? read.locality,
    region: said(parts.region, 120) ?? read.region,
    country,
    ...place?.point,
    precision: place ? "exact" : "unknown",
    ...(place?.takenFor && { takenFor: place.takenFor }),
    ...(parts.point && !place && { unclear: `${parts.point.lat}, ${parts.point.lon}` }),
  }
  if (location.street === location.name) delete location.street
  const says = location.name ?? location.street ?? location.locality ?? location.postal_code ?? location.lat
  return says === undefined ? undefined : location
}

type Address = Pick<LocationDraft, "name" | "street" | "postal_code" | "locality" | "region" | "country">

/**
 * Finds street, postcode and locality in an address of one text: "12 rue Haute, 1000 Bruxelles", "Graslei
 * 9000 Gent".
 */
export function addressIn(value: unknown): Address {
  const text = withoutEscapes(textOf(value)?.slice(0, 2000))
  if (!text) return {}
  const pieces = piecesOf(text)
  const country = pieces.length > 1 ? countryNamed(pieces.at(-1)) : undefined
  if (country) pieces.pop()
  const region = pieces.length > 2 && !/\d/.test(pieces.at(-2) as string) ? regionOf(pieces.at(-1)) : undefined
  if (region) pieces.pop()

  const at = pieces.findLastIndex((piece) => postcode.test(piece))
  const match = at >= 0 ? postcode.exec(pieces[at] as string) : null
  if (match) {
    const before = [...pieces.slice(0, at), match[1]?.trim() ?? ""].filter(Boolean).join(", ")
    const told = townIn(match[3] as string)
    return {
      street: before === "" ? undefined : before.slice(0, 300),
      postal_code: match[2],
      locality: told.locality.replace(/\s+cedex.*$/i, "").slice(0, 120),
      region: region ?? told.region,
      country: country ?? told.country,
    }
  }
  const alone = pieces.findLastIndex((piece) => /^(?:[BFDL]-)?\d{4,5}(?:\s?[A-Z]{2})?$/.test(piece))
  if (alone > 0) return { ...aroundCode(pieces, alone), country, ...(region && { region }) }
  if (pieces.length >= 3) {
    return {
      name: pieces[0]?.slice(0, 200),
      street: pieces.slice(1, -1).join(", ").slice(0, 300),
      locality: pieces.at(-1)?.slice(0, 120),
      region,
      country,
    }
  }
  return { street: pieces.join(", ").slice(0, 300) || undefined, region, country }
}

function piecesOf(text: string): string[] {
  return text
    .split(/[\n,]/)
    .slice(0, 40)
    .map((piece) => lineOf(piece, 300))
    .filter((piece) => piece !== undefined)
}

/** Undoes double escapes: "12 rue Haute\\, Liège" stands for a comma. */
function withoutEscapes(text: string | undefined): string | undefined {
  return text?.replaceAll(/\\+([,;])/g, "$1").replaceAll(/\\+n/gi, "\n")
}

/** Reads an address whose postcode is a piece of its own: "12 rue Haute, Liège, 4000", or "…, 69007, Lyon". */
function aroundCode(pieces: string[], at: number): Address {
  const before = pieces.slice(0, at)
  const after = pieces.slice(at + 1)
  const isNamedAfter = after.length > 0
  // Liège is a town and a province: after a piece with a house number it is the town.
  const isState =
    before.length > 1 &&
    !/\d/.test(before.at(-2) as string) &&
    (/^[A-Z]{2}$/.test(before.at(-1) as string) || regionOf(before.at(-1)) !== undefined)
  const region = isNamedAfter ? after[1] : isState ? before.pop() : undefined
  const locality = isNamedAfter ? after[0] : before.pop()
  const street = before.join(", ").slice(0, 300)
  return { street: street || undefined, postal_code: pieces[at], locality: locality?.slice(0, 120), region }
}

/** Separates town, region and country where a calendar writes them without commas: "Lyon Auvergne-Rhône-Alpes France". */
function townIn(text: string): { locality: string; region?: string; country?: string } {
  const words = text.split(/\s+/)
  let country: string | undefined
  let region: string | undefined
  for (let taken = Math.min(4, words.length - 1); taken > 0 && !country; taken--) {
    country = countryNamed(words.slice(-taken).join(" "))
    if (country) words.splice(-taken)
  }
  // A town may have the name of its region (Utrecht, Bruxelles): at least one word must be left for the town.
  for (let taken = Math.min(5, words.length - 1); taken > 0 && !region; taken--) {
    region = regionOf(words.slice(-taken).join(" "))
    if (region) words.splice(-taken)
  }
  return { locality: words.join(" "), ...(region && { region }), ...(country && { country }) }
}

// Four digits (BE, NL, LU, CH) or five (FR, DE), then a name; a year or a house number is not followed by a name alone.
const postcode = /^(.*?)(?:^|\s)(?:[BFDL]-)?(\d{4,5}(?:\s?[A-Z]{2}(?=\s))?)\s+(\p{L}[\p{L}\s'’().-]{1,100}\d{0,2})$/u

/** Reads a venue and its address from one text: the first piece is the venue's name. */
export function venueIn(value: unknown, point?: RawPoint, country?: unknown): ImportedLocation | undefined {
  const text = withoutEscapes(textOf(value)?.slice(0, 2000)) ?? ""
  // "Café Central (Rue Haute 12, Bruxelles, Belgique)"
  const bracketed = /^([^(\n]{2,200}?)\s*\(([^()]*,[^()]*)\)$/.exec(text)
  const [name, ...rest] = bracketed ? [bracketed[1], ...piecesOf(bracketed[2] as string)] : piecesOf(text)
  const alone = rest.length === 0 && name !== undefined && postcode.test(name)
  const address = alone ? name : rest.join(", ")
  const read = addressIn(address)
  const inCountry = country ?? read.country
  // "Graslei, Gent": a single short piece after the name is the town.
  const pieces = [...rest]
  if (pieces.length > 1 && countryNamed(pieces.at(-1))) pieces.pop()
  const isRegion = pieces.length > 1 && regionOf(pieces.at(-1)) && !/\d/.test(pieces.at(-2) as string)
  const region = isRegion ? pieces.pop() : undefined
  const town = pieces.length > 0 && !/\d/.test(pieces.at(-1) as string) ? pieces.at(-1) : undefined
  if (town && !read.postal_code && !read.locality) {
    const street = pieces.slice(0, -1).join(", ")
    return locationOf({ name, street, locality: town, region, country: inCountry, point })
  }
  if (!read.postal_code && read.name && rest.length > 0) {
    // The venue's name is already known: what addressIn() takes for a name is part of the street.
    const street = [read.name, read.street].filter(Boolean).join(", ")
    return locationOf({ name, street, locality: read.locality, region: read.region, country: inCountry, point })
  }
  return locationOf({ name: alone ? undefined : name, address, country: inCountry, point })
}
