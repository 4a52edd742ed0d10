import { z } from "@hono/zod-openapi"

/** A remote account that the caller follows. */
export const remoteFollowRepresentation = z
  .object({
    handle: z.string().openapi({ example: "salle@agenda.example" }),
    name: z.string(),
    url: z.string().openapi({ description: "Address of the profile." }),
    host: z.string(),
    software: z.string().nullable().openapi({ description: "Software of the server; null if unknown." }),
    state: z.enum(["asked", "accepted", "rejected"]).openapi({
      description:
        "State of the follow. `asked`: not answered yet; `accepted`: their publications arrive; `rejected`: they accept no followers from here.",
    }),
    followed: z.string().openapi({ format: "date-time" }),
  })
  .openapi("FollowElsewhere")

export type RemoteFollow = z.infer<typeof remoteFollowRepresentation>
