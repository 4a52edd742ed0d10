import { z } from "@hono/zod-openapi"
import type { Context } from "hono"
import { readableAgenda } from "#features/agendas/queries.server.ts"
import type { SignedIn } from "#features/accounts/viewer.ts"
import { forbidden, invalid, listed, moved, notFound, ok, tagged } from "#http/answers.ts"
import { apiApp } from "#http/api-app.ts"
import { call } from "#http/call.ts"
import type { Environment } from "#http/environment.ts"
import { versioned } from "#http/caching/versions.ts"
import { dateAt } from "#lib/time.ts"
import { refuse, refuseFields } from "#lib/refusal.ts"
import { listMonth } from "./month/queries.server.ts"
import { monthQuery } from "./month/inputs.ts"
import { monthRepresentation } from "./month/representation.server.ts"
import type { EventFilters } from "./listing/filters.server.ts"
import { dayStripQuery, eventPath, managedListQuery, publicListQuery } from "./inputs.ts"
import { noteLookAtEvent } from "./access/commands.server.ts"
import { eventId, findMerged } from "./access/queries.server.ts"
import { attendanceApi } from "./attendance/api.server.ts"
import { duplicatesApi } from "./duplicates/api.server.ts"
import { lineupApi } from "./lineup/api.server.ts"
import { listManaged } from "./listing/managed.server.ts"
import { outingsApi } from "./outings/api.server.ts"
import { organizersApi } from "./organizers/api.server.ts"
import { eventWritingApi } from "./writing/api.server.ts"
import { dayStrips, eventCounter } from "./listing/counting.server.ts"
import { personalEvents } from "./listing/personal.server.ts"
import { publicLists } from "./listing/public-lists.server.ts"
import { findEvent, listEvents } from "./queries.server.ts"
import { eventRepresentation } from "./representation.server.ts"
import { categories } from "./categories.ts"

const list = call({
  method: "get",
  path: "/api/contents/events/",
  rights: "anyone",
  scope: "read",
  cache: "shared",
  tags: ["Events"],
  summary: "List events by date, each once at its next date",
  request: { query: publicListQuery },
  responses: { ...ok(z.array(eventRepresentation), "The events, in the order of their dates."), ...invalid },
})

const followed = call({
  method: "get",
  path: "/api/contents/events/followed/",
  rights: { user: "followed_needs_login" },
  scope: "read",
  cache: "personal",
  tags: ["Events"],
  summary: "List the events of the pages the caller follows",
  request: { query: publicListQuery },
  responses: {
    ...ok(z.array(eventRepresentation), "The events, in the order of their dates."),
    ...invalid,
    ...forbidden,
  },
})

const managed = call({
  method: "get",
  path: "/api/contents/events/managed/",
  rights: { user: "managed_needs_login" },
  scope: "read",
  cache: "personal",
  tags: ["Events"],
  summary: "List the events the caller manages",
  request: { query: managedListQuery },
  responses: {
    ...ok(z.array(eventRepresentation), "The events, in the order of their dates."),
    ...invalid,
    ...forbidden,
  },
})

const month = call({
  method: "get",
  path: "/api/contents/events/month/",
  rights: "anyone",
  scope: "read",
  cache: "shared",
  tags: ["Events"],
  summary: "Get a month by days: the number of dates of each, and the first of them",
  request: { query: monthQuery },
  responses: { ...ok(monthRepresentation, "The month, as the whole weeks that contain it."), ...invalid },
})

const followedMonth = call({
  method: "get",
  path: "/api/contents/events/followed/month/",
  rights: { user: "followed_needs_login" },
  scope: "read",
  cache: "personal",
  tags: ["Events"],
  summary: "Get a month of the events of the pages the caller follows",
  request: { query: monthQuery },
  responses: { ...ok(monthRepresentation, "The month, as the whole weeks that contain it."), ...invalid, ...forbidden },
})

const managedMonth = call({
  method: "get",
  path: "/api/contents/events/managed/month/",
  rights: { user: "managed_needs_login" },
  scope: "read",
  cache: "personal",
  tags: ["Events"],
  summary: "Get a month of the events the caller manages",
  request: { query: monthQuery },
  responses: { ...ok(monthRepresentation, "The month, as the whole weeks that contain it."), ...invalid, ...forbidden },
})

const days = call({
  method: "get",
  path: "/api/contents/events/days/",
  rights: "anyone",
  scope: "read",
  cache: "shared",
  tags: ["Events"],
  summary: "Count the dates that begin on each day, with the categories of up to nine",
  request: { query: dayStripQuery },
  responses: {
    ...ok(
      z.array(z.object({ date: z.string(), count: z.number().int(), categories: z.array(z.enum(categories)) })),
      "One entry per day.",
    ),
    ...invalid,
  },
})

