// Packs the base map for the server's pictures of places: projected once in the build, so that the server does not parse it.
import { languages, type Language } from "../../src/i18n/languages.ts"
import { mercator, type Shape, type Town } from "../../src/features/places/static-map/static-map.ts"
import { baseShapes, type Collection, townNames } from "./base.ts"
import type { Point } from "./simplify.ts"

/** Coordinates of all points, east and south alternately; the shapes that are ranges of them; towns, the largest first. */
export type Packed = { points: Float32Array; shapes: Shape[]; towns: Record<Language, Town[]> }

/** Packs the base map. Coordinates are fractions of the world's width (Web Mercator), accurate to some 2 m. */
export function packedMap(
  base: Collection = baseShapes(),
  names: Record<Language, Collection> = townNames().towns,
): Packed {
  const shapes: Shape[] = []
  const all: number[] = []
  for (const { properties, geometry } of base.features) {
    if (geometry.type === "Point") continue
    const lines = geometry.type === "MultiPolygon" ? geometry.coordinates.flat() : geometry.coordinates
    for (const line of lines) {
      const projected = line.map(([lon, lat]) => mercator(lon, lat))
      shapes.push({
        kind: String(properties["kind"]),
        level: Number(properties["level"] ?? 0),
        first: all.length / 2,
        count: projected.length,
        box: boxOf(projected),
      })
      for (const [x, y] of projected) all.push(x, y)
    }
  }
  const towns = (language: Language) =>
    names[language].features.map(({ properties, geometry }): Town => {
      const [x, y] = mercator(...(geometry.coordinates as Point))
      return [String(properties["name"]), Number(properties["size"]), rounded(x), rounded(y)]
    })
  return {
    points: Float32Array.from(all),
    shapes,
    towns: Object.fromEntries(languages.map((one) => [one, towns(one)])) as Packed["towns"],
  }
}

function boxOf(line: Point[]): Shape["box"] {
  const box: Shape["box"] = [1, 1, 0, 0]
  for (const [x, y] of line) {
    box[0] = Math.min(box[0], rounded(x))
    box[1] = Math.min(box[1], rounded(y))
    box[2] = Math.max(box[2], rounded(x))
    box[3] = Math.max(box[3], rounded(y))
  }
  return box
}

/** Rounds to some 40 m: enough for the position of a name and for a bounding box. */
const rounded = (part: number) => Math.round(part * 1e6) / 1e6

/**
 * Returns the module that the server imports (`virtual:packed-map`): points as base64, the rest as JSON that is parsed on demand.
 */
export function packedModule({ points, shapes, towns }: Packed): string {
  const text = (value: unknown) => JSON.stringify(JSON.stringify(value))
  return `export const points = ${JSON.stringify(Buffer.from(points.buffer).toString("base64"))}
export const shapes = ${text(shapes.map(({ kind, level, first, count, box }) => [kind, level, first, count, ...box]))}
export const towns = {${languages.map((one) => `${one}:${text(towns[one])}`).join(",")}}`
}
