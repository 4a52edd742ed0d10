import { expect, test } from "vitest"
import { projections, unrolled } from "./projections.ts"
import { interpretCoordinates } from "./interpret-coordinates.ts"

/** Returns the metres between two points not far from each other. */
const apart = (a: { lat: number; lon: number }, lat: number, lon: number) =>
  Math.hypot(a.lat - lat, (a.lon - lon) * Math.cos((lat * Math.PI) / 180)) * 111_195

test.each([
  ["the tower of Amersfoort", 155_000, 463_000, 52.1551744, 5.38720621],
  ["the Westertoren in Amsterdam", 120_700.723, 487_525.502, 52.37453253, 4.88352559],
  ["the Martinitoren in Groningen", 233_883.131, 582_065.167, 53.21938317, 6.56820053],
])("RD: %s is converted to within a metre of the Kadaster's coordinates", (_, x, y, lat, lon) => {
  expect(apart(projections.rd({ x, y }), lat, lon)).toBeLessThan(1)
})

/** The forward projection (Snyder, Map Projections, p. 108), which the code does not need, on the given ellipsoid. */
function onCone(lat: number, lon: number, cone: Parameters<typeof unrolled>[0]) {
  const rad = (degrees: number) => (degrees * Math.PI) / 180
  const e = Math.sqrt(2 * cone.f - cone.f ** 2)
  const isometric = (phi: number) => Math.atanh(Math.sin(phi)) - e * Math.atanh(e * Math.sin(phi))
  const normal = (phi: number) => cone.a / Math.sqrt(1 - e ** 2 * Math.sin(phi) ** 2)
  const [p1, p2] = cone.parallels.map(rad) as [number, number]
  const n = Math.log((normal(p2) * Math.cos(p2)) / (normal(p1) * Math.cos(p1))) / (isometric(p1) - isometric(p2))
  const c = ((normal(p1) * Math.cos(p1)) / n) * Math.exp(n * isometric(p1))
  const r = (phi: number) => (phi === Math.PI / 2 ? 0 : c * Math.exp(-n * isometric(phi)))
  const gamma = n * rad(lon - cone.origin.lon)
  const phi = rad(lat)
  return {
    x: cone.x0 + r(phi) * Math.sin(gamma),
    y: cone.y0 + r(rad(cone.origin.lat)) - r(phi) * Math.cos(gamma),
  }
}

const lambert93 = {
  a: 6378137,
  f: 1 / 298.257222101,
  parallels: [44, 49] as [number, number],
  origin: { lat: 46.5, lon: 3 },
  x0: 700_000,
  y0: 6_600_000,
}

test.each([
  [46.5, 3],
  [48.8566, 2.3522],
  [43.2965, 5.3698],
  [48.3904, -4.4861],
  [42.6977, 9.4528],
  [51.0344, 2.3768],
])("Lambert 93 coordinates of %f, %f are converted back to that point", (lat, lon) => {
  expect(apart(projections.lambert93(onCone(lat, lon, lambert93)), lat, lon)).toBeLessThan(0.01)
})

test("Lambert 93: the origin and the Eiffel tower are converted to their known coordinates", () => {
  expect(apart(projections.lambert93({ x: 700_000, y: 6_600_000 }), 46.5, 3)).toBeLessThan(0.01)
  expect(apart(projections.lambert93({ x: 648_237, y: 6_862_271 }), 48.85826, 2.2945)).toBeLessThan(30)
})

const belgium = {
  a: 6378388,
  f: 1 / 297,
  parallels: [49.8333339, 51.1666672333333] as [number, number],
  origin: { lat: 90, lon: 4.36748666666667 },
  x0: 150_000.013,
  y0: 5_400_088.438,
}

test("Lambert 72: the example of the IOGP's guidance note is converted on the datum of 1972", () => {
  const found = unrolled(belgium, { x: 251_763.2, y: 153_034.13 })
  expect(apart(found, 50 + 40 / 60 + 46.461 / 3600, 5 + 48 / 60 + 26.533 / 3600)).toBeLessThan(0.2)
})

/** Converts from the datum of 1972 by another method: three parameters (Molodensky, abridged). */
function molodensky(lat: number, lon: number) {
  const [dx, dy, dz, a, f, da, df] = [-125.8, 79.9, -100.5, 6378388, 1 / 297, -251, -0.000014192702]
  const [phi, lambda] = [(lat * Math.PI) / 180, (lon * Math.PI) / 180]
  const [s, c, sl, cl] = [Math.sin(phi), Math.cos(phi), Math.sin(lambda), Math.cos(lambda)]
  const e2 = 2 * f - f * f
  const rho = (a * (1 - e2)) / (1 - e2 * s * s) ** 1.5
  const nu = a / Math.sqrt(1 - e2 * s * s)
  const north = (-dx * s * cl - dy * s * sl + dz * c + (a * df + f * da) * Math.sin(2 * phi)) / rho
  const east = (-dx * sl + dy * cl) / (nu * c)
  return { lat: lat + (north * 180) / Math.PI, lon: lon + (east * 180) / Math.PI }
}

test.each([
  ["Bruxelles", 50.8466, 4.3517],
  ["Oostende", 51.2254, 2.9187],
  ["Eupen", 50.6279, 6.0366],
  ["Arlon", 49.6833, 5.8167],
  ["Antwerpen", 51.2194, 4.4025],
])("Lambert 72: the conversion of %s agrees with another formula to ten metres", (_, lat, lon) => {
  const there = molodensky(lat, lon)
  expect(apart(projections.lambert72(onCone(lat, lon, belgium)), there.lat, there.lon)).toBeLessThan(10)
})

test.each<[string, number, number, string | undefined, string]>([
  ["as it is", 50.85, 4.35, "BE", "50.85 4.35"],
  ["of no country", 50.85, 4.35, undefined, "50.85 4.35"],
  ["the wrong way round", 4.35, 50.85, "BE", "50.85 4.35 swapped"],
  ["the wrong way round, of no country", 4.35, 50.85, undefined, "none"],
  ["in Réunion", -20.88, 55.45, "FR", "-20.88 55.45"],
  ["Lambert 72", 170_560, 148_850, "BE", "50.85 4.35 lambert72"],
  ["Lambert 93", 6_862_271, 648_237, "FR", "48.86 2.29 lambert93"],
  ["Lambert 93, easting first", 648_237, 6_862_271, "FR", "48.86 2.29 lambert93"],
  ["RD", 487_525.5, 120_700.7, "NL", "52.37 4.88 rd"],
  ["metres of another country", 487_525.5, 120_700.7, "FR", "none"],
  ["metres of no country", 6_862_271, 648_237, undefined, "none"],
  ["nothing", 0, 0, "BE", "none"],
  ["no number", Number.NaN, 4, "BE", "none"],
  ["no end", Infinity, -Infinity, "FR", "none"],
  ["huge", 1e300, 1e300, "FR", "none"],
  ["beyond the pole", 91, 4, "BE", "none"],
])("coordinates %s: %f, %f in %s are interpreted as %s", (_, lat, lon, country, expected) => {
  const found = interpretCoordinates(lat, lon, country)
  const said =
    found && [found.point.lat.toFixed(2), found.point.lon.toFixed(2), found.takenFor].filter(Boolean).join(" ")
  expect((said ?? "none").replaceAll(/(\.\d)0\b/g, "$10")).toBe(expected)
})
