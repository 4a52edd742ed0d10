import { z } from "@hono/zod-openapi"
import { changeRepresentation } from "#features/changes/representation.server.ts"
import { listChanges } from "#features/changes/queries.server.ts"
import { reportAllErrors } from "#http/errors/all-errors.ts"
import { apiApp } from "#http/api-app.ts"
import { call } from "#http/call.ts"
import { body, created, done, forbidden, invalid, listed, optionalBody, notFound, ok } from "#http/answers.ts"
import { allowedVersions, stale, versioned } from "#http/caching/versions.ts"
import { idOr, refuse } from "#lib/refusal.ts"
import { lookInsideEvent } from "../access/commands.server.ts"
import { eventId } from "../access/queries.server.ts"
import { answerConfirmation } from "../confirmations/commands.server.ts"
import { createFirstEvent } from "../first-event/commands.server.ts"
import { firstEvent } from "../first-event/inputs.ts"
import { eventPath } from "../inputs.ts"
import { findEvent } from "../queries.server.ts"
import { eventRepresentation } from "../representation.server.ts"
import {
  changesQuery,
  confirmation,
  eventChange,
  eventDeletion,
  newEvent,
  occurrenceChange,
  occurrencePath,
  occurrencesChange,
} from "./inputs.ts"
import { deleteEvent, restoreEvent } from "../removal/commands.server.ts"
import { judgeEventChange, judgeNewEvent } from "./checks.server.ts"
import { createEvent, updateEvent, updateOccurrence, updateOccurrences } from "./commands.server.ts"

const tags = ["Events"]
const event = ok(eventRepresentation, "The event.")

const create = call({
  method: "post",
  path: "/api/contents/events/",
  rights: { ownRule: "src/features/events/writing/rights.test.ts", isForUser: true },
  scope: "write",
  tags,
  summary: "Create an event of a page the caller manages, a draft by default",
  request: body(newEvent),
  responses: { ...created(eventRepresentation, "The created event."), ...invalid, ...forbidden },
})

const createFirst = call({
  method: "post",
  path: "/api/contents/events/first/",
  rights: "user",
  scope: "write",
  tags,
  summary: "Create a first event together with the page that organizes it: both or neither",
  request: body(firstEvent),
  responses: { ...created(eventRepresentation, "The created event."), ...invalid, ...forbidden },
})

const change = call({
  method: "patch",
  path: "/api/contents/events/{id}/",
  rights: { action: "edit", of: "event" },
  scope: "write",
  tags,
  summary: "Update an event",
  request: { params: eventPath, ...body(eventChange) },
  responses: { ...event, ...invalid, ...forbidden, ...notFound, ...stale },
})

const remove = call({
  method: "delete",
  path: "/api/contents/events/{id}/",
  rights: { action: "edit", of: "event" },
  scope: "write",
  tags,
  summary: "Delete an event; if it does not take place, cancel it instead, so that its page says so",
  request: { params: eventPath, ...optionalBody(eventDeletion) },
  responses: { ...done, ...invalid, ...forbidden, ...notFound, ...stale },
})

const restore = call({
  method: "post",
  path: "/api/contents/events/{id}/restore/",
  rights: { ownRule: "src/features/events/writing/writing.test.ts" },
  scope: "write",
  tags,
  summary: "Restore a deleted event within 30 days, for managers",
  request: { params: eventPath },
  responses: { ...event, ...notFound },
})

const changeDate = call({
  method: "patch",
  path: "/api/contents/events/{id}/occurrences/{occurrence}/",
  rights: { action: "edit", of: "event" },
  scope: "write",
  tags,
  summary: "Move or cancel one date of an event",
  request: { params: occurrencePath, ...body(occurrenceChange) },
  responses: { ...event, ...invalid, ...forbidden, ...notFound, ...stale },
})

const changeDates = call({
  method: "patch",
  path: "/api/contents/events/{id}/occurrences/",
  rights: { action: "edit", of: "event" },
  scope: "write",
  tags,
  summary: "Cancel or reinstate several dates of an event at once",
  request: { params: eventPath, ...body(occurrencesChange) },
  responses: { ...event, ...invalid, ...forbidden, ...notFound, ...stale },
})

