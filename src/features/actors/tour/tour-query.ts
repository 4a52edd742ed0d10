import { dayIn } from "../openings/listing.ts"
import { mostTowns, usualWidth, widths } from "./tour.ts"

/** The way, the days and the distance of a tour, as its address contains them. */
export type TourPageQuery = {
  towns: { name: string; at: string }[]
  from: string | undefined
  to: string | undefined
  within: number
  /** Whether the form was sent, even with empty fields. */
  isSent: boolean
}

/** Reads a tour from an address: the towns with a name, in order, each with its point if one was chosen. */
export function readTour(asked: URLSearchParams): TourPageQuery {
  const points = asked.getAll("town.at")
  const towns = asked
    .getAll("town")
    .map((name, at) => ({ name: name.trim().slice(0, 200), at: points[at] ?? "" }))
    .filter(({ name }) => name !== "")
  const within = Number(asked.get("within"))
  return {
    towns: towns.slice(0, mostTowns),
    from: dayIn(asked.get("from")),
    to: dayIn(asked.get("to")),
    within: widths.find((one) => one === within) ?? usualWidth,
    isSent: asked.has("from"),
  }
}
