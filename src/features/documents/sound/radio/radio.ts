import type { z } from "@hono/zod-openapi"
import type { radioRepresentation } from "./representation.server.ts"

/** Who plays, when and where, and a sound of theirs, as the API tells it. */
export type RadioItem = z.infer<typeof radioRepresentation>
