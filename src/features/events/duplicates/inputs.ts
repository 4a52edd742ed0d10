import { z } from "@hono/zod-openapi"
import { oneLine, point, withMessage, text, timezoneName } from "#http/input/parameters.ts"
import { line, webAddress } from "#http/input/body-fields.ts"

/** Most dates that are compared; of a long run, the next ones. */
export const mostComparedDates = 20

const number = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)

/** What an event is compared by: the fields of the query, completed by those of the existing event in `event`. */
export const duplicatesQuery = z.object({
  event: number.optional().openapi({ description: "Id of an existing event to compare, which the caller manages." }),
  title: oneLine(300).optional(),
  dates: text(4000)
    .optional()
    .transform((value) => value?.split(",").filter((one) => one.trim()))
    .refine((value) => (value?.length ?? 0) <= 1000, withMessage("errors.invalid"))
    .openapi({
      type: "string",
      description: `ISO 8601 intervals or start times, separated by commas; at most ${mostComparedDates} are compared.`,
      example: "2026-11-21T20:30/2026-11-21T22:30",
    }),
  timezone: timezoneName.optional(),
  place: text(400).optional().openapi({ description: "fid of a place." }),
  near: point
    .optional()
    .openapi({ description: "Latitude and longitude (WGS 84), separated by a comma, if the place has no page." }),
  locality: line(120).optional(),
  url: webAddress.optional().openapi({ description: "Address of an online event." }),
})
export type DuplicatesQuery = z.output<typeof duplicatesQuery>

/** The event that the first event is merged into. */
export const mergeInput = z.object({ into: z.number().int().positive().max(Number.MAX_SAFE_INTEGER) })