const confirmations = call({
  method: "post",
  path: "/api/contents/events/{id}/confirmations/",
  rights: { ownRule: "src/features/events/writing/rights.test.ts" },
  scope: "write",
  operationId: "answerEventConfirmation",
  tags,
  summary: "Accept or decline, for a page, to be named by an event, or remove its name",
  request: { params: eventPath, ...body(confirmation) },
  responses: { ...event, ...invalid, ...forbidden, ...notFound },
})

const changes = call({
  method: "get",
  path: "/api/contents/events/{id}/changes/",
  rights: { action: "see_drafts", of: "event" },
  scope: "read",
  cache: "personal",
  tags,
  summary: "List the changes of an event, for managers",
  request: { params: eventPath, query: changesQuery },
  responses: {
    ...ok(z.array(changeRepresentation), "The changes, newest first."),
    ...invalid,
    ...forbidden,
    ...notFound,
  },
})

/** The calls that create and change events. */
export function eventWritingApi() {
  return apiApp()
    .openapi(
      create,
      async (c) => {
        const { db, config } = c.get("world")
        const made = await createEvent(db, c.get("viewer"), c.req.valid("json"), config)
        c.header("Location", `/api/contents/events/${made.id}/`)
        return versioned(c, made, 201)
      },
      reportAllErrors(newEvent, (c, judged) => {
        const { db, config } = c.get("world")
        return judgeNewEvent(db, c.get("viewer"), judged, config)
      }),
    )
    .openapi(
      createFirst,
      async (c) => {
        const { db, config } = c.get("world")
        const made = await createFirstEvent(db, c.get("viewer"), c.req.valid("json"), config)
        c.header("Location", `/api/contents/events/${made.id}/`)
        return versioned(c, made, 201)
      },
      reportAllErrors(firstEvent, (c, { given, faulty }) => {
        const { db, config } = c.get("world")
        // Organisers are created together with the event: those sent here are judged with the whole request.
        const { organizers: _organizers, ...rest } = given
        return judgeNewEvent(db, c.get("viewer"), { given: rest, faulty }, config)
      }),
    )
    .openapi(
      change,
      async (c) => {
        const { db, config } = c.get("world")
        const id = eventId(c.req.valid("param").id)
        return versioned(c, await updateEvent(db, c.get("viewer"), id, c.req.valid("json"), allowedVersions(c), config))
      },
      reportAllErrors(eventChange, async (c, judged) => {
        const { db, config } = c.get("world")
        return judgeEventChange(db, c.get("viewer"), eventId(c.req.param("id") ?? ""), judged, config)
      }),
    )
    .openapi(remove, async (c) => {
      const { reason } = c.req.valid("json")
      const id = eventId(c.req.valid("param").id)
      await deleteEvent(c.get("world").db, c.get("viewer"), id, { versions: allowedVersions(c), reason })
      return c.body(null, 204)
    })
    .openapi(restore, async (c) => {
      const { db, config } = c.get("world")
      const id = eventId(c.req.valid("param").id)
      return versioned(c, await restoreEvent(db, c.get("viewer"), id, config))
    })
    .openapi(changeDate, async (c) => {
      const { db, config } = c.get("world")
      const { id, occurrence } = c.req.valid("param")
      const date = idOr("occurrence_not_found", occurrence)
      const given = c.req.valid("json")
      return versioned(
        c,
        await updateOccurrence(db, c.get("viewer"), eventId(id), date, given, allowedVersions(c), config),
      )
    })
    .openapi(changeDates, async (c) => {
      const { db, config } = c.get("world")
      const id = eventId(c.req.valid("param").id)
      const given = c.req.valid("json")
      return versioned(c, await updateOccurrences(db, c.get("viewer"), id, given, allowedVersions(c), config))
    })
    .openapi(confirmations, async (c) => {
      const { db, config } = c.get("world")
      const id = eventId(c.req.valid("param").id)
      await answerConfirmation(db, c.get("viewer"), id, c.req.valid("json"))
      return versioned(c, (await findEvent(db, c.get("viewer"), id, config)) ?? refuse("event_not_found"))
    })
    .openapi(changes, async (c) => {
      const { db, config } = c.get("world")
      const held = await lookInsideEvent(db, c.get("viewer"), eventId(c.req.valid("param").id))
      const page = c.req.valid("query")
      const { changes, total } = await listChanges(db, { event_id: held.id }, page, config.timezone)
      return listed(c, changes, page, total)
    })
}
