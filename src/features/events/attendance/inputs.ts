import { z } from "@hono/zod-openapi"
import { paging, text } from "#http/input/parameters.ts"

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
      "fid of a public person page of the caller; defaults to that of their profile, or else to their only one.",
  }),
  occurrence: id.nullish().openapi({ description: "Id of one of the dates; omitted or null for all of them." }),
  visibility: z.enum(["organisers", "public"]).optional(),
})
export type AttendanceInput = z.output<typeof attendanceInput>

export const attendanceRemoval = z.object({
  occurrence: wholeNumber
    .optional()
    .openapi({ description: "Id of the date whose answer is withdrawn; omitted for the answer to the whole event." }),
})

export const attendancesQuery = z.object({
  value: z.enum(attendanceValues).optional(),
  occurrence: wholeNumber.optional(),
  /** For a plain link: a browser following it cannot choose its `Accept` header. */
  format: z
    .enum(["json", "csv"])
    .optional()
    .openapi({ description: "`csv` for the whole table, like `Accept: text/csv`." }),
  ...paging(100, 50),
})

export const attendancesElsewhereQuery = z.object({ occurrence: wholeNumber.optional(), ...paging(100, 50) })
