import fc from "fast-check"
import { sql } from "kysely"
import { afterAll, beforeAll, expect, test } from "vitest"
import { testDatabase, type TestDatabase } from "#test/database.ts"
import { degrees as asRead } from "#http/input/parameters.ts"
import { distanceFrom, foundInBox, foundWithin, inBox, isWithin, isWithinOnGlobe } from "./queries.server.ts"

let here: TestDatabase
beforeAll(async () => {
  here = await testDatabase()
})
afterAll(() => here.drop())

type Point = { lat: number; lon: number }

/** Returns kilometres by another method: the angle between two vectors from the centre of the globe. */
function byArrows(a: Point, b: Point) {
  const arrow = ({ lat, lon }: Point) => {
    const [phi, lambda] = [(lat * Math.PI) / 180, (lon * Math.PI) / 180]
    return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)] as const
  }
  const [[x1, y1, z1], [x2, y2, z2]] = [arrow(a), arrow(b)]
  const cross = Math.hypot(y1 * z2 - z1 * y2, z1 * x2 - x1 * z2, x1 * y2 - y1 * x2)
  return 6371 * Math.atan2(cross, x1 * x2 + y1 * y2 + z1 * z2)
}

/**
 * Returns kilometres on the ellipsoid (Vincenty, WGS 84): the true distance, from which any globe differs by at most half a per
 * cent.
 */
function onEllipsoid(p: Point, q: Point) {
  const [a, f] = [6378.137, 1 / 298.257223563]
  const b = a * (1 - f)
  const rad = Math.PI / 180
  const [u1, u2] = [Math.atan((1 - f) * Math.tan(p.lat * rad)), Math.atan((1 - f) * Math.tan(q.lat * rad))]
  const l = (q.lon - p.lon) * rad
  let lambda = l
  for (let step = 0; step < 100; step++) {
    const [sl, cl] = [Math.sin(lambda), Math.cos(lambda)]
    const ss = Math.hypot(Math.cos(u2) * sl, Math.cos(u1) * Math.sin(u2) - Math.sin(u1) * Math.cos(u2) * cl)
    if (ss === 0) return 0
    const cs = Math.sin(u1) * Math.sin(u2) + Math.cos(u1) * Math.cos(u2) * cl
    const sigma = Math.atan2(ss, cs)
    const sa = (Math.cos(u1) * Math.cos(u2) * sl) / ss
    const c2 = 1 - sa * sa
    const cm = c2 === 0 ? 0 : cs - (2 * Math.sin(u1) * Math.sin(u2)) / c2
    const c = (f / 16) * c2 * (4 + f * (4 - 3 * c2))
    const next = l + (1 - c) * f * sa * (sigma + c * ss * (cm + c * cs * (-1 + 2 * cm * cm)))
    if (Math.abs(next - lambda) < 1e-12) {
      const k = (c2 * (a * a - b * b)) / (b * b)
      const big = 1 + (k / 16384) * (4096 + k * (-768 + k * (320 - 175 * k)))
      const small = (k / 1024) * (256 + k * (-128 + k * (74 - 47 * k)))
      const inner = cs * (-1 + 2 * cm * cm) - (small / 6) * cm * (-3 + 4 * ss * ss) * (-3 + 4 * cm * cm)
      return b * big * (sigma - small * ss * (cm + (small / 4) * inner))
    }
    lambda = next
  }
  return undefined // nearly opposite points: the formula does not converge
}

const degrees = (most: number) =>
  fc
    .oneof(
      fc.double({ min: -most, max: most, noNaN: true, noDefaultInfinity: true }),
      fc.constantFrom(-most, most, 0, most - 1e-9, -most + 1e-3, 1e-200),
    )
    .map(asRead)
const point = fc.record({ lat: degrees(90), lon: degrees(180) })

/** Points close to a centre, some on its own meridian and parallel, and arbitrary ones. */
const cases = fc
  .tuple(point, fc.double({ min: 0.1, max: 500, noNaN: true }), fc.array(point, { minLength: 5, maxLength: 5 }))
  .chain(([center, radius, others]) =>
    fc
      .array(fc.tuple(fc.double({ min: -6, max: 6, noNaN: true }), fc.double({ min: -6, max: 6, noNaN: true })), {
        minLength: 15,
        maxLength: 15,
      })
      .map((steps) => ({
        center,
        radius,
        points: [
          center,
          ...others,
          ...steps.map(([north, east]) => ({
            lat: asRead(Math.max(-90, Math.min(90, center.lat + north))),
            lon: asRead(((((center.lon + east + 180) % 360) + 360) % 360) - 180),
          })),
        ],
      })),
  )

test("distances agree with two other formulas, and points within a radius are found, at poles and date line too", async () => {
  await fc.assert(
    fc.asyncProperty(cases, async ({ center, radius, points }) => {
      const { rows } = await sql<{ distance: number; flat: boolean; globe: boolean; found: boolean }>`
        select ${distanceFrom(center, "e")} as distance, (${isWithin(center, radius, "e")}) as flat,
          (${isWithinOnGlobe(center, radius, "e")}) as globe, (${foundWithin(center, radius, "e")}) as found
        from unnest(${points.map(({ lat }) => lat)}::float8[], ${points.map(({ lon }) => lon)}::float8[])
          with ordinality as e (lat, lon, at) order by at`.execute(here.db)
      for (const [at, one] of points.entries()) {
        const { distance, flat, globe, found } = rows[at] as (typeof rows)[number]
        expect(found).toBe(flat)
        const other = byArrows(center, one)
        expect(Math.abs(distance - other)).toBeLessThan(1e-3)
        const real = onEllipsoid(center, one) ?? distance
        expect(Math.abs(distance - real)).toBeLessThan(0.006 * real + 0.001)
        // For a point on the circle itself either answer is right.
        const isNear = Math.abs(other - radius) > 0.002 ? other < radius : flat
        expect([flat, globe]).toEqual([isNear, Math.abs(other - radius) > 0.002 ? isNear : globe])
      }
    }),
    { numRuns: 100 },
  )
})

test("the points in a box are found through its map cells, across the date line and at the poles too", async () => {
  const edges = fc.tuple(degrees(180), degrees(90), degrees(180), degrees(90))
  const points = fc.array(fc.record({ lat: degrees(90), lon: degrees(180) }), { minLength: 1, maxLength: 30 })
  await fc.assert(
    fc.asyncProperty(edges, points, async ([west, one, east, other], some) => {
      const box: [number, number, number, number] = [west, Math.min(one, other), east, Math.max(one, other)]
      const corners = [
        { lat: box[1], lon: west },
        { lat: box[3], lon: east },
      ]
      const all = [...some, ...corners]
      const { rows } = await sql<{ is_in: boolean; is_found: boolean }>`
        select (${inBox(box, "e")}) as is_in, (${foundInBox(box, "e")}) as is_found
        from unnest(${all.map(({ lat }) => lat)}::float8[], ${all.map(({ lon }) => lon)}::float8[])
          with ordinality as e (lat, lon, at) order by at`.execute(here.db)
      for (const row of rows) expect(row.is_found).toBe(row.is_in)
      expect(rows.slice(-2).every(({ is_in }) => is_in)).toBe(true)
    }),
    { numRuns: 200 },
  )
})
