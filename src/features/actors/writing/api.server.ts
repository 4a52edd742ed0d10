import { z } from "@hono/zod-openapi"
import { reportAllErrors } from "#http/errors/all-errors.ts"
import { apiApp } from "#http/api-app.ts"
import { call } from "#http/call.ts"
import { body, conflict, created, done, forbidden, invalid, listed, notFound, ok } from "#http/answers.ts"
import { allowedVersions, stale, versioned } from "#http/caching/versions.ts"
import { actorWithLoggedAccess } from "../access/commands.server.ts"
import { listChanges } from "#features/changes/queries.server.ts"
import { actorPath } from "../inputs.ts"
import { actorRepresentation } from "../representation.server.ts"
import { actorChange, changesQuery, newActor } from "./inputs.ts"
import {
  createActor,
  deleteActor,
  judgeActorChange,
  judgeNewActor,
  restoreActor,
  updateActor,
} from "./commands.server.ts"
import { changeRepresentation } from "#features/changes/representation.server.ts"

const create = call({
  method: "post",
  path: "/api/actors/",
  rights: { action: "create_page" },
  scope: "write",
  tags: ["Actors"],
  summary: "Create a page, a draft by default; the caller becomes its owner",
  request: body(newActor),
  responses: { ...created(actorRepresentation, "The created page."), ...invalid, ...forbidden, ...conflict },
})

const change = call({
  method: "patch",
  path: "/api/actors/{fid}/",
  rights: { action: "edit", of: "page" },
  scope: "write",
  tags: ["Actors"],
  summary: "Update a page; a new `fid` renames it, and its former address leads there permanently",
  request: { params: actorPath, ...body(actorChange) },
  responses: {
    ...ok(actorRepresentation, "The changed page."),
    ...invalid,
    ...forbidden,
    ...notFound,
    ...conflict,
    ...stale,
  },
})

const remove = call({
  method: "delete",
  path: "/api/actors/{fid}/",
  rights: { action: "govern", of: "page" },
  scope: "write",
  tags: ["Actors"],
  summary: "Delete a page, for owners; its handle is never reassigned",
  request: { params: actorPath },
  responses: { ...done, ...forbidden, ...notFound, ...stale },
})

const restore = call({
  method: "post",
  path: "/api/actors/{fid}/restore/",
  rights: { ownRule: "src/features/actors/writing/writing.test.ts" },
  scope: "write",
  tags: ["Actors"],
  summary: "Restore a deleted page within 30 days, for owners",
  request: { params: actorPath },
  responses: { ...ok(actorRepresentation, "The restored page."), ...notFound },
})

const changes = call({
  method: "get",
  path: "/api/actors/{fid}/changes/",
  rights: { action: "see_drafts", of: "page" },
  scope: "read",
  cache: "personal",
  tags: ["Actors"],
  summary: "List the changes of a page, for managers",
  request: { params: actorPath, query: changesQuery },
  responses: {
    ...ok(z.array(changeRepresentation), "The changes, newest first."),
    ...invalid,
    ...forbidden,
    ...notFound,
  },
})

/** Builds the calls that make and change pages. */
export function actorWritingApi() {
  return apiApp()
    .openapi(
      create,
      async (c) => {
        const { db, config } = c.get("world")
        const made = await createActor(db, c.get("viewer"), c.req.valid("json"), config)
        c.header("Location", `/api/actors/${made.fid}/`)
        return versioned(c, made, 201)
      },
      reportAllErrors(newActor, (c, judged) => judgeNewActor(c.get("world").db, c.get("viewer"), judged)),
    )
    .openapi(
      change,
      async (c) => {
        const { db, config } = c.get("world")
        const { fid } = c.req.valid("param")
        const actor = await updateActor(db, c.get("viewer"), fid, c.req.valid("json"), allowedVersions(c), config)
        c.header("Content-Location", `/api/actors/${actor.fid}/`)
        return versioned(c, actor)
      },
      reportAllErrors(actorChange, async (c, judged) =>
        judgeActorChange(c.get("world").db, c.get("viewer"), c.req.param("fid") ?? "", judged),
      ),
    )
    .openapi(remove, async (c) => {
      await deleteActor(c.get("world").db, c.get("viewer"), c.req.valid("param").fid, allowedVersions(c))
      return c.body(null, 204)
    })
    .openapi(restore, async (c) => {
      const { db, config } = c.get("world")
      return versioned(c, await restoreActor(db, c.get("viewer"), c.req.valid("param").fid, config))
    })
    .openapi(changes, async (c) => {
      const { db, config } = c.get("world")
      const actor = await actorWithLoggedAccess(db, c.get("viewer"), c.req.valid("param").fid)
      const page = c.req.valid("query")
      const { changes, total } = await listChanges(db, { actor_id: actor.id }, page, config.timezone)
      return listed(c, changes, page, total)
    })
}
