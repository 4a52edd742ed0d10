import type { z } from "@hono/zod-openapi"
import type { uploadRepresentation } from "./representation.server.ts"

/** A file sent in pieces, as the API returns it. */
export type Upload = z.infer<typeof uploadRepresentation>

/** Hours after which an unfinished upload is removed. */
export const uploadHours = 48
