import { z } from "@hono/zod-openapi"
import { orNull } from "#http/schemas.ts"
import { actorReference } from "#features/actors/representation.server.ts"

/** An activity of the feed, in the terms of ActivityStreams 2.0. */
export const activityRepresentation = z
  .object({
    id: z.number().int(),
    type: z.string().openapi({ example: "Create" }),
    model: z.string().openapi({ example: "contents.Event" }),
    actor: orNull(actorReference),
    object: z.record(z.string(), z.unknown()),
    created: z.string().openapi({ format: "date-time" }),
  })
  .openapi("Activity")
