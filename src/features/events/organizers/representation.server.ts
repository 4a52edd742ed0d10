import { z } from "@hono/zod-openapi"
import { actorReference } from "#features/actors/representation.server.ts"

/** A page that organises an event, or has been requested to. */
export const organizerRepresentation = z
  .object({
    actor: actorReference,
    is_host: z.boolean(),
    status: z
      .enum(["accepted", "pending"])
      .openapi({ description: "`pending` organizers, which have not answered, are shown to managers only." }),
  })
  .openapi("Organizer")
export type Organizer = z.output<typeof organizerRepresentation>
