import { z } from "@hono/zod-openapi"
import { actorReference } from "#features/actors/representation.server.ts"
import { translated } from "#http/input/schemas.ts"
import { languages } from "#i18n/languages.ts"

/** An event that names a page which has not answered yet. */
export const waitingRepresentation = z
  .object({
    event: z.object({
      id: z.number().int(),
      title: translated,
      language: z.enum(languages),
      status: z.string(),
      all_day: z.boolean(),
      start: z
        .string()
        .openapi({ format: "date-time", description: "Start of its next date; of a past event, of its first." }),
      place: z.string().nullable(),
      host: z.string().nullable(),
      url: z.string(),
    }),
    actor: actorReference.openapi({ description: "The named page." }),
    parts: z.array(z.enum(["organizer", "performer", "place"])),
    role: z.string().nullable(),
    is_over: z.boolean(),
  })
  .openapi("WaitingConfirmation")
export type Waiting = z.output<typeof waitingRepresentation>

/** An event that waits for a page's answer. */
export type WaitingConfirmation = z.infer<typeof waitingRepresentation>
