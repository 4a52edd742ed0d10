import { z } from "@hono/zod-openapi"
import { actorReference } from "#features/actors/representation.server.ts"
import { orNull } from "#http/schemas.ts"
import { channels } from "./message.ts"

/** A message as the people of its page see it. */
export const messageRepresentation = z
  .object({
    id: z.number().int(),
    to: actorReference.openapi({ description: "The page it was written to." }),
    channel: z.enum(channels),
    name: z.string(),
    email: z.string().nullable(),
    email_verified: z.boolean().openapi({ description: "The address was proved to be the sender's." }),
    from: orNull(actorReference).openapi({ description: "The public page of the sender, when they were signed in." }),
    subject: z.string(),
    message: z.string().openapi({ description: "Plain text." }),
    is_read: z.boolean().openapi({ description: "By the caller." }),
    read_by: z
      .array(z.object({ name: z.string(), at: z.string() }))
      .openapi({ description: "The others of the page who read it; the first twenty." }),
    is_archived: z.boolean(),
    created: z.string().openapi({ format: "date-time" }),
  })
  .openapi("Message")
export type MessageOf = z.output<typeof messageRepresentation>

/** A message to a page, as its people read it. */
export type Message = z.infer<typeof messageRepresentation>
