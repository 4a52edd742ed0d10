/** A place that has no page here. Coordinates in degrees (WGS 84). */
export type LocationDraft = {
  name?: string | null
  street?: string | null
  postal_code?: string | null
  locality?: string | null
  region?: string | null
  country?: string | null
  lat?: number | null
  lon?: number | null
  precision?: "exact" | "street" | "locality" | "unknown"
}

/** A location whose values are all unknown. */
export const emptyLocation = {
  name: null,
  street: null,
  postal_code: null,
  locality: null,
  region: null,
  country: null,
  lat: null,
  lon: null,
  precision: "unknown",
} satisfies LocationDraft
