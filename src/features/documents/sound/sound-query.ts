import { type Category, isCategory } from "#features/events/categories.ts"
import { type Point, radii, readPoint, usualRadius } from "#features/actors/listing/directory.ts"

/** Number of sounds shown at first and with each press (specification §9). */
export const pageSize = 10

/**
 * The query of the sounds page: all sounds, or those of people who play around a place. Values that cannot be understood count as
 * absent.
 */
export type SoundQuery = {
  q: string | undefined
  start: number
  near: Point | undefined
  /** Name of a town to be geocoded; empty when the form for a town is to be shown. */
  place: string | undefined
  radius: number
  category: Category | undefined
}

/** Reads the query from an address. */
export function readSounds(asked: URLSearchParams): SoundQuery {
  const text = (name: string) => asked.get(name)?.toWellFormed().replaceAll("\0", " ").trim().slice(0, 100)
  const category = asked.get("category")
  return {
    q: text("q") || undefined,
    start: /^\d{1,6}$/.test(asked.get("start") ?? "") ? Number(asked.get("start")) : 0,
    near: readPoint(asked.get("near")),
    place: text("place") ?? (text("radio") === "1" ? "" : undefined),
    radius: radii.find((one) => String(one) === asked.get("radius")) ?? usualRadius,
    category: isCategory(category) ? category : undefined,
  }
}

/** Writes the query as parameters of an address; default values are left out. */
export function writeSounds({ q, start, near, place, radius, category }: Partial<SoundQuery>) {
  const isNear = near !== undefined || place !== undefined
  const round = (degrees: number) => Math.round(degrees * 1000) / 1000
  return {
    q: isNear ? undefined : q,
    start: start && !isNear ? String(start) : undefined,
    near: near && `${round(near.lat)},${round(near.lon)}`,
    place: place || undefined,
    radius: isNear && radius && radius !== usualRadius ? String(radius) : undefined,
    category: isNear ? category : undefined,
    // The form for a place is open, without a place yet.
    ...(place === "" && !near ? { radio: "1" } : {}),
  }
}
