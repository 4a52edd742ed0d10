import type { z } from "@hono/zod-openapi"
import type { tourRepresentation } from "./representation.server.ts"

// A tour: an artist's free days beside the open dates of houses along a way (docs/decisions/0047).

/** A tour as the API returns it. */
export type Tour = z.infer<typeof tourRepresentation>
export type TourStop = Tour["stops"][number]

export const mostTowns = 10
/** Largest number of days from the first to the last. */
export const longestTour = 366
export const mostStops = 200
/** The distances from the way to choose from, in kilometres. */
export const widths = [10, 25, 50, 100] as const
export const usualWidth = 50
