import { z } from "@hono/zod-openapi"
import { orNull, translated } from "#http/schemas.ts"
import { languages } from "#i18n/languages.ts"
import { deliveryErrors, deliveryStates, offReasons, webhookEvents } from "./webhook.ts"

const time = z.string().openapi({ format: "date-time" })

/** A webhook of a page, as its managers see it. */
export const webhookRepresentation = z
  .object({
    id: z.number().int(),
    url: z.string(),
    description: z.string().nullable(),
    events: z.array(z.enum(webhookEvents)),
    is_active: z.boolean(),
    off_reason: z.enum(offReasons).nullable().openapi({
      description: "Why it was switched off, where nobody did it: it answered 410, or took nothing for five days.",
    }),
    failing_since: time.nullable().openapi({ description: "Since when nothing was taken; null when all is well." }),
    created: time,
    updated: time,
    version: z.number().int(),
  })
  .openapi("Webhook")
export type Webhook = z.output<typeof webhookRepresentation>

/** A webhook with its secret, which is only returned when it is made or renewed. */
export const webhookWithSecret = webhookRepresentation
  .extend({ secret: z.string().openapi({ example: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw" }) })
  .openapi("WebhookWithSecret")
export type WebhookWithSecret = z.output<typeof webhookWithSecret>

/** A delivery and its state. */
export const deliveryRepresentation = z
  .object({
    id: z.string().openapi({ description: "The `webhook-id` it is sent with, however often." }),
    type: z.enum([...webhookEvents, "ping"]),
    event: orNull(z.object({ id: z.number().int(), title: translated, language: z.enum(languages) })).openapi({
      description: "Of which event, as long as it is there.",
    }),
    state: z.enum(deliveryStates).openapi({
      description: "`dropped`: not wanted any more, since the webhook was switched off or the event was taken back.",
    }),
    tries: z.number().int(),
    status: z.number().int().nullable().openapi({ description: "What the last try was answered." }),
    error: z.enum(deliveryErrors).nullable().openapi({ description: "Why it was not answered." }),
    created: time,
    tried: time.nullable(),
    due: time.nullable().openapi({
      description:
        "When it is tried next, or can be at the earliest; null while it is on its way, and when it has ended.",
    }),
  })
  .openapi("WebhookDelivery")
export type WebhookDelivery = z.output<typeof deliveryRepresentation>
