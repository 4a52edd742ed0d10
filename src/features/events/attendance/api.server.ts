import { z } from "@hono/zod-openapi"
import { apiApp } from "#http/api-app.ts"
import { call } from "#http/call.ts"
import { body, conflict, created, done, forbidden, invalid, listed, notFound, ok, tagged } from "#http/answers.ts"
import { reportAllErrors } from "#http/errors/all-errors.ts"
import { coarseAddress } from "#http/limits/client-address.ts"
import { limits } from "#http/limits/limits.ts"
import { mayTryPassword } from "#http/limits/password-tries.ts"
import { registerWithLimits, countRegistrationAttempt } from "#http/limits/registering.ts"
import { csrfSetCookie, newCsrfToken } from "#http/security/csrf.ts"
import { sessionSetCookie } from "#http/security/session.ts"
import { refuse } from "#lib/refusal.ts"
import { lookInsideEvent } from "../access/commands.server.ts"
import { eventFor, eventId } from "../access/queries.server.ts"
import { eventPath } from "../inputs.ts"
import { answerEvent, withdrawAnswer } from "./commands.server.ts"
import { listAttendancesElsewhere } from "./elsewhere/queries.server.ts"
import { attendanceElsewhere } from "./elsewhere/representation.server.ts"
import { attendanceInput, attendanceRemoval, attendancesElsewhereQuery, attendancesQuery } from "./inputs.ts"
import { answerFirst, judgeFirstAnswer } from "./first-answer/commands.server.ts"
import { firstAnswer } from "./first-answer/inputs.ts"
import { countAttendances, listAttendances, myAttendances } from "./queries.server.ts"
import { attendanceCounts, attendanceRepresentation } from "./representation.server.ts"
import { attendanceTable } from "./table.ts"

const tags = ["Attendance"]
/** Largest number of answers in a table. */
const largestTable = 50_000

const put = call({
  method: "put",
  path: "/api/contents/events/{id}/attendance/",
  rights: { action: "attend", of: "event", onlyPublished: true },
  scope: "follow",
  tags,
  summary: "Answer an event, or replace the previous answer",
  request: { params: eventPath, ...body(attendanceInput) },
  responses: {
    ...ok(attendanceRepresentation, "The stored answer."),
    ...invalid,
    ...forbidden,
    ...notFound,
    ...conflict,
  },
})

const first = call({
  method: "post",
  path: "/api/contents/events/{id}/attendance/",
  rights: { action: "see_published", of: "event", onlyPublished: true },
  scope: "session",
  limit: {
    byHandler: [limits.register, limits.registerTry, limits.mailTo],
    test: "src/features/events/attendance/first-answer/first-answer.test.ts",
  },
  operationId: "answerFirst",
  tags,
  summary: "Answer an event without an account or a public page: creates both, and opens a session",
  request: { params: eventPath, ...body(firstAnswer) },
  responses: {
    ...created(
      attendanceRepresentation,
      "The stored answer. Until an e-mail address is confirmed, nobody else sees the page created for it.",
    ),
    ...invalid,
    ...forbidden,
    ...notFound,
    ...conflict,
  },
})

const remove = call({
  method: "delete",
  path: "/api/contents/events/{id}/attendance/",
  rights: { action: "follow", of: "event", onlyPublished: true },
  scope: "follow",
  tags,
  summary: "Withdraw an answer, for one date or for the whole event",
  request: { params: eventPath, query: attendanceRemoval },
  responses: { ...done, ...invalid, ...forbidden, ...notFound },
})

const own = call({
  method: "get",
  path: "/api/contents/events/{id}/attendance/",
  rights: { action: "follow", of: "event" },
  scope: "read",
  cache: "personal",
  tags,
  summary: "List the caller's answers to an event, for all its dates and for single ones",
  request: { params: eventPath },
  responses: { ...ok(z.array(attendanceRepresentation), "The answers, newest first."), ...forbidden, ...notFound },
})

const counts = call({
  method: "get",
  path: "/api/contents/events/{id}/attendances/counts/",
  rights: { action: "see_drafts", of: "event" },
  scope: "read",
  cache: "personal",
  tags,
  summary: "Count the answers to an event, for all its dates and for single ones; for managers",
  request: { params: eventPath },
  responses: {
    ...ok(z.array(attendanceCounts), "The counts: first of the answers for all dates, then by date."),
    ...forbidden,
    ...notFound,
  },
})

const all = call({
  method: "get",
  path: "/api/contents/events/{id}/attendances/",
  rights: { action: "see_drafts", of: "event" },
  scope: "read",
  cache: "personal",
  tags,
  summary: "List all answers to an event, for managers; as a table with `Accept: text/csv`",
  request: { params: eventPath, query: attendancesQuery },
  responses: {
    200: {
      description: "The answers, newest first.",
      content: {
        "application/json": { schema: z.array(attendanceRepresentation) },
        "text/csv": { schema: z.string() },
      },
    },
    ...invalid,
    ...forbidden,
    ...notFound,
  },
})

