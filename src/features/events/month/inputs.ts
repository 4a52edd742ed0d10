import { z } from "@hono/zod-openapi"
import { withMessage } from "#http/parameters.ts"
import { isDate } from "#lib/time.ts"
import { eventListQuery } from "../inputs.ts"

/** So many dates has a cell of a month's sheet room for: squares on a phone, fewer with words elsewhere. */
export const mostLabels = 8
/** So many stand under the sheet, of the day that is open; the day's own list has all of them. */
export const mostOnDay = 40

const day = z
  .string()
  .regex(/^(19|2[01])\d{2}-\d{2}-\d{2}$/)
  .refine(isDate, withMessage("errors.date"))

/** Which month, and what of it: the filters of lists, but for time and paging. */
export const monthQuery = eventListQuery.omit({ filter: true, from: true, to: true, start: true, limit: true }).extend({
  month: z
    .string()
    .regex(/^(19|2[01])\d{2}-(0[1-9]|1[0-2])$/)
    .optional()
    .openapi({ description: "The present one when it is not said.", example: "2026-11" }),
  limit: z.coerce.number().int().min(1).max(mostLabels).default(mostLabels).openapi({
    description: "How many dates of each day are told; all are counted.",
  }),
  day: day.optional().openapi({ description: `Of this day up to ${mostOnDay} dates are told.`, example: "2026-11-21" }),
})
