import { z } from "@hono/zod-openapi"

/** A remote account that the caller follows. */
export const remoteFollowRepresentation = z
  .object({
    handle: z.string().openapi({ example: "salle@agenda.example" }),
    name: z.string(),
    url: z.string().openapi({ description: "Their page." }),
    host: z.string(),
    software: z.string().nullable().openapi({ description: "What their server runs, where that is known." }),
    state: z.enum(["asked", "accepted", "rejected"]).openapi({
      description:
        "`asked`: they did not answer yet; `accepted`: what they publish comes; `rejected`: they want nobody from here to follow them.",
    }),
    followed: z.string().openapi({ format: "date-time" }),
  })
  .openapi("FollowElsewhere")

export type RemoteFollow = z.infer<typeof remoteFollowRepresentation>
