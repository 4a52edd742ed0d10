import { z } from "@hono/zod-openapi"
import { actorReference } from "#features/actors/representation.server.ts"
import { orNull } from "#http/schemas.ts"

const time = z.string().openapi({ format: "date-time" })

/** An account as administrators see it: its public identity, its roles and its suspension. */
export const accountRepresentation = z
  .object({
    id: z.number().int(),
    username: z.string(),
    name: z.string(),
    page: orNull(actorReference).openapi({ description: "Their public page." }),
    owned: z
      .array(actorReference)
      .openapi({ description: "Published pages that nobody else owns, up to ten, by name." }),
    is_verified: z.boolean().openapi({ description: "One of their addresses is verified." }),
    is_moderator: z.boolean(),
    is_admin: z.boolean(),
    suspended: time.nullable().openapi({ description: "Since when." }),
    suspended_reason: z.string().nullable(),
    created: time,
  })
  .openapi("Account")
export type Account = z.output<typeof accountRepresentation>
