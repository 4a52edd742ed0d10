import { z } from "@hono/zod-openapi"

/** Text in several languages; a missing one falls back to the main one. */
export const translated = z
  .object({ fr: z.string().optional(), en: z.string().optional(), nl: z.string().optional() })
  .openapi("Translated")
