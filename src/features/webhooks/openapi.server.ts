import { type OpenAPIHono, z } from "@hono/zod-openapi"
import { actorRepresentation } from "#features/actors/representation.server.ts"
import { eventRepresentation } from "#features/events/representation.server.ts"
import { type DeliveryType, webhookEvents } from "./webhook.ts"

// Given beside the schema: a description on the schema itself would apply to `Event` and `Actor` everywhere.
const asEvent = "`data` is the event as `GET /api/contents/events/{id}/` answers it to everybody, without `attendees`."
const asPage = "`data` is the page as `GET /api/actors/{fid}/` answers it to everybody."
const goneEvent = z.object({ id: z.number().int(), url: z.string() })
const gonePage = z.object({ fid: z.string(), url: z.string() })
const ping = z.object({ webhook: z.number().int() })

const event = { data: eventRepresentation, description: asEvent }
const page = { data: actorRepresentation, description: asPage }

const said: Record<DeliveryType, { data: z.ZodType; summary: string; description?: string }> = {
  "event.created": { ...event, summary: "Everybody can see an event, or it is one of the page's from now on" },
  "event.updated": { ...event, summary: "Something of an event that everybody sees has changed" },
  "event.cancelled": { ...event, summary: "An event is cancelled" },
  "event.deleted": { data: goneEvent, summary: "An event is withdrawn or deleted, or no longer one of the page's" },
  "page.updated": { ...page, summary: "Something of the page that everybody sees has changed, or it is back" },
  "page.deleted": { data: gonePage, summary: "The page can no longer be seen" },
  ping: { data: ping, summary: "Somebody tries whether anything arrives" },
}

const headers = z.object({
  "webhook-id": z
    .string()
    .openapi({ description: "The same however often it is sent.", example: "msg_0191f2a0-7b1c-7000" }),
  "webhook-timestamp": z
    .string()
    .openapi({ description: "When it is sent, in seconds since 1970.", example: "1795780000" }),
  "webhook-signature": z.string().openapi({
    description:
      "`v1,` and the base64 of HMAC-SHA256 of `id.timestamp.body`; the key is what follows `whsec_` in the secret, read as base64. " +
      "For a day after the secret was renewed there are two, with a space between: one has to fit.",
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
        "2XX": { description: "It arrived. Anything else is tried again, for a day and a half." },
        410: { description: "Nobody is here any more: the webhook is switched off." },
      },
    })
  }
}