const elsewhere = call({
  method: "get",
  path: "/api/contents/events/{id}/attendances/elsewhere/",
  rights: { action: "see_drafts", of: "event" },
  scope: "read",
  cache: "personal",
  tags,
  summary: "List the attendees from other Fediverse servers, for managers",
  request: { params: eventPath, query: attendancesElsewhereQuery },
  responses: {
    ...ok(z.array(attendanceElsewhere), "The attendees, newest first."),
    ...invalid,
    ...forbidden,
    ...notFound,
  },
})

/** Answers to events: who will attend. */
export function attendanceApi() {
  return apiApp()
    .openapi(put, async (c) => {
      const { db, config } = c.get("world")
      const id = eventId(c.req.valid("param").id)
      return c.json(await answerEvent(db, c.get("viewer"), id, c.req.valid("json"), config), 200)
    })
    .openapi(
      first,
      async (c) => {
        const { db, config } = c.get("world")
        const [viewer, given] = [c.get("viewer"), c.req.valid("json")]
        const answer = () =>
          answerFirst(db, viewer, eventId(c.req.valid("param").id), given, {
            site: config,
            locale: { language: given.language ?? c.get("language"), timezone: given.timezone ?? config.timezone },
            device: { userAgent: c.req.header("user-agent"), address: coarseAddress(c.get("address")) },
            mayTry: (accountId) => mayTryPassword(c, accountId),
          })
        const answered = viewer ? await answer() : await registerWithLimits(c, given.email, answer)
        if (answered.session) {
          c.header("Set-Cookie", sessionSetCookie(answered.session, config), { append: true })
          c.header("Set-Cookie", csrfSetCookie(newCsrfToken(), config.publicUrl), { append: true })
        }
        return c.json(answered.attendance, 201)
      },
      reportAllErrors(firstAnswer, async (c, judged) => {
        const viewer = c.get("viewer")
        if (!viewer) await countRegistrationAttempt(c)
        await judgeFirstAnswer(c.get("world").db, viewer, eventId(c.req.param("id") ?? ""), judged)
      }),
    )
    .openapi(remove, async (c) => {
      const { occurrence } = c.req.valid("query")
      await withdrawAnswer(c.get("world").db, c.get("viewer"), eventId(c.req.valid("param").id), occurrence)
      return c.body(null, 204)
    })
    .openapi(own, async (c) => {
      const { db, config } = c.get("world")
      const event = await eventFor(db, c.get("viewer"), eventId(c.req.valid("param").id))
      const viewer = c.get("viewer") ?? refuse("attendance_needs_login")
      return tagged(c, await myAttendances(db, viewer, event.id, config))
    })
    .openapi(counts, async (c) => {
      const { db } = c.get("world")
      const event = await lookInsideEvent(db, c.get("viewer"), eventId(c.req.valid("param").id))
      return tagged(c, await countAttendances(db, event.id))
    })
    .openapi(all, async (c) => {
      const { db, config } = c.get("world")
      const event = await lookInsideEvent(db, c.get("viewer"), eventId(c.req.valid("param").id))
      const { start, limit, format, ...filters } = c.req.valid("query")
      c.header("Vary", "Accept")
      if (format === "csv" || (!format && /\btext\/csv\b/i.test(c.req.header("accept") ?? ""))) {
        const page = { start: 0, limit: largestTable }
        const [here, elsewhere] = await Promise.all([
          listAttendances(db, event.id, filters, page, config),
          // Attendances from other servers are always confirmed.
          (filters.value ?? "confirmed") === "confirmed"
            ? listAttendancesElsewhere(db, event.id, filters, page, config)
            : undefined,
        ])
        return c.body(attendanceTable(here.attendances, elsewhere?.attendances), 200, {
          "Content-Type": "text/csv; charset=UTF-8; header=present",
          "Content-Disposition": `attachment; filename="event-${event.id}.csv"`,
          "Cache-Control": "private, no-store",
        })
      }
      const { attendances, total } = await listAttendances(db, event.id, filters, { start, limit }, config)
      return listed(c, attendances, { start, limit }, total)
    })
    .openapi(elsewhere, async (c) => {
      const { db, config } = c.get("world")
      const event = await lookInsideEvent(db, c.get("viewer"), eventId(c.req.valid("param").id))
      const { occurrence, ...page } = c.req.valid("query")
      const { attendances, total } = await listAttendancesElsewhere(db, event.id, { occurrence }, page, config)
      return listed(c, attendances, page, total)
    })
}
