import { type Category, isCategory } from "#features/events/categories.ts"
import { type Point, radii, readPoint, usualRadius } from "#features/actors/listing/directory.ts"

/** Specification §9: so many at first and with each press. */
export const pageSize = 10

/** What the page of sounds is asked: all that there are, or who plays around a place. Whatever cannot be understood counts as not asked. */
export type SoundQuery = {
  q: string | undefined
  start: number
  near: Point | undefined
  /** The name of a town, to be found; empty when the reader wants to be asked for one. */
  place: string | undefined
  radius: number
  category: Category | undefined
}

/** What the address asks for. */
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

/** The query of an address for what is asked: nothing for what is usual. */
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
    // Asked for a place, and not given one yet.
    ...(place === "" && !near ? { radio: "1" } : {}),
  }
}
