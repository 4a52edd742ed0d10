import { z } from "@hono/zod-openapi"
import { forbidden, invalid, listed, ok } from "#http/answers.ts"
import { apiApp } from "#http/api-app.ts"
import { call } from "#http/call.ts"
import { refuse } from "#lib/refusal.ts"
import { eventRepresentation } from "../representation.server.ts"
import { outingsQuery } from "./inputs.ts"
import { listOutings } from "./queries.server.ts"

const outings = call({
  method: "get",
  path: "/api/me/outings/",
  rights: "user",
  scope: "session",
  cache: "personal",
  tags: ["Attendance"],
  summary: "List the events the caller attends or is interested in, each answer at its date (`next`)",
  request: { query: outingsQuery },
  responses: {
    ...ok(z.array(eventRepresentation), "The events; one is repeated for each of its dates that was answered."),
    ...invalid,
    ...forbidden,
  },
})

/** The call that lists a person's coming and past outings. */
export function outingsApi() {
  return apiApp().openapi(outings, async (c) => {
    const { db, config } = c.get("world")
    const { when, ...page } = c.req.valid("query")
    const viewer = c.get("viewer") ?? refuse("sign_in_needed")
    const found = await listOutings(db, viewer, when, page, config)
    return listed(c, found.outings, page, found.total)
  })
}
