import { z } from "@hono/zod-openapi"
import type { Context } from "hono"
import { body, conflict, created, done, forbidden, invalid, notFound, ok, partsTagged } from "#http/answers.ts"
import { apiApp } from "#http/api-app.ts"
import { call } from "#http/call.ts"
import type { Environment } from "#http/environment.ts"
import { allowedVersions, stale } from "#http/caching/versions.ts"
import { refuse } from "#lib/refusal.ts"
import { lookAtEvent } from "../access/commands.server.ts"
import { eventFor, eventId } from "../access/queries.server.ts"
import { eventPath } from "../inputs.ts"
import { addOrganizer, moveOrganizer, removeOrganizer } from "./commands.server.ts"
import { newOrganizer, organizerChange, organizerPath } from "./inputs.ts"
import { organizersOfEvent } from "./queries.server.ts"
import { organizerRepresentation } from "./representation.server.ts"

const tags = ["Organizers"]

const list = call({
  method: "get",
  path: "/api/contents/events/{id}/organizers/",
  rights: { action: "see_published", of: "event" },
  scope: "read",
  cache: "shared",
  tags,
  summary: "List the organizers of an event; for its managers, pending ones too",
  request: { params: eventPath },
  responses: { ...ok(z.array(organizerRepresentation), "The organizers, the host first."), ...notFound },
})
const add = call({
  method: "post",
  path: "/api/contents/events/{id}/organizers/",
  rights: { action: "edit", of: "event" },
  scope: "write",
  tags,
  summary: "Ask a page to co-organize an event; asking again changes nothing",
  request: { params: eventPath, ...body(newOrganizer) },
  responses: {
    ...created(organizerRepresentation, "The organizer, pending; a page the caller manages accepts at once."),
    ...ok(organizerRepresentation, "The organizer, which was already named."),
    ...invalid,
    ...forbidden,
    ...notFound,
    ...conflict,
    ...stale,
  },
})
const change = call({
  method: "patch",
  path: "/api/contents/events/{id}/organizers/{fid}/",
  rights: { action: "edit", of: "event" },
  scope: "write",
  tags,
  summary: "Move an organizer to another position; the first is the host",
  request: { params: organizerPath, ...body(organizerChange) },
  responses: {
    ...ok(organizerRepresentation, "The moved organizer."),
    ...invalid,
    ...forbidden,
    ...notFound,
    ...stale,
  },
})
const remove = call({
  method: "delete",
  path: "/api/contents/events/{id}/organizers/{fid}/",
  rights: { action: "edit", of: "event" },
  scope: "write",
  tags,
  summary: "Remove an organizer from an event; the host cannot be removed",
  request: { params: organizerPath },
  responses: { ...done, ...forbidden, ...notFound, ...conflict, ...stale },
})

/** The calls for single organisers of an event: simultaneous changes by several people are all stored. */
export function organizersApi() {
  return apiApp()
    .openapi(list, async (c) => {
      const { db, config } = c.get("world")
      const held = await lookAtEvent(db, c.get("viewer"), eventId(c.req.valid("param").id))
      return partsTagged(c, held.version, await organizersOfEvent(db, c.get("viewer"), held, config))
    })
    .openapi(add, async (c) => {
      const { fid } = c.req.valid("json")
      const at = whereIn(c, c.req.valid("param").id)
      const isNew = await addOrganizer(c.get("world").db, c.get("viewer"), at, fid)
      if (isNew) c.header("Location", `/api/contents/events/${at.eventId}/organizers/${fid}/`)
      return c.json(await organizerOf(c, at.eventId, fid), isNew ? 201 : 200)
    })
    .openapi(change, async (c) => {
      const { id, fid } = c.req.valid("param")
      const at = whereIn(c, id)
      await moveOrganizer(c.get("world").db, c.get("viewer"), at, fid, c.req.valid("json").position)
      return c.json(await organizerOf(c, at.eventId, fid), 200)
    })
    .openapi(remove, async (c) => {
      const { id, fid } = c.req.valid("param")
      await removeOrganizer(c.get("world").db, c.get("viewer"), whereIn(c, id), fid)
      return c.body(null, 204)
    })
}

function whereIn(c: Context<Environment>, id: string) {
  return { eventId: eventId(id), versions: allowedVersions(c), site: c.get("world").config }
}

async function organizerOf(c: Context<Environment>, id: number, fid: string) {
  const { db, config } = c.get("world")
  const held = await eventFor(db, c.get("viewer"), id)
  const all = await organizersOfEvent(db, c.get("viewer"), held, config)
  return all.find(({ actor }) => actor.fid === fid) ?? refuse("organizer_not_found")
}