const show = call({
  method: "get",
  path: "/api/contents/events/{id}/",
  rights: { action: "see_published", of: "event" },
  scope: "read",
  cache: "shared",
  tags: ["Events"],
  summary: "Get an event",
  request: { params: eventPath },
  responses: { ...ok(eventRepresentation, "The event."), ...moved, ...notFound },
})

/** The calls that read events. */
export function eventsApi() {
  const count = eventCounter()
  const daysOf = dayStrips()
  const listOf = publicLists()

  return apiApp()
    .route("/", duplicatesApi())
    .openapi(list, async (c) => {
      const { db, config, content } = c.get("world")
      const { start, limit, list, ...asked } = c.req.valid("query")
      const page = { start, limit }
      const filters = { ...asked, ...(await ofList(c, list)) }
      const read = () => listEvents(db, null, filters, config, page, count)
      const { events, total, more, isEstimate } = await (config.cache
        ? listOf(content, { filters, page }, read)
        : read())
      if (isEstimate) c.header("X-Total-Count-Estimated", "true")
      return listed(c, await personalEvents(db, c.get("viewer"), events), page, total, more)
    })
    .openapi(followed, async (c) => {
      const { db, config } = c.get("world")
      const viewer = c.get("viewer") ?? refuse("followed_needs_login")
      const { start, limit, list, ...asked } = c.req.valid("query")
      const page = { start, limit }
      const filters = { ...asked, ...(await ofList(c, list)), followedBy: viewer.userId }
      const { events, total, more, isEstimate } = await listEvents(db, viewer, filters, config, page, count)
      if (isEstimate) c.header("X-Total-Count-Estimated", "true")
      return listed(c, events, page, total, more)
    })
    .openapi(managed, async (c) => {
      const { db, config } = c.get("world")
      const viewer = c.get("viewer") ?? refuse("managed_needs_login")
      const { start, limit, list, ...asked } = c.req.valid("query")
      const filters = { ...asked, ...(await ofList(c, list)) }
      const { events, total } = await listManaged(db, viewer, filters, config, { start, limit })
      return listed(c, events, { start, limit }, total)
    })
    .openapi(month, async (c) => sheet(c, c.req.valid("query"), {}))
    .openapi(followedMonth, async (c) => {
      const viewer = c.get("viewer") ?? refuse("followed_needs_login")
      return sheet(c, c.req.valid("query"), { followedBy: viewer.userId })
    })
    .openapi(managedMonth, async (c) =>
      sheet(c, c.req.valid("query"), {}, c.get("viewer") ?? refuse("managed_needs_login")),
    )
    .openapi(days, async (c) => {
      const { db, config, content } = c.get("world")
      const { from, days: number } = c.req.valid("query")
      const first = from ?? dateAt(new Date(), config.timezone)
      const strip = await daysOf(db, c.get("viewer"), content, first, number, config.timezone)
      return tagged(c, strip)
    })
    .openapi(show, async (c) => {
      const { db, config } = c.get("world")
      const { id } = c.req.valid("param")
      const event = await findEvent(db, c.get("viewer"), eventId(id), config)
      if (event) await noteLookAtEvent(db, c.get("viewer"), event.id)
      if (event) return versioned(c, event)
      const merged = await findMerged(db, c.get("viewer"), eventId(id))
      if (merged !== undefined) return c.redirect(`/api/contents/events/${merged}/`, 308)
      return refuse("event_not_found")
    })
    .route("/", eventWritingApi())
    .route("/", lineupApi())
    .route("/", organizersApi())
    .route("/", attendanceApi())
    .route("/", outingsApi())
}

/** Answers with a month of the list, or of the events somebody manages. */
async function sheet(
  c: Context<Environment>,
  { month, day, limit, list, ...asked }: z.infer<typeof monthQuery>,
  narrowed: EventFilters,
  managedBy?: SignedIn,
) {
  const { db, config } = c.get("world")
  const filters = { ...asked, ...(await ofList(c, list)), ...narrowed }
  const part = { month: month ?? dateAt(new Date(), config.timezone).slice(0, 7), day, limit }
  return tagged(c, await listMonth(db, c.get("viewer"), filters, part, config, managedBy))
}

/** Returns the agenda that a list is narrowed to. Refuses somebody else's private agenda exactly as one that never existed. */
async function ofList(c: Context<Environment>, list: string | undefined): Promise<{ agenda?: number }> {
  if (list === undefined) return {}
  const agenda = await readableAgenda(c.get("world").db, c.get("viewer"), list)
  return { agenda: agenda ?? refuseFields({ list: ["errors.list_unknown"] }) }
}
