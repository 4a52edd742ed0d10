import { z } from "@hono/zod-openapi"
import { lookInsideEvent } from "#features/events/access/commands.server.ts"
import { eventFor, eventId } from "#features/events/access/queries.server.ts"
import { eventPath } from "#features/events/inputs.ts"
import { body, done, forbidden, invalid, listed, notFound, ok } from "#http/answers.ts"
import { apiApp } from "#http/api-app.ts"
import { call } from "#http/call.ts"
import { idOr, refuse } from "#lib/refusal.ts"
import { removeComment, showComment } from "./commands.server.ts"
import { commentInput, commentPath, commentsQuery } from "./inputs.ts"
import { findComment, findShownComment, listComments, listReactions, listShownComments } from "./queries.server.ts"
import { managedComment, remoteComment, remoteReaction } from "./representation.server.ts"

const tags = ["Fediverse"]

const shown = call({
  method: "get",
  path: "/api/contents/events/{id}/comments/",
  rights: { action: "see_published", of: "event" },
  scope: "read",
  cache: "shared",
  tags,
  summary: "List the visible comments on an event from other servers",
  request: { params: eventPath, query: commentsQuery },
  responses: { ...ok(z.array(remoteComment), "The comments, newest first."), ...invalid, ...notFound },
})

const shownOne = call({
  method: "get",
  path: "/api/contents/events/{id}/comments/{comment}/",
  rights: { action: "see_published", of: "event" },
  scope: "read",
  cache: "shared",
  tags,
  summary: "Get a visible comment on an event from another server",
  request: { params: commentPath },
  responses: { ...ok(remoteComment, "The comment."), ...notFound },
})

const all = call({
  method: "get",
  path: "/api/contents/events/{id}/comments/all/",
  rights: { action: "see_drafts", of: "event" },
  scope: "read",
  cache: "personal",
  tags,
  summary: "List all comments on an event from other servers, hidden ones too, for its managers",
  request: { params: eventPath, query: commentsQuery },
  responses: { ...ok(z.array(managedComment), "The comments, newest first."), ...invalid, ...forbidden, ...notFound },
})

const show = call({
  method: "patch",
  path: "/api/contents/events/{id}/comments/{comment}/",
  rights: { action: "edit", of: "event" },
  scope: "write",
  tags,
  summary: "Show a comment from another server to everyone, or hide it",
  request: { params: commentPath, ...body(commentInput) },
  responses: { ...ok(managedComment, "The changed comment."), ...invalid, ...forbidden, ...notFound },
})

const remove = call({
  method: "delete",
  path: "/api/contents/events/{id}/comments/{comment}/",
  rights: { action: "edit", of: "event" },
  scope: "write",
  tags,
  summary: "Delete a comment from another server permanently",
  request: { params: commentPath },
  responses: { ...done, ...forbidden, ...notFound },
})

const reactions = call({
  method: "get",
  path: "/api/contents/events/{id}/reactions/",
  rights: { action: "see_drafts", of: "event" },
  scope: "read",
  cache: "personal",
  tags,
  summary: "List the likes and boosts of an event from other servers, for its managers; there are no public counters",
  request: { params: eventPath, query: commentsQuery },
  responses: {
    ...ok(z.array(remoteReaction), "The likes and boosts, newest first."),
    ...invalid,
    ...forbidden,
    ...notFound,
  },
})

/** Returns the API calls of remote comments and reactions. */
export function reactingApi() {
  return (
    apiApp()
      .openapi(shown, async (c) => {
        const { db, config } = c.get("world")
        const event = await eventFor(db, c.get("viewer"), eventId(c.req.valid("param").id))
        const page = c.req.valid("query")
        const { comments, total } = await listShownComments(db, event.id, page, config)
        return listed(c, comments, page, total)
      })
      .openapi(all, async (c) => {
        const { db, config } = c.get("world")
        const event = await lookInsideEvent(db, c.get("viewer"), eventId(c.req.valid("param").id))
        const page = c.req.valid("query")
        const { comments, total } = await listComments(db, event.id, page, config)
        return listed(c, comments, page, total)
      })
      // After `all/`, which would otherwise match as an id.
      .openapi(shownOne, async (c) => {
        const { db, config } = c.get("world")
        const { id, comment } = c.req.valid("param")
        const event = await eventFor(db, c.get("viewer"), eventId(id))
        return c.json((await findShownComment(db, event.id, numberOf(comment), config)) ?? refuse("not_found"), 200)
      })
      .openapi(show, async (c) => {
        const { db, config } = c.get("world")
        const { id, comment } = c.req.valid("param")
        await showComment(db, c.get("viewer"), eventId(id), numberOf(comment), c.req.valid("json").is_shown)
        return c.json((await findComment(db, numberOf(comment), config)) ?? refuse("not_found"), 200)
      })
      .openapi(remove, async (c) => {
        const { id, comment } = c.req.valid("param")
        await removeComment(c.get("world").db, c.get("viewer"), eventId(id), numberOf(comment))
        return c.body(null, 204)
      })
      .openapi(reactions, async (c) => {
        const { db, config } = c.get("world")
        const event = await lookInsideEvent(db, c.get("viewer"), eventId(c.req.valid("param").id))
        const page = c.req.valid("query")
        const { reactions: found, total } = await listReactions(db, event.id, page, config)
        return listed(c, found, page, total)
      })
  )
}

function numberOf(text: string): number {
  return idOr("not_found", text)
}
