import { z } from "@hono/zod-openapi"
import { withMessage } from "#http/input/parameters.ts"
import { isDate } from "#lib/time.ts"
import { eventListQuery } from "../inputs.ts"

/** Most dates that a cell of the month shows: as squares on a phone, fewer with text on other screens. */
export const mostLabels = 8
/** Most dates listed under the month for the open day; the day's own list has all of them. */
export const mostOnDay = 40

const day = z
  .string()
  .regex(/^(19|2[01])\d{2}-\d{2}-\d{2}$/)
  .refine(isDate, withMessage("errors.date"))

/** The month and its filters: those of lists, without time and paging. */
export const monthQuery = eventListQuery.omit({ filter: true, from: true, to: true, start: true, limit: true }).extend({
  month: z
    .string()
    .regex(/^(19|2[01])\d{2}-(0[1-9]|1[0-2])$/)
    .optional()
    .openapi({ description: "Month; defaults to the current one.", example: "2026-11" }),
  limit: z.coerce.number().int().min(1).max(mostLabels).default(mostLabels).openapi({
    description: "Number of dates listed per day; all are counted.",
  }),
  day: day
    .optional()
    .openapi({ description: `A day of which up to ${mostOnDay} dates are listed.`, example: "2026-11-21" }),
})
