import { z } from "@hono/zod-openapi"

/** A person on another server, with the fields that lists show. */
export const personElsewhere = z
  .object({
    name: z.string(),
    handle: z.string().openapi({ example: "anna@mobilizon.example" }),
    host: z.string(),
    url: z.string().openapi({ description: "Their page on the other server." }),
    avatar: z.string().nullable().openapi({
      description: "Address of a small square image on this server; nothing is loaded from other servers.",
    }),
  })
  .openapi("PersonElsewhere")
export type PersonElsewhere = z.output<typeof personElsewhere>
