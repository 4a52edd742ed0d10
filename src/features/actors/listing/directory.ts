import { type Relation, relations } from "#ui/relations.ts"
import type { Box } from "#features/places/map/map.ts"
import { boxText, readBox } from "#features/places/map/box-text.ts"
import { type ActorType, isActorType } from "../actor-types.ts"

export const views = ["list", "map"] as const
/** The radii around a place to choose from, in kilometres. */
export const radii = [5, 10, 25, 50, 100] as const
export const usualRadius = 25
/** Number of actors on the first page, and on every further page: the most one call returns. */
export const firstPage = 100
export const nextPage = 200

export type Point = { lat: number; lon: number }

/** The query of the directory. Values that cannot be understood count as absent. */
export type DirectoryQuery = {
  rel: Relation
  q: string | undefined
  types: ActorType[]
  letter: string | undefined
  near: Point | undefined
  /** Name of a place to be geocoded; empty when the form for a place is to be shown. */
  place: string | undefined
  radius: number
  /** Whether the directory is shown as a list or with a map; `bbox` is the area of the map that limits it. */
  view: (typeof views)[number]
  bbox: Box | undefined
  start: number
}

/** Reads the query of the directory from its address; values that cannot be understood are left out. */
export function readDirectory(asked: URLSearchParams): DirectoryQuery {
  const text = (name: string) => asked.get(name)?.toWellFormed().replaceAll("\0", " ").trim().slice(0, 100)
  const rel = relations.find((one) => one === asked.get("rel")) ?? "all"
  const letter = /^([a-z]|0)$/.exec(asked.get("letter")?.toLowerCase() ?? "")?.[0]
  const types = (asked.get("type") ?? "").split(",").filter(isActorType)
  const start = /^\d{1,6}$/.test(asked.get("start") ?? "") ? Number(asked.get("start")) : 0
  return {
    rel,
    q: text("q") || undefined,
    types: [...new Set(types)],
    letter,
    near: readPoint(asked.get("near")),
    place: text("place"),
    radius: radii.find((one) => String(one) === asked.get("radius")) ?? usualRadius,
    view: asked.get("view") === "map" ? "map" : "list",
    bbox: readBox(asked.get("bbox")),
    start,
  }
}

/** Reads a point written as `50.846,4.352` (latitude, longitude). */
export function readPoint(text: string | null): Point | undefined {
  const parts = (text ?? "")
    .split(",")
    .map((part) => (/^\s*-?\d{1,3}(\.\d{1,12})?\s*$/.test(part) ? Number(part) : Number.NaN))
  const [lat = Number.NaN, lon = Number.NaN] = parts
  return parts.length === 2 && Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { lat, lon } : undefined
}

/** Rounds a point to about a hundred metres: precise enough for a search nearby, too coarse to identify a house. */
export function rounded({ lat, lon }: Point): Point {
  return { lat: Math.round(lat * 1000) / 1000, lon: Math.round(lon * 1000) / 1000 }
}

/** Returns the radius to choose from that is nearest to this one. */
export function nearestOf(kilometres: number): number {
  return radii.toSorted((a, b) => Math.abs(a - kilometres) - Math.abs(b - kilometres))[0] as number
}

/** Writes a directory query as parameters of an address; default values are left out. */
export function writeDirectory(query: Partial<DirectoryQuery>): Record<string, string | undefined> {
  const { rel, q, types, letter, near, place, radius, view, bbox, start } = query
  return {
    rel: rel === "all" ? undefined : rel,
    q,
    type: types?.join(","),
    letter,
    near: near && `${near.lat},${near.lon}`,
    place,
    radius: radius && radius !== usualRadius && (near || place) ? String(radius) : undefined,
    view: view === "map" ? view : undefined,
    bbox: bbox && boxText(bbox),
    start: start ? String(start) : undefined,
  }
}

/**
 * Returns the index letter of a name as the database sorts it, ignoring leading punctuation and articles; "0" for everything
 * else.
 */
export function letterOf(name: string): string {
  const plain = name
    .replaceAll(/[œŒ]/g, "oe")
    .replaceAll(/[æÆ]/g, "ae")
    .replaceAll(/[øØ]/g, "o")
    .replaceAll(/[łŁ]/g, "l")
    .replaceAll(/[đĐ]/g, "d")
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("’", "'")
    .replace(/^('t\s+|[^\p{L}\p{N}]*((le|la|les|de|het|the|een|un|une|a|an)\s+|l'+\s*)?)/u, "")
  return /^[a-z]/.exec(plain)?.[0] ?? "0"
}

export type Letter = { letter: string; count: number }

/** Groups actors by their index letter, keeping their order. */
export function byLetter<One extends { name: string }>(actors: readonly One[]): { letter: string; actors: One[] }[] {
  const letters = new Map<string, One[]>()
  for (const actor of actors) {
    const letter = letterOf(actor.name)
    const under = letters.get(letter)
    if (under) under.push(actor)
    else letters.set(letter, [actor])
  }
  return [...letters].map(([letter, under]) => ({ letter, actors: under }))
}

/** Groups actors by distance within 5, 10, 25… km, nearest first; each in the smallest radius that contains it. */
export function byDistance<One extends { distance?: number | undefined }>(
  actors: readonly One[],
  within: number,
): { radius: number; actors: One[] }[] {
  const bands = radii.filter((radius) => radius < within)
  return [...bands, within]
    .map((radius, at, all) => ({
      radius,
      actors: actors.filter(
        ({ distance = 0 }) => distance <= radius && distance > (at === 0 ? -1 : (all[at - 1] ?? 0)),
      ),
    }))
    .filter((band) => band.actors.length > 0)
}
