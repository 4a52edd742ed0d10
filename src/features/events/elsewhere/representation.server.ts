import { z } from "@hono/zod-openapi"

/** Somebody on another server, as lists here name them. */
export const personElsewhere = z
  .object({
    name: z.string(),
    handle: z.string().openapi({ example: "anna@mobilizon.example" }),
    host: z.string(),
    url: z.string().openapi({ description: "Their page there." }),
  })
  .openapi("PersonElsewhere")
export type PersonElsewhere = z.output<typeof personElsewhere>
