import { z } from "@hono/zod-openapi"
import { actorPath } from "#features/actors/inputs.ts"
import { numberInPath } from "#http/input/parameters.ts"
import { line, webAddress } from "#http/input/body-fields.ts"
import { longestDescription, webhookEvents } from "./webhook.ts"

const fields = {
  url: webAddress.openapi({
    format: "uri",
    description: "Address to which deliveries are sent: https, on the public internet.",
    example: "https://hangar.example/hooks/foyer",
  }),
  events: z
    .array(z.enum(webhookEvents))
    .min(1)
    .transform((events) => webhookEvents.filter((one) => events.includes(one)))
    .openapi({ description: "Types of events to deliver; a new webhook gets all by default." }),
  description: line(longestDescription).openapi({
    type: ["string", "null"],
    maxLength: longestDescription,
    description: "Note for the managers of the page, such as the purpose of the webhook.",
  }),
  is_active: z
    .boolean()
    .openapi({ description: "Whether the webhook is switched on. Switching it on again clears its failures." }),
}

/** A new webhook; it receives all types of events unless `events` is given. */
export const newWebhook = z.object({
  url: fields.url,
  events: fields.events.optional(),
  description: fields.description.optional(),
  is_active: fields.is_active.optional(),
})
export type NewWebhook = z.output<typeof newWebhook>

/** Changes of a webhook; fields that are left out stay the same. */
export const webhookChange = z.object(fields).partial()
export type WebhookChange = z.output<typeof webhookChange>

export const webhookPath = actorPath.extend({ id: numberInPath(3) })
