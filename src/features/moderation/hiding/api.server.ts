import { actorPath } from "#features/actors/inputs.ts"
import { eventId } from "#features/events/access/queries.server.ts"
import { eventPath } from "#features/events/inputs.ts"
import { apiApp } from "#http/api-app.ts"
import { call } from "#http/call.ts"
import { body, done, forbidden, invalid, notFound } from "#http/answers.ts"
import { hideActor, hideEvent, showActor, showEvent } from "./commands.server.ts"
import { hideInput } from "./inputs.ts"

const tags = ["Moderation"]
const answers = { ...done, ...forbidden, ...notFound }

const hideAnEvent = call({
  method: "post",
  path: "/api/contents/events/{id}/hide/",
  rights: { action: "hide", of: "event" },
  scope: "write",
  tags,
  summary: "Hide an event from everyone but its managers, for moderators",
  request: { params: eventPath, ...body(hideInput) },
  responses: { ...answers, ...invalid },
})
const showAnEvent = call({
  method: "delete",
  path: "/api/contents/events/{id}/hide/",
  rights: { action: "hide", of: "event" },
  scope: "write",
  tags,
  summary: "Show a hidden event again",
  request: { params: eventPath },
  responses: answers,
})
const hideAPage = call({
  method: "post",
  path: "/api/actors/{fid}/hide/",
  rights: { action: "hide", of: "page" },
  scope: "write",
  tags,
  summary: "Hide a page from everyone but its managers, for moderators",
  request: { params: actorPath, ...body(hideInput) },
  responses: { ...answers, ...invalid },
})
const showAPage = call({
  method: "delete",
  path: "/api/actors/{fid}/hide/",
  rights: { action: "hide", of: "page" },
  scope: "write",
  tags,
  summary: "Show a hidden page again",
  request: { params: actorPath },
  responses: answers,
})

/** The calls with which moderators hide events, pages and comments, and show them again. */
export function hidingApi() {
  return apiApp()
    .openapi(hideAnEvent, async (c) => {
      const id = eventId(c.req.valid("param").id)
      await hideEvent(c.get("world").db, c.get("viewer"), id, c.req.valid("json").reason ?? null)
      return c.body(null, 204)
    })
    .openapi(showAnEvent, async (c) => {
      await showEvent(c.get("world").db, c.get("viewer"), eventId(c.req.valid("param").id))
      return c.body(null, 204)
    })
    .openapi(hideAPage, async (c) => {
      const { fid } = c.req.valid("param")
      await hideActor(c.get("world").db, c.get("viewer"), fid, c.req.valid("json").reason ?? null)
      return c.body(null, 204)
    })
    .openapi(showAPage, async (c) => {
      await showActor(c.get("world").db, c.get("viewer"), c.req.valid("param").fid)
      return c.body(null, 204)
    })
}
