import { z } from "@hono/zod-openapi"
import { numberInPath, text } from "#http/input/parameters.ts"

export const mostOrganizers = 20

export const newOrganizer = z.object({ fid: text(400).min(1) })

/** The position among the organisers; the first is the host. */
export const organizerChange = z.object({
  position: z
    .number()
    .int()
    .min(0)
    .max(mostOrganizers)
    .optional()
    .openapi({ description: "Position among the organizers, counted from 0; `0` makes it the host." }),
})

export const organizerPath = z.object({
  id: numberInPath(42),
  fid: z.string().openapi({ example: "hangar" }),
})
