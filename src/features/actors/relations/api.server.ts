import { z } from "@hono/zod-openapi"
import { apiApp } from "#http/api-app.ts"
import { call, perAccount } from "#http/call.ts"
import { body, conflict, created, done, forbidden, invalid, listed, notFound, ok } from "#http/answers.ts"
import { idOr, refuse } from "#lib/refusal.ts"
import { logAccess } from "../access/commands.server.ts"
import { actorFor } from "../access/queries.server.ts"
import { limits, spend } from "#http/limits/limits.ts"
import { actorPath } from "../inputs.ts"
import { changeRelation, invite, removeRelation } from "./commands.server.ts"
import { newRelation, relationChange, relationPath, relationsQuery, transfer } from "./inputs.ts"
import { remindInvitation } from "./invitations.server.ts"
import { findRelation, listInvitations, listRelations } from "./queries.server.ts"
import { relationRepresentation } from "./representation.server.ts"
import { transferPage } from "./transfer.server.ts"

const tags = ["Relations"]

const list = call({
  method: "get",
  path: "/api/actors/{fid}/relations/",
  rights: { action: "see_published", of: "page" },
  scope: "read",
  cache: "shared",
  tags,
  summary: "List the visible relations of a page; for its managers, all of them",
  request: { params: actorPath, query: relationsQuery },
  responses: { ...ok(z.array(relationRepresentation), "The relations, pending ones first."), ...invalid, ...notFound },
})

const add = call({
  method: "post",
  path: "/api/actors/{fid}/relations/",
  rights: { action: "invite", of: "page" },
  scope: "write",
  limit: perAccount(limits.invite),
  tags,
  summary: "Invite a person or another page; pending until the other side accepts",
  request: { params: actorPath, ...body(newRelation) },
  responses: {
    ...created(relationRepresentation, "The invitation."),
    ...invalid,
    ...forbidden,
    ...notFound,
    ...conflict,
  },
})

const change = call({
  method: "patch",
  path: "/api/actors/{fid}/relations/{id}/",
  rights: { ownRule: "src/features/actors/relations/relations.test.ts" },
  scope: "write",
  tags,
  summary: "Answer an invitation, change a role, or show or hide a relation",
  request: { params: relationPath, ...body(relationChange) },
  responses: {
    ...ok(relationRepresentation, "The changed relation."),
    ...invalid,
    ...forbidden,
    ...notFound,
    ...conflict,
  },
})

const remove = call({
  method: "delete",
  path: "/api/actors/{fid}/relations/{id}/",
  rights: { ownRule: "src/features/actors/relations/relations.test.ts" },
  scope: "write",
  tags,
  summary: "Leave a page, or withdraw or remove a relation; the last owner cannot leave",
  request: { params: relationPath },
  responses: { ...done, ...forbidden, ...notFound, ...conflict },
})

const remind = call({
  method: "post",
  path: "/api/actors/{fid}/relations/{id}/invitation/",
  rights: { ownRule: "src/features/actors/relations/relations.test.ts" },
  scope: "write",
  limit: perAccount(limits.invite),
  tags,
  summary: "Send an unanswered invitation by e-mail again",
  request: { params: relationPath },
  responses: { ...done, ...forbidden, ...notFound, ...conflict },
})

const give = call({
  method: "post",
  path: "/api/actors/{fid}/transfer/",
  rights: { action: "govern", of: "page" },
  scope: "write",
  tags,
  summary: "Transfer a page to somebody who works on it; the caller's own role changes at once",
  request: { params: actorPath, ...body(transfer) },
  responses: { ...done, ...invalid, ...forbidden, ...notFound },
})

const invitations = call({
  method: "get",
  path: "/api/me/invitations/",
  rights: "user",
  scope: "session",
  cache: "personal",
  tags: ["Me"],
  summary: "List the unanswered invitations of the caller and of the pages they manage",
  request: { query: relationsQuery },
  responses: { ...ok(z.array(relationRepresentation), "The invitations, newest first."), ...invalid, ...forbidden },
})

/** Builds the calls about the people and pages that belong to a page. */
export function relationsApi() {
  return apiApp()
    .openapi(list, async (c) => {
      const { db, config } = c.get("world")
      const actor = await actorFor(db, c.get("viewer"), c.req.valid("param").fid)
      await logAccess(db, c.get("viewer"), "inside_seen", { actor: actor.id }, actor)
      const page = c.req.valid("query")
      const { relations, total } = await listRelations(db, c.get("viewer"), actor, page, config)
      return listed(c, relations, page, total)
    })
    .openapi(add, async (c) => {
      const { db, config } = c.get("world")
      const viewer = c.get("viewer")
      const { email } = c.req.valid("json")
      if (viewer && email) await spend(c, limits.inviteTo, email, { isTold: false })
      const id = await invite(db, viewer, c.req.valid("param").fid, c.req.valid("json"))
      return c.json((await findRelation(db, viewer, id, config)) ?? refuse("relation_not_found"), 201)
    })
    .openapi(change, async (c) => {
      const { db, config } = c.get("world")
      const viewer = c.get("viewer")
      const { fid, id } = c.req.valid("param")
      return c.json(await changeRelation(db, viewer, fid, idOf(id), c.req.valid("json"), config), 200)
    })
    .openapi(remove, async (c) => {
      const { fid, id } = c.req.valid("param")
      await removeRelation(c.get("world").db, c.get("viewer"), fid, idOf(id))
      return c.body(null, 204)
    })
    .openapi(remind, async (c) => {
      const viewer = c.get("viewer")
      const { fid, id } = c.req.valid("param")
      await remindInvitation(c.get("world").db, viewer, fid, idOf(id))
      return c.body(null, 204)
    })
    .openapi(give, async (c) => {
      await transferPage(c.get("world").db, c.get("viewer"), c.req.valid("param").fid, c.req.valid("json"))
      return c.body(null, 204)
    })
    .openapi(invitations, async (c) => {
      const { db, config } = c.get("world")
      const page = c.req.valid("query")
      const viewer = c.get("viewer") ?? refuse("sign_in_needed")
      const { invitations: some, total } = await listInvitations(db, viewer, page, config)
      return listed(c, some, page, total)
    })
}

function idOf(id: string) {
  return idOr("relation_not_found", id)
}
