import { z } from "@hono/zod-openapi"
import { accessRepresentation, locationRepresentation } from "#features/places/representation.server.ts"
import { actions } from "#features/accounts/rights.ts"
import { actorReference } from "#features/actors/representation.server.ts"
import { pictureRepresentation } from "#features/documents/image/picture.ts"
import { orNull, translated } from "#http/input/schemas.ts"
import { languages } from "#i18n/languages.ts"
import { joiningRepresentation } from "./attendance/joining/representation.server.ts"
import { categories } from "./categories.ts"

const isoTime = z.string().openapi({ format: "date-time", example: "2026-11-21T20:30:00+01:00" })

export const occurrenceRepresentation = z
  .object({
    id: z.number().int(),
    start: isoTime,
    end: isoTime.nullable(),
    status: z.enum(["scheduled", "cancelled", "moved"]),
    original_start: isoTime.nullable(),
    status_reason: z.string().optional().openapi({ description: "Reason why this date was cancelled, if given." }),
  })
  .openapi("Occurrence")

const status = z.enum(["scheduled", "cancelled", "postponed", "rescheduled", "moved_online", "tentative"])
const eventReference = z
  .object({
    id: z.number().int(),
    title: translated,
    language: z.enum(languages),
    status,
    start: isoTime,
    url: z.string(),
  })
  .openapi("EventReference")

/** The origin of an event from another server, and its account there. */
const originRepresentation = z
  .object({
    host: z.string().openapi({ example: "agenda.example" }),
    url: z.string().openapi({ description: "Page of the event on the other server." }),
    account: z.object({
      handle: z.string().openapi({ example: "salle@agenda.example" }),
      name: z.string(),
      url: z.string(),
      avatar: z.string().nullable().openapi({
        description: "Address of a small square image on this server; nothing is loaded from other servers.",
      }),
    }),
  })
  .openapi("EventOrigin")

/** An event, as `GET /api/contents/events/{id}/` returns it (schema.org/Event and RFC 5545 terms). */
export const eventRepresentation = z
  .object({
    id: z.number().int(),
    uid: z.string().openapi({ format: "uuid" }),
    url: z.string(),
    language: z.enum(languages),
    title: translated,
    summary: translated,
    description: translated.optional().openapi({ description: "Sanitised HTML. Left out of lists." }),
    category: z.enum(categories),
    tags: z.array(z.string()),
    start: isoTime,
    end: isoTime.nullable(),
    timezone: z.string().openapi({ example: "Europe/Brussels" }),
    all_day: z.boolean(),
    doors: isoTime.nullable(),
    next: orNull(occurrenceRepresentation).openapi({
      description: "The date this list entry stands for; null if every date is over.",
    }),
    occurrences: z.array(occurrenceRepresentation).openapi({
      description: "All dates, up to 1,000. In lists: those requested, from `next` on, up to 60.",
    }),
    further_dates: z.object({ count: z.number().int(), last: isoTime }).optional().openapi({
      description:
        "In the list of an `actor`: number of dates that follow those in `occurrences`, and start of the last.",
    }),
    recurrence: z.string().nullable().openapi({ description: "RRULE, RDATE and EXDATE lines (RFC 5545)." }),
    status,
    status_reason: z.string().nullable(),
    mode: z.enum(["onsite", "online", "hybrid"]),
    online_url: z.string().nullable(),
    place: orNull(actorReference),
    room: z.object({ id: z.number().int(), name: z.string() }).nullable(),
    location: orNull(locationRepresentation),
    distance: z
      .number()
      .optional()
      .openapi({ description: "Distance from `near`, in kilometres, if `near` was given." }),
    organizers: z.array(actorReference).openapi({ description: "The host first." }),
    lineup: z.array(
      z.object({
        actor: orNull(actorReference),
        name: z.string(),
        role: z.string().nullable(),
        confirmed: z.boolean(),
      }),
    ),
    parent: orNull(eventReference),
    children: z.array(eventReference),
    images: z.array(pictureRepresentation),
    prices: z.array(
      z.object({
        label: z.string().nullable(),
        amount: z.number().nullable(),
        currency: z.string(),
        free: z.boolean(),
        pay_what_you_can: z.boolean(),
      }),
    ),
    ticket_url: z.string().nullable(),
    capacity: z.number().int().nullable(),
    age: z.object({ min: z.number().int().nullable(), max: z.number().int().nullable() }),
    languages: z.array(z.string()).openapi({ description: "Languages spoken or sung (BCP 47)." }),
    access: accessRepresentation,
    workflow: z.enum(["draft", "scheduled", "published", "remote"]).openapi({
      description: "`remote`: from an account on another server; visible only to those who follow it.",
    }),
    origin: orNull(originRepresentation).openapi({
      description: "Where an event from another server came from; null for events written here.",
    }),
    publish_at: isoTime.nullable(),
    my_attendance: z.enum(["interested", "confirmed", "declined"]).nullable(),
    attendance_counts: z
      .object({
        interested: z.number().int(),
        confirmed: z.number().int(),
        declined: z.number().int(),
        unconfirmed: z.number().int(),
      })
      .optional()
      .openapi({
        description:
          "Number of answers by value; `unconfirmed` counts people who have not yet confirmed an e-mail address. Only for managers.",
      }),
    joining: joiningRepresentation.optional().openapi({
      description: "Where an answer to an event on another server goes. Only for signed-in users; left out of lists.",
    }),
    attendees: z.array(actorReference).optional().openapi({
      description: "Up to 60 people who attend publicly, by name; never their total number. Left out of lists.",
    }),
    place_confirmed: z
      .boolean()
      .optional()
      .openapi({ description: "Whether the place has confirmed the event. Left out of lists." }),
    confirmations: z
      .array(
        z.object({
          actor: actorReference,
          part: z.enum(["organizer", "performer", "place"]),
          status: z.enum(["pending", "accepted", "declined", "untagged"]),
        }),
      )
      .optional()
      .openapi({ description: "Answers of the pages it names: all of them for managers, only their own for others." }),
    tell: z.boolean().optional().openapi({
      description:
        "Whether followers who asked to be notified immediately are notified of its publication. Only for managers.",
    }),
    hidden: z
      .object({ since: z.string().openapi({ format: "date-time" }), reason: z.string().nullable() })
      .optional()
      .openapi({ description: "Present if a moderator has hidden it. Only for managers." }),
    called_off: z
      .object({ at: isoTime, by: z.object({ name: z.string(), fid: z.string().nullable() }).nullable() })
      .optional()
      .openapi({ description: "Who cancelled it, and when. Only for managers; left out of lists." }),
    is_managed: z
      .boolean()
      .optional()
      .openapi({ description: "Whether the caller manages it. Only for signed-in users." }),
    is_kept: z.boolean().optional().openapi({
      description: "Whether it is in the default agenda (`is_default`) of the caller. Only for signed-in users.",
    }),
    may: z
      .array(z.enum(actions))
      .optional()
      .openapi({ description: "Actions the caller may perform on it. Left out of lists." }),
    poster_roll: z.number().int().openapi({ description: "Number of the variant of its generated poster." }),
    sequence: z.number().int(),
    version: z.number().int().openapi({ description: "Increases with every edit; the `ETag` begins with it." }),
    created: isoTime,
    updated: isoTime,
  })
  .openapi("Event")
