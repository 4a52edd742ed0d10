import { z } from "@hono/zod-openapi"

/** The destination of an answer to an event on another server. */
export const joiningRepresentation = z
  .object({
    host: z.string().openapi({ example: "mobilizon.example" }),
    url: z.string().openapi({ description: "Page of the event on the other server." }),
    is_told: z.boolean().openapi({
      description:
        "Whether its host is told, with the caller's page, that the caller attends; if not, one registers at `url`.",
    }),
    state: z
      .enum(["asked", "accepted", "rejected", "ignored"])
      .nullable()
      .openapi({ description: "The host's answer to the caller; null if the caller does not attend." }),
  })
  .openapi("Joining")
export type Joining = z.output<typeof joiningRepresentation>
