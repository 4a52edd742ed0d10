import { z } from "@hono/zod-openapi"

/** The destination of an answer to an event on another server. */
export const joiningRepresentation = z
  .object({
    host: z.string().openapi({ example: "mobilizon.example" }),
    url: z.string().openapi({ description: "The event's page there." }),
    is_told: z.boolean().openapi({
      description:
        "Is its host told, by the name of one's page, of who says that they come? Else one registers at `url`.",
    }),
    state: z
      .enum(["asked", "accepted", "rejected", "ignored"])
      .nullable()
      .openapi({ description: "What the host answered to the caller; null when they do not say that they come." }),
  })
  .openapi("Joining")
export type Joining = z.output<typeof joiningRepresentation>
