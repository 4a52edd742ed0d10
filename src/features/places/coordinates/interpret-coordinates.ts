import { type Point, type Projection, projections } from "./projections.ts"

/** South, north, west and east of a country in Europe, in degrees with a small margin. */
type Box = readonly [number, number, number, number]

const boxes: Record<string, Box> = {
  BE: [49.4, 51.6, 2.5, 6.5],
  FR: [41.2, 51.2, -5.3, 9.7],
  NL: [50.7, 53.8, 3.2, 7.3],
  LU: [49.4, 50.3, 5.6, 6.6],
  DE: [47.2, 55.1, 5.8, 15.1],
  GB: [49.8, 61, -8.7, 1.9],
  IE: [51.3, 55.5, -10.7, -5.3],
  CH: [45.7, 47.9, 5.9, 10.6],
  IT: [35.4, 47.2, 6.5, 18.6],
  ES: [35.9, 43.9, -9.4, 4.4],
}

/** The national projection of each country. */
const maps: Record<string, Projection> = { BE: "lambert72", FR: "lambert93", NL: "rd" }

export type InterpretedPoint = {
  point: Point
  /** What the numbers were taken for, because they were not latitude and longitude in degrees. */
  takenFor?: "swapped" | Projection
}

/**
 * Returns the point of two numbers given as latitude and longitude: as they are, or swapped, or as metres of the country's
 * projection where that interpretation, and not the numbers themselves, lies in the country of the address. Undefined when no
 * interpretation is certain: 0/0, and any other numbers.
 * @param country ISO 3166-1 alpha-2 of the address
 */
export function interpretCoordinates(
  lat: number,
  lon: number,
  country: string | null | undefined,
): InterpretedPoint | undefined {
  if (Math.abs(lat) < 1e-9 && lat !== 0) return interpretCoordinates(0, lon, country) // PostgreSQL cannot calculate with smaller numbers
  if (Math.abs(lon) < 1e-9 && lon !== 0) return interpretCoordinates(lat, 0, country)
  if (!Number.isFinite(lat) || !Number.isFinite(lon) || (lat === 0 && lon === 0)) return undefined
  const box = country ? boxes[country] : undefined
  const isOnEarth = Math.abs(lat) <= 90 && Math.abs(lon) <= 180
  if (isOnEarth && box && isIn(box, { lat, lon })) return { point: { lat, lon } }
  const swapped = { lat: lon, lon: lat }
  if (box && isIn(box, swapped)) return { point: swapped, takenFor: "swapped" }
  if (isOnEarth) {
    // Western Europe with swapped coordinates lies in the sea off Somalia, where there are no stages.
    const isAtSea = lat > -5.5 && lat < 11 && lon > 41 && lon < 55
    return isAtSea ? undefined : { point: { lat, lon } }
  }
  const map = country ? maps[country] : undefined
  if (!map || !box) return undefined
  // Northing as latitude, as is right, or swapped; in Belgium both may lie in the country.
  const there = [
    { x: lon, y: lat },
    { x: lat, y: lon },
  ]
    .map((metres) => projections[map](metres))
    .find((point) => isIn(box, point))
  return there && { point: rounded(there), takenFor: map }
}

function isIn([south, north, west, east]: Box, { lat, lon }: Point) {
  return lat >= south && lat <= north && lon >= west && lon <= east
}

/** Rounds a point to a decimetre: the metres were not more precise either. */
function rounded({ lat, lon }: Point): Point {
  return { lat: Math.round(lat * 1e6) / 1e6, lon: Math.round(lon * 1e6) / 1e6 }
}
