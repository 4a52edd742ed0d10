/** What a search for a place finds: a town, a part of one, what a postcode serves, a street or an address in it. */
export const placeKinds = ["town", "district", "postcode", "street", "address"] as const
export type PlaceKind = (typeof placeKinds)[number]

/** How well its name is what was typed: just that, begun so, or spelled nearly so. */
export const placeMatches = ["name", "beginning", "spelling"] as const

/** A place that was found by its name. Coordinates in degrees (WGS 84). */
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
