import { z } from "@hono/zod-openapi"

/** Text in several languages; a missing one falls back to the main one. */
export const translated = z
  .object({ fr: z.string().optional(), en: z.string().optional(), nl: z.string().optional() })
  .openapi("Translated")

/** Something named, or null. (`.nullable()` of a named schema loses its null in the OpenAPI document.) */
export function orNull<Schema extends z.ZodType>(schema: Schema) {
  return z.union([schema, z.null()])
}
