import { z } from "@hono/zod-openapi"
import { reportAllErrors } from "#http/errors/all-errors.ts"
import { apiApp } from "#http/api-app.ts"
import { call } from "#http/call.ts"
import { body, created, forbidden, invalid, notFound, ok, tagged } from "#http/answers.ts"
import { versioned } from "#http/caching/versions.ts"
import { eventId } from "../access/queries.server.ts"
import { copyEvent, judgeCopy } from "../copies/commands.server.ts"
import { copyFields, copyInput } from "../copies/inputs.ts"
import { eventPath } from "../inputs.ts"
import { eventRepresentation } from "../representation.server.ts"
import { mergeEvents } from "./commands.server.ts"
import { duplicatesQuery, mergeInput } from "./inputs.ts"
import { findDuplicates } from "./queries.server.ts"

const tags = ["Events"]

const duplicates = call({
  method: "get",
  path: "/api/contents/events/duplicates/",
  rights: "anyone",
  scope: "read",
  cache: "shared",
  tags,
  summary: "Find possible duplicates of an event: same place and time, similar title",
  request: { query: duplicatesQuery },
  responses: {
    ...ok(z.array(eventRepresentation), "At most ten events, the most similar first."),
    ...invalid,
    ...forbidden,
    ...notFound,
  },
})

const merge = call({
  method: "post",
  path: "/api/contents/events/{id}/merge/",
  rights: { ownRule: "src/features/events/duplicates/merge.test.ts", isForUser: true },
  scope: "write",
  tags,
  summary: "Merge this event into another one, to which its address then leads",
  request: { params: eventPath, ...body(mergeInput) },
  responses: { ...ok(eventRepresentation, "The event it was merged into."), ...invalid, ...forbidden, ...notFound },
})

const copy = call({
  method: "post",
  path: "/api/contents/events/{id}/copies/",
  rights: { action: "edit", of: "event" },
  scope: "write",
  tags,
  summary: "Copy an event as a draft, at the same or other dates",
  request: { params: eventPath, ...body(copyInput) },
  responses: { ...created(eventRepresentation, "The created copy."), ...invalid, ...forbidden, ...notFound },
})

/** The calls about duplicates: finding and merging accidental ones, and making a deliberate copy. */
export function duplicatesApi() {
  return apiApp()
    .openapi(duplicates, async (c) => {
      const { db, config } = c.get("world")
      return tagged(c, await findDuplicates(db, c.get("viewer"), c.req.valid("query"), config))
    })
    .openapi(merge, async (c) => {
      const { db, config } = c.get("world")
      const id = eventId(c.req.valid("param").id)
      return versioned(c, await mergeEvents(db, c.get("viewer"), id, c.req.valid("json").into, config))
    })
    .openapi(
      copy,
      async (c) => {
        const { db, config } = c.get("world")
        const made = await copyEvent(db, c.get("viewer"), eventId(c.req.valid("param").id), c.req.valid("json"), config)
        c.header("Location", `/api/contents/events/${made.id}/`)
        return versioned(c, made, 201)
      },
      reportAllErrors(copyFields, async (c, judged) =>
        judgeCopy(c.get("world").db, c.get("viewer"), eventId(c.req.param("id") ?? ""), judged),
      ),
    )
}
