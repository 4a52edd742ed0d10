import { z } from "@hono/zod-openapi"
import { paging } from "#http/parameters.ts"

export const outingsQuery = z.object({
  when: z
    .enum(["coming", "past"])
    .default("coming")
    .openapi({ description: "What is to come, by date; or what is over, newest first." }),
  ...paging(200, 50),
})
