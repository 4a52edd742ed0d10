import { z } from "@hono/zod-openapi"
import { categories } from "#features/events/categories.ts"
import { invalid, listed, ok } from "#http/answers.ts"
import { apiApp } from "#http/api-app.ts"
import { call } from "#http/call.ts"
import { commaList, point } from "#http/parameters.ts"
import { listRadio } from "./radio/queries.server.ts"
import { radioRepresentation } from "./radio/representation.server.ts"

const radioQuery = z.object({
  near: point,
  radius: z.coerce.number().min(1).max(200).default(25).openapi({ description: "Kilometres" }),
  category: commaList(categories).optional(),
})

const radio = call({
  method: "get",
  path: "/api/radio/",
  rights: "anyone",
  scope: "read",
  cache: "shared",
  tags: ["Documents"],
  summary: "Who plays around a place this week, one sound each",
  description: "In the order of the dates, fifty at most. Each page once: the newest of its public sounds.",
  request: { query: radioQuery },
  responses: { ...ok(z.array(radioRepresentation), "By date."), ...invalid },
})

/** What is listened to beside the list of documents. */
export function soundsApi() {
  return apiApp().openapi(radio, async (c) => {
    const { db, config } = c.get("world")
    const items = await listRadio(db, c.req.valid("query"), config)
    return listed(c, items, { start: 0, limit: Math.max(1, items.length) }, items.length)
  })
}
