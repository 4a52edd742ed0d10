import { z } from "@hono/zod-openapi"
import { demand } from "#features/actors/access/queries.server.ts"
import { body, forbidden, invalid, listed, notFound, ok } from "#http/answers.ts"
import { apiApp } from "#http/api-app.ts"
import { call } from "#http/call.ts"
import { refuse } from "#lib/refusal.ts"
import { decideReport } from "./commands.server.ts"
import { reportChange, reportPath, reportsQuery } from "./inputs.ts"
import { findReport, listReports } from "./queries.server.ts"
import { reportRepresentation } from "./representation.server.ts"

const tags = ["Moderation"]

const list = call({
  method: "get",
  path: "/api/moderation/reports/",
  rights: { action: "moderate" },
  scope: "session",
  cache: "personal",
  tags,
  summary: "What people on other servers complain of, for moderators",
  request: { query: reportsQuery },
  responses: { ...ok(z.array(reportRepresentation), "What waits longest first."), ...invalid, ...forbidden },
})

const close = call({
  method: "patch",
  path: "/api/moderation/reports/{id}/",
  rights: { action: "moderate" },
  scope: "session",
  tags,
  summary: "Closes a report, and hides what is reported where that is asked",
  request: { params: reportPath, ...body(reportChange) },
  responses: { ...ok(reportRepresentation, "The report."), ...invalid, ...forbidden, ...notFound },
})

/** What is reported. */
export function reportsApi() {
  return apiApp()
    .openapi(list, async (c) => {
      demand(c.get("viewer"), "moderate", {})
      const { db, config } = c.get("world")
      const query = c.req.valid("query")
      const { reports, total } = await listReports(db, query, config)
      return listed(c, reports, query, total)
    })
    .openapi(close, async (c) => {
      demand(c.get("viewer"), "moderate", {})
      const { db, config } = c.get("world")
      const { id: given } = c.req.valid("param")
      const id = /^\d{1,15}$/.test(given) ? Number(given) : refuse("not_found")
      await decideReport(db, c.get("viewer"), id, c.req.valid("json"))
      return c.json((await findReport(db, id, config)) ?? refuse("not_found"), 200)
    })
}
