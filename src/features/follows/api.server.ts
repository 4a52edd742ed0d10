import { noteLookAtActor } from "#features/actors/access/commands.server.ts"
import { actorPath } from "#features/actors/inputs.ts"
import { findActor } from "#features/actors/queries.server.ts"
import { actorRepresentation } from "#features/actors/representation.server.ts"
import { apiApp } from "#http/api-app.ts"
import { call } from "#http/call.ts"
import { done, forbidden, notFound, ok } from "#http/answers.ts"
import { versioned } from "#http/caching/versions.ts"
import { refuse } from "#lib/refusal.ts"
import { follow, unfollow } from "./commands.server.ts"

const request = { params: actorPath }

const put = call({
  method: "put",
  path: "/api/actors/{fid}/follow/",
  rights: { action: "follow", of: "page" },
  scope: "follow",
  tags: ["Follows"],
  summary: "Follows a page",
  request,
  responses: { ...ok(actorRepresentation, "The page, now followed."), ...forbidden, ...notFound },
})

const remove = call({
  method: "delete",
  path: "/api/actors/{fid}/follow/",
  rights: { action: "follow", of: "page" },
  scope: "follow",
  tags: ["Follows"],
  summary: "Follows a page no more",
  request,
  responses: { ...done, ...forbidden, ...notFound },
})

/** Whom one follows. */
export function followsApi() {
  return apiApp()
    .openapi(put, async (c) => {
      const { db, config } = c.get("world")
      const { fid } = c.req.valid("param")
      await follow(db, c.get("viewer"), fid)
      await noteLookAtActor(db, c.get("viewer"), fid)
      return versioned(c, (await findActor(db, c.get("viewer"), fid, config)) ?? refuse("actor_not_found"))
    })
    .openapi(remove, async (c) => {
      await unfollow(c.get("world").db, c.get("viewer"), c.req.valid("param").fid)
      return c.body(null, 204)
    })
}
