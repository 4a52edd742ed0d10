import { type OpenAPIHono, z } from "@hono/zod-openapi"
import { actorRepresentation } from "#features/actors/representation.server.ts"
import { eventRepresentation } from "#features/events/representation.server.ts"
import { type DeliveryType, webhookEvents } from "./webhook.ts"

// Given beside the schema: a description on the schema itself would apply to `Event` and `Actor` everywhere.
const asEvent = "`data` is the event as `GET /api/contents/events/{id}/` returns it to everyone, without `attendees`."
const asPage = "`data` is the page as `GET /api/actors/{fid}/` returns it to everyone."
const goneEvent = z.object({ id: z.number().int(), url: z.string() })
const gonePage = z.object({ fid: z.string(), url: z.string() })
const ping = z.object({ webhook: z.number().int() })

const event = { data: eventRepresentation, description: asEvent }
const page = { data: actorRepresentation, description: asPage }

const said: Record<DeliveryType, { data: z.ZodType; summary: string; description?: string }> = {
  "event.created": { ...event, summary: "An event became public, or became one of the page's" },
  "event.updated": { ...event, summary: "A public event changed" },
  "event.cancelled": { ...event, summary: "An event was cancelled" },
  "event.deleted": { data: goneEvent, summary: "An event was withdrawn or deleted, or is no longer one of the page's" },
  "page.updated": { ...page, summary: "The public page changed, or became visible again" },
  "page.deleted": { data: gonePage, summary: "The page is no longer visible" },
  ping: { data: ping, summary: "A test delivery, sent on request" },
}

const headers = z.object({
  "webhook-id": z
    .string()
    .openapi({ description: "Id of the delivery, the same at every attempt.", example: "msg_0191f2a0-7b1c-7000" }),
  "webhook-timestamp": z
    .string()
    .openapi({ description: "Time of sending, in seconds since 1970.", example: "1795780000" }),
  "webhook-signature": z.string().openapi({
    description:
      "`v1,` and the base64 of the HMAC-SHA256 of `id.timestamp.body`; the key is the part of the secret after `whsec_`, decoded from base64. " +
      "For a day after the secret was replaced there are two signatures, separated by a space, of which one must match.",
  }),
})

/** Adds the webhook deliveries (Standard Webhooks 1.0) to the OpenAPI document, below `webhooks`. */
export function describeDeliveries(registry: OpenAPIHono["openAPIRegistry"]): void {
  for (const type of [...webhookEvents, "ping"] as const) {
    const { data, ...words } = said[type]
    const name = type.replace(/(^|\.)(\w)/g, (_, _dot, letter: string) => letter.toUpperCase())
    registry.registerWebhook({
      method: "post",
      path: type,
      operationId: `on${name}`,
      tags: ["Webhooks"],
      ...words,
      security: [],
      request: {
        headers,
        body: {
          required: true,
          content: {
            "application/json": {
              schema: z.object({ type: z.literal(type), timestamp: z.iso.datetime(), data }),
            },
          },
        },
      },
      responses: {
        "2XX": { description: "The delivery was accepted. Any other answer is retried, for a day and a half." },
        410: { description: "The receiver is gone: the webhook is switched off." },
      },
    })
  }
}
