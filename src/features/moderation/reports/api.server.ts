import { z } from "@hono/zod-openapi"
import { demand } from "#features/actors/access/queries.server.ts"
import { body, conflict, forbidden, invalid, listed, notFound, ok, tagged } from "#http/answers.ts"
import { apiApp } from "#http/api-app.ts"
import { call } from "#http/call.ts"
import { idOr, refuse } from "#lib/refusal.ts"
import { decideReport } from "./commands.server.ts"
import { reportChange, reportPath, reportsQuery } from "./inputs.ts"
import { contextOf } from "./context/queries.server.ts"
import { findReport, listReports } from "./queries.server.ts"
import { reportInContext, reportRepresentation } from "./representation.server.ts"

const tags = ["Moderation"]

const list = call({
  method: "get",
  path: "/api/moderation/reports/",
  rights: { action: "moderate" },
  scope: "session",
  cache: "personal",
  tags,
  summary: "List the reports from people here and on other servers, for moderators",
  request: { query: reportsQuery },
  responses: {
    ...ok(z.array(reportRepresentation), "The reports: open ones oldest first, closed ones newest first."),
    ...invalid,
    ...forbidden,
  },
})

const show = call({
  method: "get",
  path: "/api/moderation/reports/{id}/",
  rights: { action: "moderate" },
  scope: "session",
  cache: "personal",
  tags,
  summary: "Get a report with the context that helps to decide it",
  request: { params: reportPath },
  responses: { ...ok(reportInContext, "The report and its context."), ...forbidden, ...notFound },
})

const close = call({
  method: "patch",
  path: "/api/moderation/reports/{id}/",
  rights: { action: "moderate" },
  scope: "session",
  tags,
  summary: "Close a report and, if requested, hide the content, ask for its correction or show it again",
  request: { params: reportPath, ...body(reportChange) },
  responses: { ...ok(reportRepresentation, "The closed report."), ...invalid, ...forbidden, ...notFound, ...conflict },
})

/** Calls with which moderators read reports and decide about them. */
export function reportsApi() {
  return apiApp()
    .openapi(list, async (c) => {
      demand(c.get("viewer"), "moderate", {})
      const { db, config } = c.get("world")
      const query = c.req.valid("query")
      const { reports, total } = await listReports(db, query, config)
      return listed(c, reports, query, total)
    })
    .openapi(show, async (c) => {
      demand(c.get("viewer"), "moderate", {})
      const { db, config } = c.get("world")
      const id = idOf(c.req.valid("param").id)
      const [report, context] = await Promise.all([findReport(db, id, config), contextOf(db, id, config)])
      return tagged(c, report ? { ...report, context } : refuse("not_found"))
    })
    .openapi(close, async (c) => {
      demand(c.get("viewer"), "moderate", {})
      const { db, config } = c.get("world")
      const id = idOf(c.req.valid("param").id)
      await decideReport(db, c.get("viewer"), id, c.req.valid("json"))
      return c.json((await findReport(db, id, config)) ?? refuse("not_found"), 200)
    })
}

function idOf(given: string): number {
  return idOr("not_found", given)
}
