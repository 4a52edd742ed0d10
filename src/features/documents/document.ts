import type { z } from "@hono/zod-openapi"
import type { documentRepresentation } from "./representation.server.ts"

/** A document as the API returns it and pages read it. */
export type Document = z.infer<typeof documentRepresentation>
