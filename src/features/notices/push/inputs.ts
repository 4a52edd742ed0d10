import { z } from "@hono/zod-openapi"
import { text } from "#http/input/parameters.ts"

/** Most devices of one user. */
export const mostDevices = 10

const endpoint = z
  .url({ protocol: /^https$/ })
  .max(1000)
  .openapi({
    description:
      "Address at which the push service of the device accepts messages (RFC 8030): `PushSubscription.endpoint`.",
  })

/** A device, as PushSubscription.toJSON() describes it. */
export const newDevice = z.object({
  endpoint,
  keys: z.object({
    p256dh: text(100)
      .regex(/^B[A-Za-z0-9_-]{86}=?$/)
      .transform((key) => key.replace(/=$/, ""))
      .openapi({ description: "Public key of the device: uncompressed P-256 point, in base64url (RFC 8291)." }),
    auth: text(30)
      .regex(/^[A-Za-z0-9_-]{22}(==)?$/)
      .transform((key) => key.replace(/=+$/, ""))
      .openapi({ description: "Authentication secret: 16 bytes, in base64url (RFC 8291)." }),
  }),
})
export type NewDevice = z.output<typeof newDevice>

/** The device to remove: by its id, or by its endpoint. */
export const deviceQuery = z.object({
  id: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .optional()
    .openapi({ type: "string" }),
})
export const deviceByEndpoint = z.object({ endpoint }).partial()

export const deviceRepresentation = z
  .object({
    id: z.number().int(),
    name: z.string().nullable().openapi({ example: "Firefox · Linux" }),
    endpoint: z.string().openapi({ description: "Push endpoint, by which a device recognises itself." }),
    created: z.string().openapi({ format: "date-time" }),
    last_used: z
      .string()
      .nullable()
      .openapi({ format: "date-time", description: "Time at which the device last accepted a message." }),
    failing_since: z.string().nullable().openapi({
      format: "date-time",
      description: "Time since which no message has reached the device; null if all is well.",
    }),
  })
  .openapi("PushDevice")
export type Device = z.output<typeof deviceRepresentation>
