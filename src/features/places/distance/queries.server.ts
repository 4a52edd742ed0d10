import { type RawBuilder, sql } from "kysely"
import { rangesOver } from "../map/map.ts"

export type Point = { lat: number; lon: number }
export type Box = [west: number, south: number, east: number, north: number]
/** Alias, in a query, of a table with latitude and longitude. */
type Placed = "a" | "e" | "spot"

/** Mean radius of the earth in kilometres (IUGG). */
const earthRadius = 6371

/**
 * SQL for the kilometres from a point along the surface (haversine). No two points count as nearer than a tenth of a millimetre:
 * PostgreSQL refuses to square smaller numbers.
 */
export function distanceFrom({ lat, lon }: Point, of: Placed): RawBuilder<number> {
  const [y, x] = [sql.ref(`${of}.lat`), sql.ref(`${of}.lon`)]
  return sql<number>`(2 * ${earthRadius} * asin(least(1, sqrt(power(sin(radians(greatest(abs(${y} - ${lat}::float8), 1e-9)) / 2), 2)
    + cos(radians(${lat}::float8)) * cos(radians(${y})) * power(sin(radians(greatest(abs(${x} - ${lon}::float8), 1e-9)) / 2), 2)))))`
}

/** SQL condition: at most this number of kilometres away. */
export function isWithin(center: Point, radius: number, of: Placed): RawBuilder<unknown> {
  return sql`${inBox(boxAround(center, radius), of)} and ${distanceFrom(center, of)} <= ${radius}::float8`
}

/** SQL condition: the same, using the index of squares (map_cell) of events or pages. */
export function foundWithin(center: Point, radius: number, of: Placed): RawBuilder<unknown> {
  return sql`${squaresOver(boxAround(center, radius), of)} and ${isWithin(center, radius, of)}`
}

/** SQL condition: in this box, using the index of squares (map_cell) of events or pages. */
export function foundInBox(box: Box, of: Placed): RawBuilder<unknown> {
  return sql`${squaresOver(box, of)} and ${inBox(box, of)}`
}

/**
 * SQL for the ranges of the index of squares that cover a circle, as rows: each range is scanned on its own, and by the index
 * alone where that is enough.
 */
export function rangesAround(center: Point, radius: number): RawBuilder<unknown> {
  return rangesOf(boxAround(center, radius))
}

/** SQL for the ranges of the index of squares that cover a box. */
export function rangesOf(box: Box): RawBuilder<unknown> {
  const stretches = rangesOver(box)
  return sql`unnest(${stretches.map(({ from }) => String(from))}::bigint[], ${stretches.map(({ to }) => String(to))}::bigint[])`
}

/**
 * SQL condition: in one of the squares that cover a box. An index on latitudes would scan everything between two of them, around
 * the world.
 */
export function squaresOver(box: Box, of: Placed): RawBuilder<unknown> {
  const [y, x] = [sql.ref(`${of}.lat`), sql.ref(`${of}.lon`)]
  const stretches = rangesOver(box).map(
    ({ from, to }) =>
      sql`map_cell(${y}, ${x}) >= ${String(from)}::bigint and map_cell(${y}, ${x}) < ${String(to)}::bigint`,
  )
  return sql`${y} is not null and (${sql.join(stretches, sql` or `)})`
}

/**
 * SQL condition: within this distance, using an index of points on the globe (earthdistance, whose globe is a thousandth larger).
 */
export function isWithinOnGlobe(center: Point, radius: number, of: Placed): RawBuilder<unknown> {
  const [y, x] = [sql.ref(`${of}.lat`), sql.ref(`${of}.lon`)]
  return sql`earth_box(point_on_earth(${center.lat}, ${center.lon}), ${radius * 1010}) @> point_on_earth(${y}, ${x})
    and ${distanceFrom(center, of)} <= ${radius}::float8`
}

/** SQL condition: in this box. A box whose west is greater than its east crosses the date line. */
export function inBox([west, south, east, north]: Box, of: Placed): RawBuilder<unknown> {
  const [y, x] = [sql.ref(`${of}.lat`), sql.ref(`${of}.lon`)]
  return west <= east
    ? sql`${y} between ${south}::float8 and ${north}::float8 and ${x} between ${west}::float8 and ${east}::float8`
    : sql`${y} between ${south}::float8 and ${north}::float8 and (${x} >= ${west}::float8 or ${x} <= ${east}::float8)`
}

/** Returns the box around a circle (radius in kilometres); all meridians when it contains a pole. */
export function boxAround({ lat, lon }: Point, radius: number): Box {
  const angle = radius / earthRadius
  const degrees = (angle * 180) / Math.PI + 1e-6
  const [south, north] = [lat - degrees, lat + degrees]
  if (south <= -90 || north >= 90) return [-180, Math.max(south, -90), 180, Math.min(north, 90)]
  const half = (Math.asin(Math.sin(angle) / Math.cos((lat * Math.PI) / 180)) * 180) / Math.PI + 1e-6
  const around = (degree: number) => ((((degree + 180) % 360) + 360) % 360) - 180
  return [around(lon - half), south, around(lon + half), north]
}
