import { z } from "@hono/zod-openapi"
import { demand } from "#features/actors/access/queries.server.ts"
import { forbidden, invalid, listed, ok } from "#http/answers.ts"
import { apiApp } from "#http/api-app.ts"
import { call } from "#http/call.ts"
import { paging } from "#http/input/parameters.ts"
import { listLog } from "./queries.server.ts"
import { logRepresentation } from "./representation.server.ts"

const log = call({
  method: "get",
  path: "/api/admin/log/",
  rights: { action: "administer" },
  scope: "session",
  cache: "personal",
  operationId: "listAdminLog",
  tags: ["Administration"],
  summary: "List the actions of administrators, for administrators",
  request: { query: z.object(paging(100, 50)) },
  responses: { ...ok(z.array(logRepresentation), "The log entries, newest first."), ...invalid, ...forbidden },
})

/** Call that lists the actions of administrators. */
export function adminLogApi() {
  return apiApp().openapi(log, async (c) => {
    demand(c.get("viewer"), "administer", {})
    const { db, config } = c.get("world")
    const query = c.req.valid("query")
    const { entries, total } = await listLog(db, query, config.timezone)
    return listed(c, entries, query, total)
  })
}
