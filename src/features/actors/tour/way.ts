// The way of a tour: towns in order, joined by the shortest lines on the globe (great circles). Functions take and return degrees
// (WGS 84) and kilometres; they calculate in radians.

export type Point = { lat: number; lon: number }

/** The part of a way from one town to the next. */
export type Leg = {
  from: Point
  to: Point
  /** Initial direction and length, in radians. */
  bearing: number
  length: number
  /** Distance in kilometres from the beginning of the way. */
  before: number
}

/** Mean radius of the earth in kilometres (IUGG). */
export const earthRadius = 6371

const radians = (degrees: number) => (degrees * Math.PI) / 180
const degrees = (angle: number) => (angle * 180) / Math.PI

/** Returns the legs between these towns. */
export function legsOf(towns: readonly Point[]): Leg[] {
  let before = 0
  return towns.slice(1).map((to, at) => {
    const from = towns[at] as Point
    const leg = { from, to, bearing: bearingOf(from, to), length: angleBetween(from, to), before }
    before += leg.length * earthRadius
    return leg
  })
}

/** Returns the length of the whole way in kilometres. */
export function lengthOf(legs: readonly Leg[]): number {
  return legs.reduce((sum, { length }) => sum + length * earthRadius, 0)
}

/** Returns the angle between two points seen from the centre of the earth (haversine), in radians. */
function angleBetween(a: Point, b: Point): number {
  const half = (x: number) => Math.sin(x / 2) ** 2
  const [y, x] = [radians(b.lat - a.lat), radians(b.lon - a.lon)]
  return 2 * Math.asin(Math.min(1, Math.sqrt(half(y) + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * half(x))))
}

function bearingOf(a: Point, b: Point): number {
  const turn = radians(b.lon - a.lon)
  const [from, to] = [radians(a.lat), radians(b.lat)]
  return Math.atan2(
    Math.sin(turn) * Math.cos(to),
    Math.cos(from) * Math.sin(to) - Math.sin(from) * Math.cos(to) * Math.cos(turn),
  )
}

/** Returns the point reached after a number of kilometres along a leg. */
export function pointOn({ from, bearing }: Pick<Leg, "from" | "bearing">, gone: number): Point {
  const angle = gone / earthRadius
  const start = radians(from.lat)
  const lat = Math.asin(
    Math.max(
      -1,
      Math.min(1, Math.sin(start) * Math.cos(angle) + Math.cos(start) * Math.sin(angle) * Math.cos(bearing)),
    ),
  )
  const turn = Math.atan2(
    Math.sin(bearing) * Math.sin(angle) * Math.cos(start),
    Math.cos(angle) - Math.sin(start) * Math.sin(lat),
  )
  return { lat: degrees(lat), lon: ((((from.lon + degrees(turn) + 180) % 360) + 360) % 360) - 180 }
}

/** Largest number of circles that cover a way, besides one for each town. */
const mostCircles = 60

/** Returns circles that together contain every point within a distance of the way, since an index can search circles. */
export function circlesAlong(legs: readonly Leg[], within: number): { points: Point[]; radius: number } {
  const step = Math.max(within, lengthOf(legs) / mostCircles)
  const points = legs.flatMap((leg) => {
    const length = leg.length * earthRadius
    const count = Math.max(1, Math.ceil(length / step))
    return Array.from({ length: count + 1 }, (_, at) => pointOn(leg, (length * at) / count))
  })
  return { points, radius: within + step / 2 }
}

/** Returns the line of a way for a map, in steps of about twenty kilometres, since the shortest line is curved on a map. */
export function lineOf(legs: readonly Leg[]): Point[] {
  return legs.flatMap((leg) => {
    const length = leg.length * earthRadius
    const count = Math.min(100, Math.max(1, Math.ceil(length / 20)))
    return Array.from({ length: count + 1 }, (_, at) => pointOn(leg, (length * at) / count))
  })
}
