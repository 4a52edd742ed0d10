import { createRoute } from "@hono/zod-openapi"
import { noteLookAtActor } from "#features/actors/access/commands.server.ts"
import { actorPath } from "#features/actors/inputs.ts"
import { findActor } from "#features/actors/queries.server.ts"
import { actorRepresentation } from "#features/actors/representation.server.ts"
import { apiApp } from "#http/api-app.ts"
import { done, forbidden, notFound, ok } from "#http/answers.ts"
import { versioned } from "#http/caching/versions.ts"
import { refuse } from "#lib/refusal.ts"
import { follow, unfollow } from "./commands.server.ts"

const path = "/api/actors/{fid}/follow/"
const request = { params: actorPath }

const put = createRoute({
  method: "put",
  path,
  tags: ["Follows"],
  summary: "Follows a page",
  request,
  responses: { ...ok(actorRepresentation, "The page, now followed."), ...forbidden, ...notFound },
})

const remove = createRoute({
  method: "delete",
  path,
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
