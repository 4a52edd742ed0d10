import { z } from "@hono/zod-openapi"
import { openingRepresentation } from "../openings/representation.server.ts"
import { mostStops } from "./tour.ts"

const date = z.string().openapi({ format: "date" })
const days = z.object({ from: date, to: date.openapi({ description: "The last day, which counts." }) })

/** A planned tour: the stops that are possible along a way. */
export const tourRepresentation = z
  .object({
    length: z.number().openapi({ description: "Kilometres of the way, in straight lines." }),
    free: z.array(days).openapi({ description: "When the page is free: its open dates without its engagements." }),
    is_stated: z.boolean().openapi({
      description: "Whether the page has open dates in this time; else every day without an engagement is free.",
    }),
    stops: z
      .array(
        z.object({
          opening: openingRepresentation,
          days: z.array(days).openapi({ description: "When both are free." }),
          distance: z.number().openapi({ description: "Kilometres from the way." }),
          along: z.number().openapi({ description: "Kilometres from the beginning of the way." }),
          leg: z.number().int().openapi({ description: "Between which towns, from 0." }),
        }),
      )
      .openapi({ description: `By the first day that both are free, then along the way; ${mostStops} at most.` }),
    total: z.number().int().openapi({ description: "How many there are in all." }),
  })
  .openapi("Tour")
