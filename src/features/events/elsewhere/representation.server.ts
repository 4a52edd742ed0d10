import { z } from "@hono/zod-openapi"

/** A person on another server, with the fields that lists show. */
export const personElsewhere = z
  .object({
    name: z.string(),
    handle: z.string().openapi({ example: "anna@mobilizon.example" }),
    host: z.string(),
    url: z.string().openapi({ description: "Their page there." }),
    avatar: z
      .string()
      .nullable()
      .openapi({ description: "A small square on this server: nothing is loaded from elsewhere." }),
  })
  .openapi("PersonElsewhere")
export type PersonElsewhere = z.output<typeof personElsewhere>
