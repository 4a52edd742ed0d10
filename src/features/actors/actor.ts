import type { z } from "@hono/zod-openapi"
import type { actorRepresentation } from "./representation.server.ts"

/** An actor as the API returns it and pages read it. */
export type Actor = z.infer<typeof actorRepresentation>
