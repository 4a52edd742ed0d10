import { z } from "@hono/zod-openapi"
import { paging } from "#http/input/parameters.ts"

export const outingsQuery = z.object({
  when: z
    .enum(["coming", "past"])
    .default("coming")
    .openapi({ description: "`coming`: upcoming events, by date; `past`: past events, newest first." }),
  ...paging(200, 50),
})
