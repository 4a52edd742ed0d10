import { z } from "@hono/zod-openapi"
import { openingRepresentation } from "../openings/representation.server.ts"
import { mostStops } from "./tour.ts"

const date = z.string().openapi({ format: "date" })
const days = z.object({ from: date, to: date.openapi({ description: "Last day, included." }) })

/** A planned tour: the stops that are possible along a way. */
export const tourRepresentation = z
  .object({
    length: z.number().openapi({ description: "Length of the route in straight lines, in kilometres." }),
    free: z
      .array(days)
      .openapi({ description: "Days on which the page is free: its open dates minus its engagements." }),
    is_stated: z.boolean().openapi({
      description:
        "Whether the page has open dates in this period; if not, every day without an engagement counts as free.",
    }),
    stops: z
      .array(
        z.object({
          opening: openingRepresentation,
          days: z.array(days).openapi({ description: "Days on which both are free." }),
          distance: z.number().openapi({ description: "Distance from the route, in kilometres." }),
          along: z.number().openapi({ description: "Distance from the start of the route, in kilometres." }),
          leg: z.number().int().openapi({ description: "Index of the leg between two towns, from 0." }),
        }),
      )
      .openapi({ description: `By the first day on which both are free, then along the route; at most ${mostStops}.` }),
    total: z.number().int().openapi({ description: "Total number of stops, including those not listed." }),
  })
  .openapi("Tour")
