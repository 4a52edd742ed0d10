import { createHash } from "node:crypto"
import type { Event } from "#features/events/event.ts"
import { defined } from "../described.ts"

type Location = NonNullable<Event["location"]>

/**
 * Describes a place with its address; undefined when it has no name. Its id belongs to `owner` and changes with the address,
 * because servers that know a place by its id (Mobilizon, Gancio) never read it again.
 */
export function describePlace(owner: string, location: Location | null, name?: string | null) {
  const called = name ?? location?.name ?? location?.locality
  if (!called) return undefined
  const place = defined({
    type: "Place",
    name: called,
    latitude: location && isExact(location) ? degrees(location.lat) : undefined,
    longitude: location && isExact(location) ? degrees(location.lon) : undefined,
    address: location ? describeAddress(location) : undefined,
  })
  const version = createHash("sha256").update(JSON.stringify(place)).digest("hex").slice(0, 12)
  return { id: `${owner}#place-${version}`, ...place }
}

function describeAddress({ street, postal_code, locality, region, country }: Location) {
  const address = defined({
    type: "PostalAddress",
    streetAddress: street,
    postalCode: postal_code,
    addressLocality: locality,
    addressRegion: region,
    addressCountry: country,
  })
  return Object.keys(address).length > 1 ? address : undefined
}

/** Returns whether a position is precise to the street: the centre of a town would be misleading. */
function isExact({ lat, lon, precision }: Location) {
  return (precision === "exact" || precision === "street") && lat !== null && lon !== null
}

/**
 * Returns a coordinate that is never a whole number: Elixir reads `50` as an integer, but Mobilizon needs a float. The shift
 * is a centimetre.
 */
function degrees(value: number | null) {
  return value !== null && Number.isInteger(value) ? value + 1e-7 : value
}
