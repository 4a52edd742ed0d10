import { z } from "@hono/zod-openapi"
import { actorReference } from "#features/actors/representation.server.ts"
import { orNull, translated } from "#http/schemas.ts"
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
    count: count.optional().openapi({ description: "How many events of an import ask to be confirmed." }),
    answers: z.object({ confirmed: count, interested: count, declined: count }).optional(),
    claim: z.enum(["accepted", "refused"]).optional(),
    host: z.string().optional(),
    webhook: z.enum(["gone", "failing"]).optional().openapi({ description: "Why a webhook was switched off." }),
  })
  .openapi({ description: "How things stood or stand, of what changed alone; a date that is no more is null." })

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
    ).openapi({ description: "Without an id it was removed for good." }),
    actor: orNull(actorReference).openapi({
      description:
        "The page that is asked, that invites, that was asked for, or that made an event which is withdrawn.",
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
      description: "The page that was asked, or that made an event which is withdrawn.",
    }),
    by: z.object({ name: z.string(), fid: z.string().nullable() }).nullable(),
    state: z.enum(["waiting", "sending", "done"]).openapi({ description: "Waiting: it may still be corrected." }),
    due: time.openapi({ description: "When people begin to be told." }),
    people: z.object({ answered: count, others: count }).openapi({ description: "Others are never named." }),
    mail: z.object({ queued: count, sent: count, failed: count }),
    app: z.object({ sent: count, read: count }),
  })
  .openapi("Notice")
export type Notice = z.output<typeof noticeRepresentation>

/** A recipient who answered the event, with the state of their deliveries. Whether they have read it stays private. */
export const deliveryRepresentation = z
  .object({
    actor: orNull(actorReference).openapi({ description: "The page they answered as." }),
    channels: z.array(
      z.object({
        channel: z.enum(["mail", "app"]),
        state: z.enum(["queued", "sent", "failed"]),
        failure: z
          .enum(["no_address", "refused", "unreachable", "unknown"])
          .nullable()
          .openapi({ description: "unknown: the line broke twice, and nobody knows." }),
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
    unconfirmed: count.openapi({ description: "Who answered and has confirmed no address yet: counted apart." }),
    dates: z
      .array(z.object({ occurrence: count, answered: count }))
      .openapi({ description: "Of each date that somebody answered for alone: how many answered for it or for all." }),
    all_dates: count.openapi({ description: "How many answered for all dates at once." }),
  })
  .openapi("Audience", { description: "How many people would be told: who answered, and who follows or keeps it." })

export type Audience = z.output<typeof audienceRepresentation>

/** The state of a notice's deliveries to one recipient who answered. */
export type NoticeDelivery = z.infer<typeof deliveryRepresentation>
