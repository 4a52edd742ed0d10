import { type Category, isCategory } from "#features/events/categories.ts"
import { isDate } from "#lib/time.ts"
import { startIn } from "#web/start-in.ts"
import { radii, type Side, sides, usualRadius } from "./opening.ts"

/** What the list of all open dates is asked for, as its address says it. */
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

/** Reads an address; what it does not understand is not asked. */
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
    // Days that end before they begin are no period.
    to: from && to && to < from ? undefined : to,
    start: startIn(url),
  }
}

/** The same as the parameters of an address. */
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

/** A day of this century or the next ones, as an address says it. */
export function dayIn(value: string | null): string | undefined {
  return value && /^2[01]\d{2}-\d{2}-\d{2}$/.test(value) && isDate(value) ? value : undefined
}
