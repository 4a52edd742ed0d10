import { z } from "@hono/zod-openapi"
import { personElsewhere } from "../../elsewhere/representation.server.ts"

/** A person on another server who attends the event. */
export const attendanceElsewhere = z
  .object({
    id: z.number().int(),
    by: personElsewhere,
    occurrence: z
      .object({ id: z.number().int(), start: z.string().openapi({ format: "date-time" }) })
      .nullable()
      .openapi({ description: "The date they attend; null if there is only one." }),
    message: z.string().nullable().openapi({ description: "Their message, as plain text." }),
    created: z.string().openapi({ format: "date-time" }),
  })
  .openapi("AttendanceElsewhere")
export type AttendanceElsewhere = z.output<typeof attendanceElsewhere>
