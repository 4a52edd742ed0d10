import { z } from "@hono/zod-openapi"
import { actorReference } from "#features/actors/representation.server.ts"
import { orNull } from "#http/input/schemas.ts"
import { channels } from "./message.ts"

/** A message as the people of its page see it. */
export const messageRepresentation = z
  .object({
    id: z.number().int(),
    to: actorReference.openapi({ description: "Page the message was sent to." }),
    channel: z.enum(channels),
    name: z.string(),
    email: z.string().nullable(),
    email_verified: z.boolean().openapi({ description: "Whether the address is verified to be the sender's." }),
    from: orNull(actorReference).openapi({ description: "Published page of the sender, if they were signed in." }),
    subject: z.string(),
    message: z.string().openapi({ description: "Message, as plain text." }),
    is_read: z.boolean().openapi({ description: "Whether the caller has read the message." }),
    read_by: z
      .array(z.object({ name: z.string(), at: z.string() }))
      .openapi({ description: "Other managers of the page who have read it, with the time; the first twenty." }),
    is_archived: z.boolean(),
    created: z.string().openapi({ format: "date-time" }),
  })
  .openapi("Message")
export type MessageOf = z.output<typeof messageRepresentation>

/** A message to a page, as its people read it. */
export type Message = z.infer<typeof messageRepresentation>
