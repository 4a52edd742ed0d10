import { z } from "@hono/zod-openapi"
import { invalid, ok, tagged } from "#http/answers.ts"
import { apiApp } from "#http/api-app.ts"
import { call } from "#http/call.ts"
import { text } from "#http/parameters.ts"
import { findTowns } from "./queries.server.ts"

const towns = call({
  method: "get",
  path: "/api/places/",
  rights: "anyone",
  scope: "read",
  cache: "shared",
  tags: ["Places"],
  summary: "Towns by the beginning of their name, with where they are",
  request: { query: z.object({ q: text(100), limit: z.coerce.number().int().min(1).max(20).default(8) }) },
  responses: {
    ...ok(
      z.array(z.object({ name: z.string(), country: z.string().nullable(), lat: z.number(), lon: z.number() })),
      "By name.",
    ),
    ...invalid,
  },
})

/** The calls that find towns. */
export function placesApi() {
  return apiApp().openapi(towns, async (c) => {
    const { q, limit } = c.req.valid("query")
    return tagged(c, await findTowns(c.get("world").db, c.get("viewer"), q, limit))
  })
}
