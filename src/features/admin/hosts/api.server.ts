import { z } from "@hono/zod-openapi"
import type { MiddlewareHandler } from "hono"
import { bodyLimit } from "hono/body-limit"
import { demand } from "#features/actors/access/queries.server.ts"
import { exportDecided } from "#features/fediverse/hosts/queries.server.ts"
import { body, done, forbidden, invalid, listed, notFound, ok } from "#http/answers.ts"
import { apiApp } from "#http/api-app.ts"
import { call } from "#http/call.ts"
import type { Environment } from "#http/environment.ts"
import { setHostDecision, setHostDecisions, retryHostDeliveries, removeHostDecision } from "./commands.server.ts"
import { largestUpload } from "./host.ts"
import { hostDecision, hostList, hostPath, hostsQuery, decisionQuery } from "./inputs.ts"
import { findHost, listHosts } from "./queries.server.ts"
import { hostRepresentation, listOutcome } from "./representation.server.ts"

/** Common terms of these calls: for administrators only, with a session (no access token). */
const terms = { rights: { action: "administer" as const }, scope: "session" as const, tags: ["Administration"] }

/** Middleware that checks the viewer's rights before the uploaded list is read. */
const admitted: MiddlewareHandler<Environment> = async (c, next) => {
  demand(c.get("viewer"), "administer", {})
  await next()
}

const sized: MiddlewareHandler<Environment> = bodyLimit({
  maxSize: largestUpload + 64 * 1024,
  onError: (c) => c.json({ detail: c.get("messages")("errors.too_large") }, 413),
})

const list = call({
  ...terms,
  method: "get",
  path: "/api/admin/hosts/",
  cache: "personal",
  operationId: "listHosts",
  summary: "List the Fediverse hosts that are blocked, allowed or silent",
  request: { query: hostsQuery },
  responses: {
    ...ok(
      z.array(hostRepresentation),
      "The hosts, by name. A silent host does not answer while deliveries wait for it.",
    ),
    ...invalid,
    ...forbidden,
  },
})

const decide = call({
  ...terms,
  method: "put",
  path: "/api/admin/hosts/{host}/",
  operationId: "decideHost",
  summary: "Block a host and its subdomains, which ends their follows, or allow it",
  request: { params: hostPath, ...body(hostDecision) },
  responses: { ...ok(hostRepresentation, "The changed host."), ...invalid, ...forbidden },
})

const undecide = call({
  ...terms,
  method: "delete",
  path: "/api/admin/hosts/{host}/",
  operationId: "undecideHost",
  summary: "Unblock a host, or stop allowing it",
  request: { params: hostPath, query: decisionQuery },
  responses: { ...done, ...invalid, ...forbidden },
})

const retry = call({
  ...terms,
  method: "post",
  path: "/api/admin/hosts/{host}/retry/",
  cache: "personal",
  operationId: "retryHost",
  summary: "Send the deliveries that wait for a silent host now",
  request: { params: hostPath },
  responses: { ...done, ...invalid, ...forbidden, ...notFound },
})

const importing = call({
  ...terms,
  method: "post",
  path: "/api/admin/hosts/imports/",
  operationId: "importHosts",
  summary: "Block or allow all hosts of a list: the CSV that other servers export, or one host per line",
  description: "In a list of blocks, only lines with the severity `suspend` are applied.",
  middleware: [admitted, sized] as const,
  request: { body: { required: true, content: { "multipart/form-data": { schema: hostList } } } },
  responses: {
    ...ok(listOutcome, "The numbers of hosts in the list and of those changed, and the skipped lines."),
    ...invalid,
    ...forbidden,
  },
})

const exporting = call({
  ...terms,
  method: "get",
  path: "/api/admin/hosts/export/",
  cache: "personal",
  operationId: "exportHosts",
  summary: "Export the blocked or allowed hosts as a list that other servers import",
  request: { query: decisionQuery },
  responses: {
    200: { description: "The list, as CSV.", content: { "text/csv": { schema: z.string() } } },
    ...invalid,
    ...forbidden,
  },
})

/** Calls about the Fediverse hosts that this instance knows. */
export function adminHostsApi() {
  return apiApp()
    .openapi(list, async (c) => {
      demand(c.get("viewer"), "administer", {})
      const { db, config } = c.get("world")
      const query = c.req.valid("query")
      const { hosts, total } = await listHosts(db, query, config.timezone)
      return listed(c, hosts, query, total)
    })
    .openapi(exporting, async (c) => {
      demand(c.get("viewer"), "administer", {})
      const { decision } = c.req.valid("query")
      return c.body(await exportDecided(c.get("world").db, decision), 200, {
        "Content-Type": "text/csv; charset=UTF-8",
        "Content-Disposition": `attachment; filename="${decision === "block" ? "blocks" : "allows"}.csv"`,
      })
    })
    .openapi(importing, async (c) => {
      demand(c.get("viewer"), "administer", {})
      const { db, config } = c.get("world")
      const { file, ...given } = c.req.valid("form")
      return c.json(await setHostDecisions(db, config, c.get("viewer"), await file.text(), given), 200)
    })
    .openapi(decide, async (c) => {
      demand(c.get("viewer"), "administer", {})
      const { db, config } = c.get("world")
      const host = await setHostDecision(db, config, c.get("viewer"), c.req.valid("param").host, c.req.valid("json"))
      return c.json(await findHost(db, host, config.timezone), 200)
    })
    .openapi(undecide, async (c) => {
      demand(c.get("viewer"), "administer", {})
      const { db, config } = c.get("world")
      const { decision } = c.req.valid("query")
      await removeHostDecision(db, config, c.get("viewer"), c.req.valid("param").host, decision)
      return c.body(null, 204)
    })
    .openapi(retry, async (c) => {
      demand(c.get("viewer"), "administer", {})
      await retryHostDeliveries(c.get("world").db, c.get("viewer"), c.req.valid("param").host)
      return c.body(null, 204)
    })
}
