// Converts coordinates in metres, as national maps have them, to degrees (WGS 84). Inverse formulas of the IOGP's guidance note
// 373-7-2 (Lambert conformal conic with two parallels; seven-parameter shift), and for the Netherlands the series of
// Schreutelkamp and Strang van Hees (2001), accurate to half a metre: all of it a thousand times finer than a town.

export type Point = { lat: number; lon: number }
/** Metres to the east and to the north. */
type Metres = { x: number; y: number }

export const projections = { lambert72, lambert93, rd }
export type Projection = keyof typeof projections

type Cone = {
  /** Semi-major axis in metres and flattening of the ellipsoid. */
  a: number
  f: number
  /** Standard parallels in degrees. */
  parallels: [number, number]
  origin: Point
  x0: number
  y0: number
}

const radians = Math.PI / 180
const wgs84 = { a: 6378137, f: 1 / 298.257223563 }
const international = { a: 6378388, f: 1 / 297 }

const france: Cone = {
  a: 6378137,
  f: 1 / 298.257222101,
  parallels: [44, 49],
  origin: { lat: 46.5, lon: 3 },
  x0: 700_000,
  y0: 6_600_000,
}
const belgium: Cone = {
  ...international,
  parallels: [49.8333339, 51.1666672333333],
  origin: { lat: 90, lon: 4.36748666666667 },
  x0: 150_000.013,
  y0: 5_400_088.438,
}

/** France: RGF93 / Lambert-93 (EPSG:2154). */
function lambert93(metres: Metres): Point {
  return unrolled(france, metres)
}

/** Belgium: BD72 / Belgian Lambert 72 (EPSG:31370). */
function lambert72(metres: Metres): Point {
  return shifted(unrolled(belgium, metres))
}

/** Converts metres to degrees on the cone's own ellipsoid. */
export function unrolled({ a, f, parallels, origin, x0, y0 }: Cone, { x, y }: Metres): Point {
  const e = Math.sqrt(f * (2 - f))
  const m = (phi: number) => Math.cos(phi) / Math.sqrt(1 - (e * Math.sin(phi)) ** 2)
  const t = (phi: number) =>
    Math.tan(Math.PI / 4 - phi / 2) / ((1 - e * Math.sin(phi)) / (1 + e * Math.sin(phi))) ** (e / 2)
  const [phi1, phi2, phi0] = [parallels[0] * radians, parallels[1] * radians, origin.lat * radians]
  const n = Math.log(m(phi1) / m(phi2)) / Math.log(t(phi1) / t(phi2))
  const scale = m(phi1) / (n * t(phi1) ** n)
  const r0 = origin.lat === 90 ? 0 : a * scale * t(phi0) ** n
  const r = Math.sign(n) * Math.hypot(x - x0, r0 - (y - y0))
  const target = (r / (a * scale)) ** (1 / n)
  const theta = Math.atan2(x - x0, r0 - (y - y0))
  let phi = Math.PI / 2 - 2 * Math.atan(target)
  for (let step = 0; step < 8; step++) {
    phi = Math.PI / 2 - 2 * Math.atan(target * ((1 - e * Math.sin(phi)) / (1 + e * Math.sin(phi))) ** (e / 2))
  }
  return { lat: phi / radians, lon: theta / n / radians + origin.lon }
}

/** Converts from the Belgian datum of 1972 to WGS 84 (EPSG:1609, its rotations as position vector). */
function shifted({ lat, lon }: Point): Point {
  const { a, f } = international
  const [phi, lambda, e2] = [lat * radians, lon * radians, f * (2 - f)]
  const v = a / Math.sqrt(1 - e2 * Math.sin(phi) ** 2)
  const [x, y, z] = [
    v * Math.cos(phi) * Math.cos(lambda),
    v * Math.cos(phi) * Math.sin(lambda),
    v * (1 - e2) * Math.sin(phi),
  ]
  const seconds = radians / 3600
  const [rx, ry, rz, scale] = [0.3366 * seconds, -0.457 * seconds, 1.8422 * seconds, 1 - 1.2747e-6]
  const moved = {
    x: -106.8686 + scale * (x - rz * y + ry * z),
    y: 52.2978 + scale * (rz * x + y - rx * z),
    z: -103.7239 + scale * (-ry * x + rx * y + z),
  }
  const e2w = wgs84.f * (2 - wgs84.f)
  const p = Math.hypot(moved.x, moved.y)
  let found = Math.atan2(moved.z, p * (1 - e2w))
  for (let step = 0; step < 6; step++) {
    const vw = wgs84.a / Math.sqrt(1 - e2w * Math.sin(found) ** 2)
    found = Math.atan2(moved.z + e2w * vw * Math.sin(found), p)
  }
  return { lat: found / radians, lon: Math.atan2(moved.y, moved.x) / radians }
}

/** The Netherlands: Amersfoort / RD New (EPSG:28992), around the tower of Amersfoort. */
function rd({ x, y }: Metres): Point {
  const [dx, dy] = [(x - 155_000) / 1e5, (y - 463_000) / 1e5]
  const series = (terms: readonly (readonly [p: number, q: number, k: number])[]) =>
    terms.reduce((sum, [p, q, k]) => sum + k * dx ** p * dy ** q, 0) / 3600
  return { lat: 52.1551744 + series(northwards), lon: 5.38720621 + series(eastwards) }
}

const northwards = [
  [0, 1, 3235.65389],
  [2, 0, -32.58297],
  [0, 2, -0.2475],
  [2, 1, -0.84978],
  [0, 3, -0.0655],
  [2, 2, -0.01709],
  [1, 0, -0.00738],
  [4, 0, 0.0053],
  [2, 3, -0.00039],
  [4, 1, 0.00033],
  [1, 1, -0.00012],
] as const
const eastwards = [
  [1, 0, 5260.52916],
  [1, 1, 105.94684],
  [1, 2, 2.45656],
  [3, 0, -0.81885],
  [1, 3, 0.05594],
  [3, 1, -0.05607],
  [0, 1, 0.01199],
  [3, 2, -0.00256],
  [1, 4, 0.00128],
  [0, 2, 0.00022],
  [2, 0, -0.00022],
  [5, 0, 0.00026],
] as const
