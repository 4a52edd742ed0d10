import { z } from "@hono/zod-openapi"
import { doneBy } from "#features/accounts/rights.ts"
import { demand } from "#features/actors/access/queries.server.ts"
import { changed } from "#features/changes/commands.server.ts"
import { lookInsideEvent } from "#features/events/access/commands.server.ts"
import { eventFor, eventId } from "#features/events/access/queries.server.ts"
import { writing } from "#db/writing.ts"
import { apiApp } from "#http/api-app.ts"
import { call } from "#http/call.ts"
import { body, conflict, created, forbidden, invalid, listed, notFound, ok, tagged } from "#http/answers.ts"
import { limits, spend } from "#http/limits/limits.ts"
import { refuse } from "#lib/refusal.ts"
import { sendMessage } from "./commands.server.ts"
import { eventPath } from "#features/events/inputs.ts"
import { audienceQuery, newMessage, noticePath, noticesQuery } from "./inputs.ts"
import { countAudience, listDeliveries, listNotices } from "./queries.server.ts"
import { audienceRepresentation, deliveryRepresentation, noticeRepresentation } from "./representation.server.ts"

const tags = ["Notices"]
const params = eventPath

const list = call({
  method: "get",
  path: "/api/contents/events/{id}/notices/",
  rights: { action: "see_drafts", of: "event" },
  scope: "read",
  cache: "personal",
  tags,
  summary: "List the notices of an event with their delivery progress, for its managers",
  request: { params, query: noticesQuery },
  responses: {
    ...ok(z.array(noticeRepresentation), "The notices, newest first."),
    ...invalid,
    ...forbidden,
    ...notFound,
  },
})

const write = call({
  method: "post",
  path: "/api/contents/events/{id}/notices/",
  rights: { action: "publish", of: "event" },
  scope: "write",
  limit: { byHandler: [limits.message], test: "src/features/notices/inbox.test.ts" },
  tags,
  summary: "Send a message to everyone who answered an event",
  request: { params, ...body(newMessage) },
  responses: {
    ...created(z.object({ id: z.number().int() }), "The id of the created notice."),
    ...invalid,
    ...forbidden,
    ...notFound,
    ...conflict,
  },
})

const audience = call({
  method: "get",
  path: "/api/contents/events/{id}/notices/audience/",
  rights: { action: "see_drafts", of: "event" },
  scope: "read",
  cache: "personal",
  tags,
  summary: "Count the people who would be notified of a change, or get a message",
  request: { params, query: audienceQuery },
  responses: { ...ok(audienceRepresentation, "The number of recipients."), ...invalid, ...forbidden, ...notFound },
})

const deliveries = call({
  method: "get",
  path: "/api/contents/events/{id}/notices/{notice}/deliveries/",
  rights: { action: "see_drafts", of: "event" },
  scope: "read",
  cache: "personal",
  tags,
  summary: "List the deliveries of a notice to those who answered the event; other recipients are only counted",
  request: { params: noticePath, query: noticesQuery },
  responses: {
    ...ok(z.array(deliveryRepresentation), "The deliveries, in the order of notification."),
    ...invalid,
    ...forbidden,
    ...notFound,
  },
})

/** Returns the API calls for the managers of an event: its notices, and messages to attendees. */
export function noticesApi() {
  return apiApp()
    .openapi(list, async (c) => {
      const { db, config } = c.get("world")
      const event = await lookInsideEvent(db, c.get("viewer"), eventId(c.req.valid("param").id))
      const page = c.req.valid("query")
      const { notices, total } = await listNotices(db, event.id, page, config)
      return listed(c, notices, page, total)
    })
    .openapi(write, async (c) => {
      const { db } = c.get("world")
      const viewer = c.get("viewer")
      const id = eventId(c.req.valid("param").id)
      const event = await eventFor(db, viewer, id)
      demand(viewer, "publish", event)
      // Nobody can have answered a draft.
      if (!event.listed) refuse("event_not_published")
      const { subject, text, to = ["interested", "confirmed"], occurrence } = c.req.valid("json")
      await spend(c, limits.message, String(id))
      const me = viewer ?? refuse("sign_in_needed")
      const made = await writing(db, async (tx) => {
        const message = { subject, text, to, occurrence: occurrence ?? undefined }
        const { id: noticeId, isNew } = await sendMessage(tx, me, id, message)
        if (!isNew) return noticeId
        await changed(tx, {
          by: doneBy(me, "publish", { relations: event.relations }),
          subject: { event: id },
          kind: "message_sent",
          isPublic: false,
          before: { message: null },
          after: { message: subject },
        })
        return noticeId
      })
      return c.json({ id: made }, 201)
    })
    .openapi(audience, async (c) => {
      const { db } = c.get("world")
      const viewer = c.get("viewer")
      const event = await lookInsideEvent(db, viewer, eventId(c.req.valid("param").id))
      const { to, occurrence } = c.req.valid("query")
      const of = { to: to?.split(","), occurrences: occurrence }
      return tagged(c, await countAudience(db, event.id, viewer?.userId ?? 0, of))
    })
    .openapi(deliveries, async (c) => {
      const { db, config } = c.get("world")
      const { id, notice } = c.req.valid("param")
      const event = await lookInsideEvent(db, c.get("viewer"), eventId(id))
      const page = c.req.valid("query")
      const number = /^\d{1,15}$/.test(notice) ? Number(notice) : 0
      const found = (await listDeliveries(db, event.id, number, page, config)) ?? refuse("not_found")
      return listed(c, found.deliveries, page, found.total)
    })
}
