import { z } from "@hono/zod-openapi"

/** A text in several languages; a missing language falls back to the main one. */
export const translated = z
  .object({ fr: z.string().optional(), en: z.string().optional(), nl: z.string().optional() })
  .openapi("Translated")

/** A named schema, or null. (`.nullable()` of a named schema loses its null in the OpenAPI document.) */
export function orNull<Schema extends z.ZodType>(schema: Schema) {
  return z.union([schema, z.null()])
}
