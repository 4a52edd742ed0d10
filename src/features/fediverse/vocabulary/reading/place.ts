import { locationOf } from "#features/imports/places/location.ts"
import type { LocationDraft } from "#features/places/location-draft.ts"
import { type Fields, fieldsOf, hrefOf, idOf, lineIn, listOf, typesOf, wordsOf } from "../fields.ts"

export type RemotePlaces = {
  location: LocationDraft | null
  /** Id of a place that was only referred to. */
  locationId: string | null
  online_url: string | null
  /** Whether it is online, even if no address is given. */
  isOnline: boolean
}

const mostPlaces = 20
const mostDecimals = 1e6

/** Reads where an event is: the first place with a name or an address, and the first online address. */
export function placesOf(value: unknown): RemotePlaces {
  const found: RemotePlaces = { location: null, locationId: null, online_url: null, isOnline: false }
  for (const one of listOf(value).slice(0, mostPlaces)) {
    const fields = fieldsOf(one)
    if (!fields) {
      const id = idOf(one)
      if (id) found.locationId ??= id
      else found.location ??= placeOf({ name: one })
      continue
    }
    const online = onlineOf(fields)
    if (online) {
      found.isOnline = true
      found.online_url ??= online.url ?? null
      continue
    }
    found.location ??= placeOf(fields)
  }
  return found
}

/** Reads a `VirtualLocation`, or a place with one as its address, as Gancio writes it. */
function onlineOf(fields: Fields): { url: string | undefined } | undefined {
  const address = fieldsOf(fields.address)
  const stage = [fields, address].find((one) => one && typesOf(one).includes("VirtualLocation"))
  return stage && { url: hrefOf(stage.url) ?? hrefOf(fields.url) ?? hrefOf(fields.id) }
}

function placeOf(fields: Fields): LocationDraft | null {
  const [first] = listOf(fields.address)
  const address = fieldsOf(first)
  const geo = fieldsOf(fields.geo) ?? fields
  const found = locationOf({
    name: wordsOf(fields.name),
    ...(address
      ? {
          street: wordsOf(address.streetAddress),
          postal_code: wordsOf(address.postalCode),
          locality: wordsOf(address.addressLocality),
          region: wordsOf(address.addressRegion),
          country: wordsOf(fieldsOf(address.addressCountry)?.name ?? address.addressCountry),
        }
      : { address: lineIn(first, 500) }),
    point: pointOf(geo),
  })
  if (!found) return null
  // Doubts about the position are for people who review an import; here nobody can be asked.
  const { takenFor: _takenFor, unclear: _unclear, ...location } = found
  return location
}

/** Reads a position, rounded to a decimetre: further digits mean nothing, and our own shift of whole numbers is smaller. */
function pointOf({ latitude, longitude }: Fields) {
  const [lat, lon] = [latitude, longitude].map((value) => {
    const number = typeof value === "string" && value.length <= 40 ? Number(value.trim() || Number.NaN) : value
    return typeof number === "number" && Number.isFinite(number)
      ? Math.round(number * mostDecimals) / mostDecimals
      : null
  })
  return typeof lat === "number" && typeof lon === "number" ? { lat, lon } : undefined
}
