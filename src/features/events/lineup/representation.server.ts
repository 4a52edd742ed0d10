import { z } from "@hono/zod-openapi"
import { actorReference } from "#features/actors/representation.server.ts"
import { orNull } from "#http/input/schemas.ts"

/** One entry of a line-up. */
export const performerRepresentation = z
  .object({
    id: z.number().int(),
    actor: orNull(actorReference),
    name: z.string(),
    role: z.string().nullable(),
    confirmed: z.boolean(),
  })
  .openapi("Performer")
export type Performer = z.output<typeof performerRepresentation>
