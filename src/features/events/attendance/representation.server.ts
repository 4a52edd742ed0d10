import { z } from "@hono/zod-openapi"
import { actorReference } from "#features/actors/representation.server.ts"
import { attendanceValues } from "./inputs.ts"

/** An answer to an event. */
export const attendanceRepresentation = z
  .object({
    event: z.number().int(),
    occurrence: z
      .object({ id: z.number().int(), start: z.string().openapi({ format: "date-time" }) })
      .nullable()
      .openapi({ description: "The date answered, or null for all of them." }),
    actor: actorReference,
    value: z.enum(attendanceValues),
    visibility: z.enum(["organisers", "public"]),
    is_confirmed: z.boolean().openapi({
      description:
        "False until the person confirms an e-mail address: nobody else sees their page, and after seven days both are removed.",
    }),
    created: z.string().openapi({ format: "date-time" }),
    updated: z.string().openapi({ format: "date-time" }),
  })
  .openapi("Attendance")
/** Numbers of answers by value, for one date or (null) for all dates together. */
export const attendanceCounts = z
  .object({
    occurrence: z.number().int().nullable(),
    interested: z.number().int(),
    confirmed: z.number().int(),
    declined: z.number().int(),
    unconfirmed: z.number().int().openapi({
      description:
        "Answers of any value from people who have not yet confirmed an e-mail address; they are counted only here.",
    }),
  })
  .openapi("AttendanceCounts")
export type AttendanceCounts = z.output<typeof attendanceCounts>
export type Attendance = z.output<typeof attendanceRepresentation>
