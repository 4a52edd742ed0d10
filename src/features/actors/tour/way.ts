// The way of a tour: towns in order, joined by the shortest lines on the globe (great circles). Degrees (WGS 84) and
// kilometres outside, radians within.

export type Point = { lat: number; lon: number }

/** From one town to the next. */
export type Leg = {
  from: Point
  to: Point
  /** In which direction it begins, and how long it is: radians. */
  bearing: number
  length: number
  /** Kilometres from the beginning of the way. */
  before: number
}

/** Kilometres: the mean radius of the earth (IUGG). */
export const earthRadius = 6371

const radians = (degrees: number) => (degrees * Math.PI) / 180
const degrees = (angle: number) => (angle * 180) / Math.PI

/** The legs between these towns. */
export function legsOf(towns: readonly Point[]): Leg[] {
  let before = 0
  return towns.slice(1).map((to, at) => {
    const from = towns[at] as Point
    const leg = { from, to, bearing: bearingOf(from, to), length: angleBetween(from, to), before }
    before += leg.length * earthRadius
    return leg
  })
}

/** Kilometres of the whole way. */
export function lengthOf(legs: readonly Leg[]): number {
  return legs.reduce((sum, { length }) => sum + length * earthRadius, 0)
}

/** The angle between two points as seen from the middle of the earth (haversine). */
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

/** Where one is after so many kilometres of a leg. */
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

/** So many circles cover a way at most, beside one for each town. */
const mostCircles = 60

/** Circles that together hold every point within so many kilometres of the way: what an index can look for. */
export function circlesAlong(legs: readonly Leg[], within: number): { points: Point[]; radius: number } {
  const step = Math.max(within, lengthOf(legs) / mostCircles)
  const points = legs.flatMap((leg) => {
    const length = leg.length * earthRadius
    const count = Math.max(1, Math.ceil(length / step))
    return Array.from({ length: count + 1 }, (_, at) => pointOn(leg, (length * at) / count))
  })
  return { points, radius: within + step / 2 }
}

/** The line of a way for a map, in steps of some twenty kilometres: on the map the shortest line is bent. */
export function lineOf(legs: readonly Leg[]): Point[] {
  return legs.flatMap((leg) => {
    const length = leg.length * earthRadius
    const count = Math.min(100, Math.max(1, Math.ceil(length / 20)))
    return Array.from({ length: count + 1 }, (_, at) => pointOn(leg, (length * at) / count))
  })
}
