import type { z } from "@hono/zod-openapi"
import type { radioRepresentation } from "./representation.server.ts"

/** A person or group who plays soon, with the event and one of their sounds, as the API returns it. */
export type RadioItem = z.infer<typeof radioRepresentation>
