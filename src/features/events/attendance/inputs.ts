import { z } from "@hono/zod-openapi"
import { paging, text } from "#http/parameters.ts"

export const attendanceValues = ["interested", "confirmed", "declined"] as const
const id = z.number().int().positive().max(Number.MAX_SAFE_INTEGER)
const wholeNumber = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number)
  .openapi({ type: "integer" })

/** An answer to an event. */
export const attendanceInput = z.object({
  value: z.enum(attendanceValues),
  actor: text(400).min(1).optional().openapi({
    description:
      "fid of the caller's own public person; the one of their profile when it is not said, or else the only one.",
  }),
  occurrence: id.nullish().openapi({ description: "id of one of the dates; all of them when it is not said." }),
  visibility: z.enum(["organisers", "public"]).optional(),
})
export type AttendanceInput = z.output<typeof attendanceInput>

export const attendanceRemoval = z.object({
  occurrence: wholeNumber
    .optional()
    .openapi({ description: "The answer for this date; the one for the whole event when it is not said." }),
})

export const attendancesQuery = z.object({
  value: z.enum(attendanceValues).optional(),
  occurrence: wholeNumber.optional(),
  /** For a plain link: a browser following it cannot choose its `Accept` header. */
  format: z.enum(["json", "csv"]).optional().openapi({ description: "csv: the whole table, as `Accept: text/csv`." }),
  ...paging(100, 50),
})

export const attendancesElsewhereQuery = z.object({ occurrence: wholeNumber.optional(), ...paging(100, 50) })
