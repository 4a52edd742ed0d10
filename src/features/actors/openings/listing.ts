import { type Category, isCategory } from "#features/events/categories.ts"
import { isDate } from "#lib/time.ts"
import { startIn } from "#web/lists/start-in.ts"
import { radii, type Side, sides, usualRadius } from "./opening.ts"

/** The query of the list of all openings, as its address contains it. */
export type OpeningsQuery = {
  side: Side | undefined
  category: Category | undefined
  place: string
  at: string
  radius: number
  from: string | undefined
  to: string | undefined
  start: number
}

/** Reads the query from an address; values it does not understand are left out. */
export function readOpenings(url: URL): OpeningsQuery {
  const asked = url.searchParams
  const category = asked.get("category")
  const radius = Number(asked.get("radius"))
  const [from, to] = [dayIn(asked.get("from")), dayIn(asked.get("to"))]
  return {
    side: sides.find((one) => one === asked.get("side")),
    category: isCategory(category) ? category : undefined,
    place: (asked.get("place") ?? "").trim().slice(0, 200),
    at: asked.get("place.at") ?? "",
    radius: radii.find((one) => one === radius) ?? usualRadius,
    from,
    // A period that ends before it begins is ignored.
    to: from && to && to < from ? undefined : to,
    start: startIn(url),
  }
}

/** Writes the query as the parameters of an address. */
export function writeOpenings(query: OpeningsQuery): Record<string, string | undefined> {
  const { side, category, place, at, radius, from, to, start } = query
  return {
    side,
    category,
    place: place || undefined,
    "place.at": place ? at || undefined : undefined,
    radius: place && radius !== usualRadius ? String(radius) : undefined,
    from,
    to,
    start: start > 0 ? String(start) : undefined,
  }
}

/** Reads a day of the years 2000 to 2199 from an address. */
export function dayIn(value: string | null): string | undefined {
  return value && /^2[01]\d{2}-\d{2}-\d{2}$/.test(value) && isDate(value) ? value : undefined
}
