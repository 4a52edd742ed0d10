import { z } from "@hono/zod-openapi"
import { actorReference } from "#features/actors/representation.server.ts"
import { attendanceValues } from "./inputs.ts"

/** What somebody says of being there. */
export const attendanceRepresentation = z
  .object({
    event: z.number().int(),
    occurrence: z
      .object({ id: z.number().int(), start: z.string().openapi({ format: "date-time" }) })
      .nullable()
      .openapi({ description: "One of the dates, or null for all of them." }),
    actor: actorReference,
    value: z.enum(attendanceValues),
    visibility: z.enum(["organisers", "public"]),
    created: z.string().openapi({ format: "date-time" }),
    updated: z.string().openapi({ format: "date-time" }),
  })
  .openapi("Attendance")
export type Attendance = z.output<typeof attendanceRepresentation>
