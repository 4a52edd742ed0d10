import { z } from "@hono/zod-openapi"
import { orNull } from "#http/input/schemas.ts"
import { adminActions } from "./log.ts"

const person = z.object({ id: z.number().int(), username: z.string(), name: z.string() })

/** One action of an administrator. */
export const logRepresentation = z
  .object({
    id: z.number().int(),
    action: z.enum(adminActions),
    by: orNull(person).openapi({
      description: "Administrator who acted; null for the command line, or if the account is deleted.",
    }),
    account: orNull(person).openapi({ description: "Account concerned; null if there is none, or if it is deleted." }),
    host: z.string().nullable(),
    hosts: z.number().int().nullable().openapi({ description: "Number of hosts changed by a list." }),
    reason: z.string().nullable(),
    created: z.string().openapi({ format: "date-time" }),
  })
  .openapi("AdminLogEntry")
export type LogEntry = z.output<typeof logRepresentation>
