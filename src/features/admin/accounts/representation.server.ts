import { z } from "@hono/zod-openapi"
import { actorReference } from "#features/actors/representation.server.ts"
import { orNull } from "#http/input/schemas.ts"

const time = z.string().openapi({ format: "date-time" })

/** An account as administrators see it: its public identity, its roles and its suspension. */
export const accountRepresentation = z
  .object({
    id: z.number().int(),
    username: z.string(),
    name: z.string(),
    page: orNull(actorReference).openapi({ description: "Published page the person acts as; null if there is none." }),
    owned: z
      .array(actorReference)
      .openapi({ description: "Published pages of which the account is the only owner, by name; ten at most." }),
    is_verified: z.boolean().openapi({ description: "Whether at least one e-mail address is verified." }),
    is_moderator: z.boolean(),
    is_admin: z.boolean(),
    suspended: time.nullable().openapi({ description: "Time of the suspension; null if not suspended." }),
    suspended_reason: z.string().nullable(),
    created: time,
  })
  .openapi("Account")
export type Account = z.output<typeof accountRepresentation>
