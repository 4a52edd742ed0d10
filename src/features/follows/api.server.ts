import { logActorAccess } from "#features/actors/access/commands.server.ts"
import { actorPath } from "#features/actors/inputs.ts"
import { findActor } from "#features/actors/queries.server.ts"
import { actorRepresentation } from "#features/actors/representation.server.ts"
import { apiApp } from "#http/api-app.ts"
import { call } from "#http/call.ts"
import { body, conflict, done, forbidden, invalid, notFound, ok } from "#http/answers.ts"
import { versioned } from "#http/caching/versions.ts"
import { refuse } from "#lib/refusal.ts"
import { setFollowNotifications, follow, unfollow } from "./commands.server.ts"
import { followChange } from "./inputs.ts"

const request = { params: actorPath }

const put = call({
  method: "put",
  path: "/api/actors/{fid}/follow/",
  rights: { action: "follow", of: "page" },
  scope: "follow",
  tags: ["Follows"],
  summary: "Follow a page",
  request,
  responses: { ...ok(actorRepresentation, "The followed page."), ...forbidden, ...notFound },
})

const change = call({
  method: "patch",
  path: "/api/actors/{fid}/follow/",
  rights: { action: "follow", of: "page" },
  scope: "follow",
  operationId: "changeFollow",
  tags: ["Follows"],
  summary: "Choose the notifications about a followed page",
  description:
    "`agenda`: its dates in the agenda only; `newsletter`: the newsletter too; `now`: also an immediate notification.",
  request: { ...request, ...body(followChange) },
  responses: {
    ...ok(actorRepresentation, "The page, with the chosen `notify`."),
    ...invalid,
    ...forbidden,
    ...notFound,
    ...conflict,
  },
})

const remove = call({
  method: "delete",
  path: "/api/actors/{fid}/follow/",
  rights: { action: "follow", of: "page" },
  scope: "follow",
  tags: ["Follows"],
  summary: "Unfollow a page",
  request,
  responses: { ...done, ...forbidden, ...notFound },
})

/** Calls to follow a page, to choose its notifications, and to unfollow it. */
export function followsApi() {
  return apiApp()
    .openapi(put, async (c) => {
      const { db, config } = c.get("world")
      const { fid } = c.req.valid("param")
      await follow(db, c.get("viewer"), fid)
      await logActorAccess(db, c.get("viewer"), fid)
      return versioned(c, (await findActor(db, c.get("viewer"), fid, config)) ?? refuse("actor_not_found"))
    })
    .openapi(change, async (c) => {
      const { db, config } = c.get("world")
      const { fid } = c.req.valid("param")
      await setFollowNotifications(db, c.get("viewer"), fid, c.req.valid("json").notify)
      return versioned(c, (await findActor(db, c.get("viewer"), fid, config)) ?? refuse("actor_not_found"))
    })
    .openapi(remove, async (c) => {
      await unfollow(c.get("world").db, c.get("viewer"), c.req.valid("param").fid)
      return c.body(null, 204)
    })
}
