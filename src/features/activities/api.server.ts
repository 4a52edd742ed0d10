import { z } from "@hono/zod-openapi"
import { forbidden, invalid, listed, ok } from "#http/answers.ts"
import { apiApp } from "#http/api-app.ts"
import { call } from "#http/call.ts"
import { refuse } from "#lib/refusal.ts"
import { activityListQuery } from "./inputs.ts"
import { listActivities } from "./queries.server.ts"
import { activityRepresentation } from "./representation.server.ts"
import { activityCounter } from "./selecting/counting.server.ts"

const list = call({
  method: "get",
  path: "/api/activities/",
  rights: "anyone",
  scope: "read",
  cache: "shared",
  tags: ["Activities"],
  summary: "What has become public, newest first",
  request: { query: activityListQuery },
  responses: { ...ok(z.array(activityRepresentation), "Newest first."), ...invalid },
})

const followed = call({
  method: "get",
  path: "/api/activities/followed/",
  rights: { user: "followed_needs_login" },
  scope: "read",
  cache: "personal",
  tags: ["Activities"],
  summary: "The same of the pages that the caller follows",
  request: { query: activityListQuery },
  responses: { ...ok(z.array(activityRepresentation), "Newest first."), ...invalid, ...forbidden },
})

const managed = call({
  method: "get",
  path: "/api/activities/managed/",
  rights: { user: "managed_needs_login" },
  scope: "read",
  cache: "personal",
  tags: ["Activities"],
  summary: "The same of the pages that the caller works on",
  request: { query: activityListQuery },
  responses: { ...ok(z.array(activityRepresentation), "Newest first."), ...invalid, ...forbidden },
})

/** The calls that read the feed. */
export function activitiesApi() {
  const count = activityCounter()
  return apiApp()
    .openapi(list, async (c) => {
      const { db, config } = c.get("world")
      const { start, limit, ...filters } = c.req.valid("query")
      const page = { start, limit }
      const { activities, total, more, isEstimate } = await listActivities(
        db,
        c.get("viewer"),
        filters,
        config,
        page,
        count,
      )
      if (isEstimate) c.header("X-Total-Count-Estimated", "true")
      return listed(c, activities, page, total, more)
    })
    .openapi(followed, async (c) => {
      const { db, config } = c.get("world")
      const viewer = c.get("viewer") ?? refuse("followed_needs_login")
      const { start, limit, ...filters } = c.req.valid("query")
      const page = { start, limit }
      const among = { followedBy: viewer.userId }
      const { activities, total, more, isEstimate } = await listActivities(
        db,
        viewer,
        filters,
        config,
        page,
        count,
        among,
      )
      if (isEstimate) c.header("X-Total-Count-Estimated", "true")
      return listed(c, activities, page, total, more)
    })
    .openapi(managed, async (c) => {
      const { db, config } = c.get("world")
      const viewer = c.get("viewer") ?? refuse("managed_needs_login")
      const { start, limit, ...filters } = c.req.valid("query")
      const page = { start, limit }
      const among = { managedBy: viewer.userId }
      const { activities, total, more, isEstimate } = await listActivities(
        db,
        viewer,
        filters,
        config,
        page,
        count,
        among,
      )
      if (isEstimate) c.header("X-Total-Count-Estimated", "true")
      return listed(c, activities, page, total, more)
    })
}
