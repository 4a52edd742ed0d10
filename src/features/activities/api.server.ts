import { z } from "@hono/zod-openapi"
import type { Context } from "hono"
import { forbidden, invalid, listed, ok } from "#http/answers.ts"
import { apiApp } from "#http/api-app.ts"
import { call } from "#http/call.ts"
import type { Environment } from "#http/environment.ts"
import { refuse } from "#lib/refusal.ts"
import { activityListQuery } from "./inputs.ts"
import { listActivities } from "./queries.server.ts"
import { activityRepresentation } from "./representation.server.ts"
import { activityCounter } from "./selecting/counting.server.ts"
import type { PageScope } from "./selecting/queries.server.ts"

type Asked = z.infer<typeof activityListQuery>

const list = call({
  method: "get",
  path: "/api/activities/",
  rights: "anyone",
  scope: "read",
  cache: "shared",
  tags: ["Activities"],
  summary: "List public activities",
  request: { query: activityListQuery },
  responses: { ...ok(z.array(activityRepresentation), "The activities, newest first."), ...invalid },
})

const followed = call({
  method: "get",
  path: "/api/activities/followed/",
  rights: { user: "followed_needs_login" },
  scope: "read",
  cache: "personal",
  tags: ["Activities"],
  summary: "List the activities of the pages the caller follows",
  request: { query: activityListQuery },
  responses: { ...ok(z.array(activityRepresentation), "The activities, newest first."), ...invalid, ...forbidden },
})

const managed = call({
  method: "get",
  path: "/api/activities/managed/",
  rights: { user: "managed_needs_login" },
  scope: "read",
  cache: "personal",
  tags: ["Activities"],
  summary: "List the activities of the pages the caller manages",
  request: { query: activityListQuery },
  responses: { ...ok(z.array(activityRepresentation), "The activities, newest first."), ...invalid, ...forbidden },
})

/** Returns the API calls that read the feed. */
export function activitiesApi() {
  const count = activityCounter()
  const answer = async (c: Context<Environment>, { start, limit, ...filters }: Asked, among?: PageScope) => {
    const { db, config } = c.get("world")
    const page = { start, limit }
    const found = await listActivities(db, c.get("viewer"), filters, config, page, count, among)
    if (found.isEstimate) c.header("X-Total-Count-Estimated", "true")
    return listed(c, found.activities, page, found.total, found.more)
  }
  return apiApp()
    .openapi(list, (c) => answer(c, c.req.valid("query")))
    .openapi(followed, (c) => {
      const { userId } = c.get("viewer") ?? refuse("followed_needs_login")
      return answer(c, c.req.valid("query"), { followedBy: userId })
    })
    .openapi(managed, (c) => {
      const { userId } = c.get("viewer") ?? refuse("managed_needs_login")
      return answer(c, c.req.valid("query"), { managedBy: userId })
    })
}
