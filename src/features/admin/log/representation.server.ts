import { z } from "@hono/zod-openapi"
import { orNull } from "#http/schemas.ts"
import { adminActions } from "./log.ts"

const person = z.object({ id: z.number().int(), username: z.string(), name: z.string() })

/** One action of an administrator. */
export const logRepresentation = z
  .object({
    id: z.number().int(),
    action: z.enum(adminActions),
    by: orNull(person).openapi({ description: "Null for the command line, and for who has left." }),
    account: orNull(person).openapi({ description: "Whose account it was about; null once they have left." }),
    host: z.string().nullable(),
    hosts: z.number().int().nullable().openapi({ description: "How many hosts a list of them changed." }),
    reason: z.string().nullable(),
    created: z.string().openapi({ format: "date-time" }),
  })
  .openapi("AdminLogEntry")
export type LogEntry = z.output<typeof logRepresentation>
