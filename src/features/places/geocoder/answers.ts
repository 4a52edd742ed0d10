import { onOneLine } from "#lib/text/one-line.ts"
import type { FoundPlace, PlaceKind } from "../place.ts"

// Parses the answers of geocoders. They are not trusted: anything malformed is left out.

export type GeocoderKind = "photon" | "nominatim"

const most = 8

/** Returns the places in an answer; undefined when it is no answer of this kind at all. */
export function placesIn(kind: GeocoderKind, answer: unknown): FoundPlace[] | undefined {
  const list = kind === "photon" ? (isRecord(answer) ? answer.features : undefined) : answer
  if (!Array.isArray(list)) return undefined
  const read = kind === "photon" ? ofPhoton : ofNominatim
  return list
    .slice(0, most)
    .map((one: unknown) => (isRecord(one) ? read(one) : undefined))
    .filter((place) => place !== undefined)
}

/** Reads a GeoJSON feature, whose coordinates have the longitude first. */
function ofPhoton({ geometry, properties }: Json): FoundPlace | undefined {
  if (!isRecord(geometry) || !isRecord(properties) || !Array.isArray(geometry.coordinates)) return undefined
  const [lon, lat] = geometry.coordinates as unknown[]
  return placeOf({ ...properties, lat, lon, countryCode: properties.countrycode, kind: properties.type })
}

function ofNominatim({ lat, lon, address, name, addresstype }: Json): FoundPlace | undefined {
  const parts = isRecord(address) ? address : {}
  const town = parts.city ?? parts.town ?? parts.village ?? parts.municipality ?? parts.hamlet
  return placeOf({
    name,
    street: parts.road ?? parts.pedestrian ?? parts.square,
    housenumber: parts.house_number,
    postcode: parts.postcode,
    city: town,
    district: parts.suburb ?? parts.city_district,
    state: parts.county ?? parts.state,
    countryCode: parts.country_code,
    lat: typeof lat === "string" && lat.trim() !== "" ? Number(lat) : lat,
    lon: typeof lon === "string" && lon.trim() !== "" ? Number(lon) : lon,
    kind: addresstype,
  })
}

function placeOf(said: Json): FoundPlace | undefined {
  const { lat, lon } = said
  if (typeof lat !== "number" || typeof lon !== "number" || !(Math.abs(lat) <= 90 && Math.abs(lon) <= 180))
    return undefined
  if (lat === 0 && lon === 0) return undefined
  const words = (value: unknown, longest = 120) =>
    typeof value === "string"
      ? onOneLine(value.slice(0, 1000).toWellFormed()).slice(0, longest).toWellFormed() || undefined
      : undefined
  const [name, street, number, city] = [said.name, said.street, said.housenumber, said.city].map((one) => words(one))
  const isTown = /^(city|town|village|hamlet|municipality|district|locality|suburb)$/.test(String(said.kind))
  const road = street ?? (said.kind === "street" || said.kind === "road" ? name : undefined)
  const kind: PlaceKind = isTown ? "town" : road && !number && (!name || name === road) ? "street" : "address"
  const line = road && [road, number].filter(Boolean).join(" ")
  const own = kind === "address" && name && name !== road ? name : undefined
  const shown = isTown ? (name ?? city) : [own, line, city].filter(Boolean).join(", ")
  if (!shown) return undefined
  const country = words(said.countryCode, 2)?.toUpperCase()
  return {
    name: shown.slice(0, 200),
    kind,
    match: "name",
    postal_code: words(said.postcode, 20) ?? null,
    region: words(said.state) ?? words(said.district) ?? null,
    country: country && /^[A-Z]{2}$/.test(country) ? country : null,
    lat,
    lon,
  }
}

type Json = Record<string, unknown>

function isRecord(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
