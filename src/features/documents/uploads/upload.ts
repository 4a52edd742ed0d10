import type { z } from "@hono/zod-openapi"
import type { uploadRepresentation } from "./representation.server.ts"

/** A file that comes in pieces, as the API speaks it. */
export type Upload = z.infer<typeof uploadRepresentation>

/** How long what has not arrived whole is waited for. */
export const uploadHours = 48
