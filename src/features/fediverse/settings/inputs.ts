import { z } from "@hono/zod-openapi"
import { audiences } from "./settings.ts"

const audience = z.enum(audiences)

/** Changes of a page's Fediverse settings; fields that are left out stay the same. */
export const settingsChange = z
  .strictObject({
    audience: audience.optional().openapi({ description: "Who on other servers sees the page and its events." }),
    has_comments: z.boolean().optional(),
    joining: audience.optional().openapi({ description: "Who may attend events from other servers." }),
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
    handle: z.string().openapi({ description: "Fediverse handle; empty if the page is not visible on other servers." }),
    followers: z.number().int().openapi({ description: "Number of remote accounts that follow the page." }),
    version: z.number().int(),
  })
  .openapi("FediverseSettings")
