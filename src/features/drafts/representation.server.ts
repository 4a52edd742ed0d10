import { z } from "@hono/zod-openapi"

const saved = z.string().openapi({ format: "date-time", description: "Time at which the draft was saved." })
const version = z.number().int().nullable()

export const draftRepresentation = z
  .object({ fields: z.record(z.string(), z.string()), version, saved })
  .openapi("Draft")
export type Draft = z.infer<typeof draftRepresentation>

/** The answer to saving a draft, which does not repeat its texts. */
export const savedDraft = z.object({ version, saved }).openapi("KeptDraft")
export type SavedDraft = z.infer<typeof savedDraft>
