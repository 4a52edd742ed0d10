import { z } from "@hono/zod-openapi"
import { audiences } from "./settings.ts"

const audience = z.enum(audiences)

/** Changes of a page's Fediverse settings; fields that are left out stay the same. */
export const settingsChange = z
  .strictObject({
    audience: audience.optional().openapi({ description: "Who elsewhere sees the page and its events." }),
    has_comments: z.boolean().optional(),
    joining: audience.optional().openapi({ description: "Who may say from elsewhere that they come." }),
    shows_counts: z.boolean().optional(),
  })
  .openapi("FediverseSettingsChange")
export type SettingsChange = z.output<typeof settingsChange>

/** The Fediverse settings of a page, as its managers see them. */
export const settingsRepresentation = z
  .object({
    audience,
    has_comments: z.boolean(),
    joining: audience,
    shows_counts: z.boolean(),
    handle: z.string().openapi({ description: "Empty where nobody elsewhere can see the page." }),
    followers: z.number().int().openapi({ description: "How many accounts elsewhere follow the page." }),
    version: z.number().int(),
  })
  .openapi("FediverseSettings")
