import { z } from "@hono/zod-openapi"
import { text } from "#http/input/parameters.ts"
import { withMessage } from "#http/input/parameters.ts"

const moment = text(40).min(1).openapi({
  description: "ISO 8601 with an offset, or local time at the venue; for all-day events the date alone.",
  example: "2027-11-20T20:30",
})

export const copyFields = z.object({ start: moment.optional(), dates: z.array(moment).min(1).max(1000).optional() })

/** The dates of a copy: those of the original moved to another start, or these dates, each with the length of the first. */
export const copyInput = copyFields.refine(({ start, dates }) => !start || !dates, {
  ...withMessage("errors.start_or_dates"),
  path: ["dates"],
})
export type CopyInput = z.output<typeof copyInput>
