import { z } from "@hono/zod-openapi"
import { apiApp } from "#http/api-app.ts"
import { call } from "#http/call.ts"
import { forbidden, invalid, listed, ok } from "#http/answers.ts"
import { paging } from "#http/input/parameters.ts"
import { refuse } from "#lib/refusal.ts"
import { listWaiting } from "./queries.server.ts"
import { waitingRepresentation } from "./representation.server.ts"

const waiting = call({
  method: "get",
  path: "/api/me/confirmations/",
  rights: "user",
  scope: "session",
  cache: "personal",
  tags: ["Me"],
  summary: "List the events that name a page of the caller and await its answer",
  request: { query: z.object(paging(100, 20)) },
  responses: {
    ...ok(z.array(waitingRepresentation), "The events, by date; past ones last."),
    ...invalid,
    ...forbidden,
  },
})

/** The call that lists events waiting for a page's confirmation. */
export function confirmationsApi() {
  return apiApp().openapi(waiting, async (c) => {
    const { db, config } = c.get("world")
    const page = c.req.valid("query")
    const { waiting: found, total } = await listWaiting(db, c.get("viewer") ?? refuse("sign_in_needed"), page, config)
    return listed(c, found, page, total)
  })
}
