import { z } from "@hono/zod-openapi"
import { actorReference } from "#features/actors/representation.server.ts"
import { personElsewhere } from "#features/events/elsewhere/representation.server.ts"
import { orNull, translated } from "#http/schemas.ts"
import { languages } from "#i18n/languages.ts"
import { reportReasons } from "../reporting/reasons.ts"
import { reportStatuses } from "./inputs.ts"

const hidden = z.boolean().openapi({ description: "Moderators took it out of sight." })
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
    host: z.string().openapi({ description: "Whose server says it: this one, where people here do." }),
    by: orNull(personElsewhere).openapi({
      description:
        "Who says it elsewhere: often the server itself, so that nobody learns who complained. Null once they are gone, and for people here.",
    }),
    people: z.number().int().openapi({ description: "How many people here say it; 0 when another server does." }),
    statements: z.array(statement).openapi({
      description: "What people here say, the first of them first: three in a list, all (200 at most) of one report.",
    }),
    text: z.string().openapi({ description: "What another server says, or the first who explained it here." }),
    events: z.array(
      z.object({
        id: z.number().int(),
        title: translated,
        language: z.enum(languages),
        is_hidden: hidden,
        origin: orNull(origin).openapi({ description: "Where it came from, of an event of another server." }),
      }),
    ),
    pages: z.array(actorReference.extend({ is_hidden: hidden })),
    comments: z.array(
      z.object({
        id: z.number().int(),
        event: z.number().int(),
        by: personElsewhere,
        content: z.string().openapi({ description: "Sanitised HTML." }),
        url: z.string(),
        published: time,
        is_edited: z.boolean(),
        is_shown: z.boolean(),
        is_hidden: hidden,
      }),
    ),
    status: z.enum(reportStatuses),
    decision: z.enum(decisions).nullable().openapi({ description: "Null while it waits, and of old reports." }),
    reason: z.string().nullable().openapi({ description: "What the page was told." }),
    due: z.string().nullable().openapi({ format: "date", description: "Until when a correction is waited for." }),
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
        page: orNull(actorReference).openapi({ description: "The page itself, or that of the event's host." }),
        since: time.openapi({ description: "Since when that page, or the event, is there." }),
        events: z.number().int().openapi({ description: "How many events of that page are published." }),
        is_verified: z.boolean().openapi({ description: "Whether somebody with a verified address has it in hand." }),
        reports: z.object({ closed: z.number().int(), followed: z.number().int() }).openapi({
          description: "Reports of the past about it and its events, and after how many of them something was done.",
        }),
        changes: z
          .array(z.object({ action: z.string(), fields: z.array(z.string()), created: time }))
          .openapi({ description: "What was last changed of what is reported, newest first: by name alone." }),
      }),
    ).openapi({ description: "Null where neither an event nor a page of ours is reported, or it is gone." }),
  })
  .openapi("ReportInContext")
export type ReportInContext = z.output<typeof reportInContext>
