import { z } from "@hono/zod-openapi"
import { actorRepresentation } from "#features/actors/representation.server.ts"
import { documentRepresentation } from "#features/documents/representation.server.ts"
import { eventRepresentation } from "#features/events/representation.server.ts"
import { orNull } from "#http/input/schemas.ts"
import { activityTypes, details } from "./activity.ts"

/** An actor as the feed shows it. */
const page = actorRepresentation
  .pick({
    fid: true,
    type: true,
    url: true,
    name: true,
    language: true,
    summary: true,
    avatar: true,
    category: true,
    tags: true,
    is_followed: true,
  })
  .extend({ location: z.object({ locality: z.string().nullable() }).nullable() })
  .openapi("ActivityActor")

/** An event as the feed shows it. */
const event = eventRepresentation
  .pick({
    id: true,
    uid: true,
    url: true,
    language: true,
    title: true,
    summary: true,
    category: true,
    start: true,
    end: true,
    timezone: true,
    all_day: true,
    next: true,
    status: true,
    mode: true,
    place: true,
    location: true,
    organizers: true,
    images: true,
    poster_roll: true,
    my_attendance: true,
    is_managed: true,
  })
  .openapi("ActivityEvent")

const document = documentRepresentation
  .pick({ id: true, type: true, title: true, description: true, file: true, srcset: true, mime: true, size: true })
  .extend({ pdf: documentRepresentation.shape.pdf, film: documentRepresentation.shape.film })
  .extend({ sound: documentRepresentation.shape.sound, duration: documentRepresentation.shape.duration })
  .extend({ alt: z.string().nullable(), url: z.string(), summary: z.string().nullable() })
  .openapi("ActivityDocument")

const elsewhere = z
  .object({ id: z.number().int(), name: z.string(), url: z.string(), summary: z.string().nullable() })
  .openapi("ActivityLink", {
    description: "An address on another site: a link of a page, or a profile that names the page.",
  })

const of = <const Model extends string, Schema extends z.ZodType>(model: Model, object: Schema) =>
  z.object({
    id: z.number().int(),
    type: z.enum(activityTypes),
    model: z.literal(model),
    actor: orNull(page).openapi({ description: "The page behind the activity; null if there is none." }),
    object,
    detail: z.enum(details).nullable().openapi({
      description: "For `Update`, what changed; for `Join` and `Announce`, in which role.",
    }),
    count: z.number().int().openapi({
      description:
        "Number of items this entry stands for: those added by an import, or by one page in one day. `object` is one of them.",
    }),
    created: z.string().openapi({ format: "date-time" }),
  })

/** An entry of the feed, in the terms of ActivityStreams 2.0. */
export const activityRepresentation = z
  .union([
    of("contents.Event", event),
    of("actors.Actor", page),
    of("documents.Document", document),
    of("links.Link", elsewhere),
    of("fediverse.Identity", elsewhere),
  ])
  .openapi("Activity")
