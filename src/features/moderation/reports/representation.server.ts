import { z } from "@hono/zod-openapi"
import { actorReference } from "#features/actors/representation.server.ts"
import { personElsewhere } from "#features/events/elsewhere/representation.server.ts"
import { orNull, translated } from "#http/input/schemas.ts"
import { languages } from "#i18n/languages.ts"
import { reportReasons } from "../reporting/reasons.ts"
import { reportStatuses } from "./inputs.ts"

const hidden = z.boolean().openapi({ description: "Whether moderators hid it." })
const time = z.string().openapi({ format: "date-time" })

/** Possible decisions about a report. */
export const decisions = ["none", "correction", "hidden"] as const

/** One person's statement about the content, without their identity. */
const statement = z.object({ reason: z.enum(reportReasons), text: z.string(), created: time })
const origin = z.object({ host: z.string(), url: z.string() })

/** A report from a person here or on another server about local content. */
export const reportRepresentation = z
  .object({
    id: z.number().int(),
    host: z
      .string()
      .openapi({ description: "Host of the server the report comes from: this one for reports made here." }),
    by: orNull(personElsewhere).openapi({
      description:
        "Account on another server that reported: often the server itself, to keep the person anonymous. Null once it is gone, and for reports made here.",
    }),
    people: z
      .number()
      .int()
      .openapi({ description: "Number of people here who reported it; 0 if another server did." }),
    statements: z.array(statement).openapi({
      description:
        "Statements of people here, oldest first: the first three in lists, all (200 at most) for a single report.",
    }),
    text: z
      .string()
      .openapi({ description: "Text of the other server, or of the first person here who explained the report." }),
    events: z.array(
      z.object({
        id: z.number().int(),
        title: translated,
        language: z.enum(languages),
        is_hidden: hidden,
        origin: orNull(origin).openapi({
          description: "Origin of an event from another server; null for an event of this one.",
        }),
      }),
    ),
    pages: z.array(actorReference.extend({ is_hidden: hidden })),
    comments: z.array(
      z.object({
        id: z.number().int(),
        event: z.number().int(),
        by: personElsewhere,
        content: z.string().openapi({ description: "Comment, as sanitised HTML." }),
        url: z.string(),
        published: time,
        is_edited: z.boolean(),
        is_shown: z.boolean(),
        is_hidden: hidden,
      }),
    ),
    status: z.enum(reportStatuses),
    decision: z
      .enum(decisions)
      .nullable()
      .openapi({ description: "Decision; null while the report is open, and for old reports." }),
    reason: z
      .string()
      .nullable()
      .openapi({ description: "Reason given to the page; if nothing was done, a note for moderators." }),
    due: z.string().nullable().openapi({ format: "date", description: "Last day for the requested correction." }),
    closed: time.nullable(),
    closed_by: z.string().nullable(),
    created: time,
  })
  .openapi("Report")
export type Report = z.output<typeof reportRepresentation>

/** A report with what helps to decide it: the responsible page, and recent changes of the content. */
export const reportInContext = reportRepresentation
  .extend({
    context: orNull(
      z.object({
        page: orNull(actorReference).openapi({ description: "The reported page, or the host of the reported event." }),
        since: time.openapi({ description: "Creation time of that page or, without one, of the event." }),
        events: z.number().int().openapi({ description: "Number of published events hosted by that page." }),
        is_verified: z
          .boolean()
          .openapi({ description: "Whether someone with a verified e-mail address manages that page." }),
        reports: z.object({ closed: z.number().int(), followed: z.number().int() }).openapi({
          description:
            "Number of closed reports about that page and its events, and of those that led to a correction or to hiding (`followed`).",
        }),
        changes: z.array(z.object({ action: z.string(), fields: z.array(z.string()), created: time })).openapi({
          description:
            "Last changes of the reported content, newest first, three at most: the names of the changed fields, without values.",
        }),
      }),
    ).openapi({
      description: "Context of the decision; null if the report names no event or page of this server, or it is gone.",
    }),
  })
  .openapi("ReportInContext")
export type ReportInContext = z.output<typeof reportInContext>
