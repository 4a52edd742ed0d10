import type { LocationDraft } from "#features/places/location-draft.ts"
import { lineOf, textOf } from "./text.ts"

/** Degrees, or undefined: comma decimals are read; 0/0, out of range and evidently swapped ones are dropped. */
export function coordinatesOf(lat: unknown, lon: unknown): { lat: number; lon: number } | undefined {
  const [north, east] = [degrees(lat), degrees(lon)]
  if (north === undefined || east === undefined || (north === 0 && east === 0)) return undefined
  if (Math.abs(north) > 90 || Math.abs(east) > 180) return undefined
  // Western Europe read the wrong way round lies in the sea before Somalia: nobody's stage.
  if (north > -5.5 && north < 11 && east > 41 && east < 55) return undefined
  return { lat: north, lon: east }
}

/** "48.85, 2.35" in one cell. */
export function coordinatesIn(value: unknown): { lat: number; lon: number } | undefined {
  const match = /^\s*(-?\d+(?:[.,]\d+)?)\s*[,; ]\s*(-?\d+(?:[.,]\d+)?)\s*$/.exec(textOf(value) ?? "")
  return match ? coordinatesOf(match[1], match[2]) : undefined
}

function degrees(value: unknown): number | undefined {
  const text = textOf(value)?.replace(",", ".")
  if (!text || !/^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text)) return undefined
  return Number(text)
}

const countries: Record<string, string> = {
  belgique: "BE",
  belgie: "BE",
  belgium: "BE",
  france: "FR",
  frankrijk: "FR",
  nederland: "NL",
  "pays-bas": "NL",
  netherlands: "NL",
  luxembourg: "LU",
  luxemburg: "LU",
  suisse: "CH",
  switzerland: "CH",
  germany: "DE",
  allemagne: "DE",
  duitsland: "DE",
  "united kingdom": "GB",
  italie: "IT",
  canada: "CA",
}

/** ISO 3166-1 alpha-2 of a code or a common name. */
export function countryOf(value: unknown): string | undefined {
  const text = textOf(value)
  if (!text) return undefined
  if (/^[a-z]{2}$/i.test(text)) return text.toUpperCase()
  const plain = text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase()
  return countries[plain.replace(/\s*\(.*/, "")]
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

/** The zone of a country that has (nearly) one. */
export function zoneOfCountry(country: string | null | undefined): string | undefined {
  return country ? zones[country] : undefined
}

/** The parts of a location as foreign data names them, made one; undefined when nothing is known. */
export function locationOf(parts: {
  name?: unknown
  street?: unknown
  postal_code?: unknown
  locality?: unknown
  region?: unknown
  country?: unknown
  /** Everything in one text; used for what the other parts leave open. */
  address?: unknown
  point?: { lat: number; lon: number }
}): LocationDraft | undefined {
  const read = addressIn(parts.address)
  const country = countryOf(parts.country) ?? read.country
  let code = lineOf(parts.postal_code, 20)?.replace(/\.0$/, "") ?? read.postal_code
  // Spreadsheets take 01000 for a number.
  if (country === "FR" && code && /^\d{4}$/.test(code)) code = `0${code}`
  const location: LocationDraft = {
    name: lineOf(parts.name, 200) ?? read.name,
    street: lineOf(parts.street, 300) ?? read.street,
    postal_code: code,
    locality: lineOf(parts.locality, 120) ?? read.locality,
    region: lineOf(parts.region, 120),
    country,
    ...parts.point,
    precision: parts.point ? "exact" : "unknown",
  }
  if (location.street === location.name) delete location.street
  const says = location.name ?? location.street ?? location.locality ?? location.postal_code ?? location.lat
  return says === undefined ? undefined : location
}

/** Finds street, postcode and locality in an address of one text: "12 rue Haute, 1000 Bruxelles", "Graslei\n9000 Gent". */
export function addressIn(
  value: unknown,
): Pick<LocationDraft, "name" | "street" | "postal_code" | "locality" | "country"> {
  const text = textOf(value)
  if (!text) return {}
  const pieces = text
    .split(/\s*[\n,]\s*/)
    .map((piece) => lineOf(piece, 300))
    .filter((piece) => piece !== undefined)
  const last = pieces.at(-1)
  const country = last && pieces.length > 1 ? countries[last.toLowerCase().replaceAll("ë", "e")] : undefined
  if (country) pieces.pop()

  const at = pieces.findLastIndex((piece) => postcode.test(piece))
  const match = at >= 0 ? postcode.exec(pieces[at] as string) : null
  if (match) {
    const before = [...pieces.slice(0, at), match[1]?.trim() ?? ""].filter(Boolean).join(", ")
    return {
      street: before === "" ? undefined : before.slice(0, 300),
      postal_code: match[2],
      locality: match[3]?.replace(/\s+cedex.*$/i, "").slice(0, 120),
      country,
    }
  }
  if (pieces.length >= 3) {
    return {
      name: pieces[0]?.slice(0, 200),
      street: pieces.slice(1, -1).join(", ").slice(0, 300),
      locality: pieces.at(-1)?.slice(0, 120),
      country,
    }
  }
  return { street: pieces.join(", ").slice(0, 300) || undefined, country }
}

// Four digits (BE, NL, LU, CH) or five (FR, DE), then a name; a year or a house number is not followed by a name alone.
const postcode = /^(.*?)(?:^|\s)(?:[BFDL]-)?(\d{4,5}(?:\s?[A-Z]{2}(?=\s))?)\s+(\p{L}[\p{L}\s'’().-]{1,100}\d{0,2})$/u

/** A venue and its address in one text: the first piece names it. */
export function venueIn(
  value: unknown,
  point?: { lat: number; lon: number },
  country?: unknown,
): LocationDraft | undefined {
  const [name, ...rest] = (textOf(value) ?? "").split(/\s*[\n,]\s*/).filter(Boolean)
  const alone = rest.length === 0 && name !== undefined && postcode.test(name)
  // "Graslei, Gent": a short piece alone behind the name is the town.
  const town = rest.length > 0 && !/\d/.test(rest.at(-1) as string) ? rest.at(-1) : undefined
  const address = alone ? name : rest.join(", ")
  const read = addressIn(address)
  if (town && !read.postal_code && !read.locality) {
    return locationOf({ name, street: rest.slice(0, -1).join(", "), locality: town, country, point })
  }
  return locationOf({ name: alone ? undefined : name, address, country, point })
}
