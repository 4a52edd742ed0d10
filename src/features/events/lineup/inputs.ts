import { z } from "@hono/zod-openapi"
import { numberInPath, oneLine } from "#http/input/parameters.ts"
import { line } from "#http/input/body-fields.ts"

export const mostPerformers = 200

/** The fields of a line-up entry to change. */
export const performerChange = z.object({
  name: oneLine(200).min(1).optional().openapi({ description: "Name as written on this event." }),
  role: line(120).optional(),
  position: z
    .number()
    .int()
    .min(0)
    .max(mostPerformers)
    .optional()
    .openapi({ description: "Position in the line-up, counted from 0." }),
})
export type PerformerChange = z.output<typeof performerChange>

export const performerPath = z.object({
  id: numberInPath(42),
  entry: numberInPath(7),
})
