import { z } from "@hono/zod-openapi"
import type { Context } from "hono"
import { body, conflict, created, done, forbidden, invalid, notFound, ok, partsTagged } from "#http/answers.ts"
import { apiApp } from "#http/api-app.ts"
import { call } from "#http/call.ts"
import type { Environment } from "#http/environment.ts"
import { allowedVersions, stale } from "#http/caching/versions.ts"
import { idOr, refuse } from "#lib/refusal.ts"
import { lookAtEvent } from "../access/commands.server.ts"
import { eventId } from "../access/queries.server.ts"
import { eventPath } from "../inputs.ts"
import { newPerformer } from "../writing/inputs.ts"
import { addPerformer, changePerformer, removePerformer } from "./commands.server.ts"
import { performerChange, performerPath } from "./inputs.ts"
import { lineupOf } from "./queries.server.ts"
import { performerRepresentation } from "./representation.server.ts"

const tags = ["Line-ups"]
const refusals = { ...invalid, ...forbidden, ...notFound, ...stale }

const list = call({
  method: "get",
  path: "/api/contents/events/{id}/lineup/",
  rights: { action: "see_published", of: "event" },
  scope: "read",
  cache: "shared",
  tags,
  summary: "List the line-up of an event, with the id of each entry",
  request: { params: eventPath },
  responses: { ...ok(z.array(performerRepresentation), "The entries, in order."), ...notFound },
})
const add = call({
  method: "post",
  path: "/api/contents/events/{id}/lineup/",
  rights: { action: "edit", of: "event" },
  scope: "write",
  tags,
  summary: "Add a performer to the end of the line-up; an identical entry is not added again",
  request: { params: eventPath, ...body(newPerformer) },
  responses: {
    ...created(performerRepresentation, "The created entry."),
    ...ok(performerRepresentation, "The identical entry that already exists."),
    ...refusals,
    ...conflict,
  },
})
const change = call({
  method: "patch",
  path: "/api/contents/events/{id}/lineup/{entry}/",
  rights: { action: "edit", of: "event" },
  scope: "write",
  tags,
  summary: "Update the text or the position of a line-up entry",
  request: { params: performerPath, ...body(performerChange) },
  responses: { ...ok(performerRepresentation, "The changed entry."), ...refusals },
})
const remove = call({
  method: "delete",
  path: "/api/contents/events/{id}/lineup/{entry}/",
  rights: { action: "edit", of: "event" },
  scope: "write",
  tags,
  summary: "Remove an entry from the line-up",
  request: { params: performerPath },
  responses: { ...done, ...forbidden, ...notFound, ...stale },
})

/** The calls for single entries of a line-up: simultaneous changes by several people are all stored. */
export function lineupApi() {
  return apiApp()
    .openapi(list, async (c) => {
      const { db, config } = c.get("world")
      const viewer = c.get("viewer")
      const held = await lookAtEvent(db, viewer, eventId(c.req.valid("param").id))
      return partsTagged(c, held.version, await lineupOf(db, viewer, held.id, config))
    })
    .openapi(add, async (c) => {
      const { db } = c.get("world")
      const at = whereIn(c, c.req.valid("param").id)
      const { id, isNew } = await addPerformer(db, c.get("viewer"), at, c.req.valid("json"))
      if (isNew) c.header("Location", `/api/contents/events/${at.eventId}/lineup/${id}/`)
      return c.json(await entryOf(c, at.eventId, id), isNew ? 201 : 200)
    })
    .openapi(change, async (c) => {
      const { id, entry } = c.req.valid("param")
      const at = whereIn(c, id)
      await changePerformer(c.get("world").db, c.get("viewer"), at, entryId(entry), c.req.valid("json"))
      return c.json(await entryOf(c, at.eventId, entryId(entry)), 200)
    })
    .openapi(remove, async (c) => {
      const { id, entry } = c.req.valid("param")
      await removePerformer(c.get("world").db, c.get("viewer"), whereIn(c, id), entryId(entry))
      return c.body(null, 204)
    })
}

function whereIn(c: Context<Environment>, id: string) {
  return { eventId: eventId(id), versions: allowedVersions(c), site: c.get("world").config }
}

async function entryOf(c: Context<Environment>, event: number, id: number) {
  const { db, config } = c.get("world")
  const lineup = await lineupOf(db, c.get("viewer"), event, config)
  return lineup.find((one) => one.id === id) ?? refuse("performer_not_found")
}

function entryId(text: string) {
  return idOr("performer_not_found", text)
}
