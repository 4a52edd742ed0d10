import { z } from "@hono/zod-openapi"
import { personElsewhere } from "#features/events/elsewhere/representation.server.ts"

const time = z.string().openapi({ format: "date-time" })

/** A remote comment on an event, as everybody reads it. */
export const remoteComment = z
  .object({
    id: z.number().int(),
    by: personElsewhere,
    content: z.string().openapi({ description: "Comment, as sanitised HTML." }),
    url: z.string().openapi({ description: "Address of the comment on its own server." }),
    published: time,
    is_edited: z.boolean(),
  })
  .openapi("CommentElsewhere")
export type RemoteComment = z.output<typeof remoteComment>

/** A remote comment as the event's managers see it. */
export const managedComment = remoteComment
  .extend({
    is_shown: z.boolean().openapi({ description: "Whether everyone sees it." }),
    is_hidden: z.boolean().openapi({ description: "Whether moderators hid it; then it cannot be shown." }),
  })
  .openapi("ManagedCommentElsewhere")
export type ManagedComment = z.output<typeof managedComment>

/** A remote like or share of an event. */
export const remoteReaction = z
  .object({ id: z.number().int(), kind: z.enum(["like", "announce"]), by: personElsewhere, created: time })
  .openapi("ReactionElsewhere")
export type RemoteReaction = z.output<typeof remoteReaction>
