import { z } from "@hono/zod-openapi"
import { orNull, translated } from "#http/input/schemas.ts"
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
      description:
        "Why the webhook was switched off automatically: `gone`, the receiver answered 410; `failing`, it accepted nothing for five days. Null otherwise.",
    }),
    failing_since: time
      .nullable()
      .openapi({ description: "Time since which no delivery was accepted; null if all is well." }),
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
    id: z.string().openapi({ description: "The `webhook-id` header, the same at every attempt." }),
    type: z.enum([...webhookEvents, "ping"]),
    event: orNull(z.object({ id: z.number().int(), title: translated, language: z.enum(languages) })).openapi({
      description: "Event concerned, as long as it is public.",
    }),
    state: z.enum(deliveryStates).openapi({
      description:
        "State of the delivery. `dropped`: no longer wanted, since the webhook was switched off or the event was withdrawn.",
    }),
    tries: z.number().int(),
    status: z.number().int().nullable().openapi({ description: "HTTP status of the last answer." }),
    error: z.enum(deliveryErrors).nullable().openapi({ description: "Reason why the last attempt got no answer." }),
    created: time,
    tried: time.nullable(),
    due: time.nullable().openapi({
      description:
        "Time of the next attempt, or the earliest possible one; null while the delivery is on its way, and once it is finished.",
    }),
  })
  .openapi("WebhookDelivery")
export type WebhookDelivery = z.output<typeof deliveryRepresentation>
