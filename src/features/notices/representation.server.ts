import { z } from "@hono/zod-openapi"
import { actorReference } from "#features/actors/representation.server.ts"
import { orNull, translated } from "#http/input/schemas.ts"
import { languages } from "#i18n/languages.ts"
import { noticeKinds, reasons } from "./notice.ts"

const time = z.string().openapi({ format: "date-time" })
const count = z.number().int()
const span = z.object({
  start: time,
  end: time.nullable(),
  isAllDay: z.boolean().optional(),
  isCancelled: z.boolean().optional(),
})
const facts = z
  .object({
    status: z.enum(["scheduled", "cancelled", "postponed", "rescheduled", "moved_online", "tentative"]).optional(),
    reason: z.string().nullable().optional(),
    place: z
      .object({
        place: z.string().nullable(),
        room: z.string().nullable(),
        street: z.string().nullable(),
        locality: z.string().nullable(),
        mode: z.enum(["onsite", "online", "hybrid"]),
        online_url: z.string().nullable(),
      })
      .optional(),
    dates: z.record(z.string(), span.nullable()).optional(),
    part: z.array(z.string()).optional(),
    relation: z.string().optional(),
    count: count.optional().openapi({
      description: "Number of events of an import that ask to be confirmed, or of newly published events.",
    }),
    answers: z.object({ confirmed: count, interested: count, declined: count }).optional(),
    claim: z.enum(["accepted", "refused"]).optional(),
    host: z.string().optional(),
    webhook: z.enum(["gone", "failing"]).optional().openapi({ description: "Reason why a webhook was switched off." }),
  })
  .openapi({ description: "Values of the changed fields only, before or after the change; a removed date is null." })

const what = {
  id: z.number().int(),
  kind: z.enum(noticeKinds),
  was: facts,
  becomes: facts,
  subject: z.string().nullable(),
  text: z.string().nullable(),
  created: time,
}

/** A notification, as `/api/me/notifications/` returns it. */
export const notificationRepresentation = z
  .object({
    ...what,
    event: orNull(
      z.object({ id: orNull(z.number().int()), title: translated, language: z.enum(languages), listed: z.boolean() }),
    ).openapi({ description: "Event concerned; its `id` is null if it was deleted permanently." }),
    actor: orNull(actorReference).openapi({
      description: "Page that is asked, that invites, that was claimed, or that published an event since withdrawn.",
    }),
    because: z.enum(reasons),
    read: z.boolean(),
  })
  .openapi("Notification")
export type Notification = z.output<typeof notificationRepresentation>

/** A notice of an event with the state of its deliveries, for managers. */
export const noticeRepresentation = z
  .object({
    ...what,
    actor: orNull(actorReference).openapi({
      description: "Page that was asked, or that published an event since withdrawn.",
    }),
    by: z.object({ name: z.string(), fid: z.string().nullable() }).nullable(),
    state: z
      .enum(["waiting", "sending", "done"])
      .openapi({ description: "Progress of the notice; while it is `waiting`, corrections are still merged into it." }),
    due: time.openapi({ description: "Time at which sending starts." }),
    people: z
      .object({ answered: count, others: count })
      .openapi({ description: "Number of recipients who answered the event, and of others, who are never named." }),
    mail: z.object({ queued: count, sent: count, failed: count }),
    app: z.object({ sent: count, read: count }),
  })
  .openapi("Notice")
export type Notice = z.output<typeof noticeRepresentation>

/** A recipient who answered the event, with the state of their deliveries. Whether they have read it stays private. */
export const deliveryRepresentation = z
  .object({
    actor: orNull(actorReference).openapi({ description: "Page the recipient answered as." }),
    channels: z.array(
      z.object({
        channel: z.enum(["mail", "app"]),
        state: z.enum(["queued", "sent", "failed"]),
        failure: z.enum(["no_address", "refused", "unreachable", "unknown"]).nullable().openapi({
          description: "Reason of a failure; `unknown`: the connection broke twice, so that the outcome is not known.",
        }),
        sent: time.nullable(),
      }),
    ),
  })
  .openapi("NoticeDelivery")
export type Delivery = z.output<typeof deliveryRepresentation>

export const audienceRepresentation = z
  .object({
    answered: count,
    others: count,
    unconfirmed: count.openapi({
      description: "Number of people who answered but have verified no e-mail address yet; not included in `answered`.",
    }),
    dates: z.array(z.object({ occurrence: count, answered: count })).openapi({
      description:
        "For each date that somebody answered for separately, the number of people who answered for it or for all dates.",
    }),
    all_dates: count.openapi({ description: "Number of people who answered for all dates at once." }),
  })
  .openapi("Audience", {
    description:
      "Number of people who would be notified: those who answered the event, and others who follow it or have it in an agenda.",
  })

export type Audience = z.output<typeof audienceRepresentation>

/** The state of a notice's deliveries to one recipient who answered. */
export type NoticeDelivery = z.infer<typeof deliveryRepresentation>
