/** Kinds of places a search finds: a town, a part of one, the area of a postcode, a street or an address. */
export const placeKinds = ["town", "district", "postcode", "street", "address"] as const
export type PlaceKind = (typeof placeKinds)[number]

/** How its name matches the typed text: exactly, by its beginning, or by a similar spelling. */
export const placeMatches = ["name", "beginning", "spelling"] as const

/** A place found by its name. Coordinates in degrees (WGS 84). */
export type FoundPlace = {
  name: string
  kind: PlaceKind
  match: (typeof placeMatches)[number]
  postal_code: string | null
  region: string | null
  /** ISO 3166-1 alpha-2 */
  country: string | null
  lat: number
  lon: number
}
