import sharp from "sharp"
import { expect, test } from "vitest"
import { baseShapes, townNames } from "../../../../scripts/map/base.ts"
import { packedMap, packedModule } from "../../../../scripts/map/drawn.ts"
import { type BaseMap, drawMap, svgOf } from "./static-map.ts"

const names = townNames()
const shapes = baseShapes()
const packed = packedMap(shapes, names.towns)
const base: BaseMap = { ...packed, towns: packed.towns.fr }
const pictureOf = (of: BaseMap, lat: number, lon: number, mode: "light" | "dark") =>
  svgOf(drawMap(of, { lat, lon }, mode))

test("a static map shows the towns around its place in the given language and stays under 40 kB", async () => {
  const svg = pictureOf(base, 50.85, 4.35, "light")
  expect(svg).toContain(">Bruxelles<")
  expect(svg).toContain(">Louvain<")
  expect(svg).not.toContain("NaN")
  expect(Buffer.byteLength(svg)).toBeLessThan(40_000)
  const { width, height } = await sharp(Buffer.from(svg)).metadata()
  expect([width, height]).toEqual([720, 360])
  expect(pictureOf({ ...packed, towns: packed.towns.nl }, 50.85, 4.35, "dark")).toContain(">Brussel<")
})

test("the packed map keeps the points of its shapes to four decimals and stays under a megabyte", () => {
  const [land] = packed.shapes
  const polygons = (shapes.features[0]?.geometry.coordinates ?? []) as [number, number][][][]
  const ring = polygons[0]?.[0] ?? []
  expect(land?.count).toBe(ring.length)
  const [x = 0, y = 0] = packed.points.subarray(2 * (land?.first ?? 0))
  const lat = (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI
  expect(x * 360 - 180).toBeCloseTo(ring[0]?.[0] as number, 4)
  expect(lat).toBeCloseTo(ring[0]?.[1] as number, 4)
  expect(packedModule(packed).length).toBeLessThan(1_000_000)
})

test("a static map is drawn at the poles, on the date line and on the open sea", () => {
  for (const [lat, lon] of [
    [90, 0],
    [-90, 180],
    [0, -180],
    [0, 0],
  ] as const)
    expect(pictureOf(base, lat, lon, "dark")).toMatch(/^<svg .*<\/svg>$/)
})

test("towns have names in three languages, and the land shapes contain Brussels and Paris but not the North Sea", () => {
  const named = (language: "fr" | "nl" | "en") =>
    names.towns[language].features.map(({ properties }) => properties["name"])
  expect(named("fr")).toEqual(expect.arrayContaining(["Anvers", "Lille", "Cologne", "Londres"]))
  expect(named("nl")).toEqual(expect.arrayContaining(["Antwerpen", "Rijsel", "Keulen", "Londen", "Luik"]))
  expect(named("en")).toEqual(expect.arrayContaining(["Antwerp", "Lille", "Cologne", "London", "The Hague"]))

  const land = shapes.features.find(({ properties }) => properties["kind"] === "land")
  const rings = ((land?.geometry.coordinates ?? []) as [number, number][][][]).flat()
  const isLand = (x: number, y: number) => rings.reduce((isIn, ring) => (crosses(ring, x, y) ? !isIn : isIn), false)
  expect(isLand(4.35, 50.85)).toBe(true)
  expect(isLand(2.35, 48.85)).toBe(true)
  expect(isLand(2.5, 52.5)).toBe(false)
})

/** Whether a ray to the east crosses the ring an odd number of times. */
function crosses(ring: [number, number][], x: number, y: number) {
  let isIn = false
  ring.forEach(([ax, ay], n) => {
    const [bx, by] = ring[(n + 1) % ring.length] as [number, number]
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) isIn = !isIn
  })
  return isIn
}
