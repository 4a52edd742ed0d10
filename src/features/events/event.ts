import type { z } from "@hono/zod-openapi"
import type { actorReference } from "#features/actors/representation.server.ts"
import type { eventRepresentation, occurrenceRepresentation } from "./representation.server.ts"

/** An event as the API represents it and pages read it. */
export type Event = z.infer<typeof eventRepresentation>
/** One date of an event. */
export type Occurrence = z.infer<typeof occurrenceRepresentation>
/** An actor with the fields that events show of it. */
export type ActorReference = z.infer<typeof actorReference>
