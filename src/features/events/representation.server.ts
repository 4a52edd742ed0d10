import { z } from "@hono/zod-openapi"
import { accessRepresentation, locationRepresentation } from "#features/places/representation.server.ts"
import { actions } from "#features/accounts/rights.ts"
import { actorReference } from "#features/actors/representation.server.ts"
import { pictureRepresentation } from "#features/documents/picture.ts"
import { orNull, translated } from "#http/schemas.ts"
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
    status_reason: z.string().optional().openapi({ description: "Why this date was cancelled, where that is said." }),
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
    url: z.string().openapi({ description: "The page of it there." }),
    account: z.object({
      handle: z.string().openapi({ example: "salle@agenda.example" }),
      name: z.string(),
      url: z.string(),
      avatar: z
        .string()
        .nullable()
        .openapi({ description: "A small square on this server: nothing is loaded from elsewhere." }),
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
      description: "The date this entry of a list stands for; null when every date is over.",
    }),
    occurrences: z.array(occurrenceRepresentation).openapi({
      description: "Every date, up to 1,000. In lists: those asked for, from `next` on, up to 60.",
    }),
    further_dates: z.object({ count: z.number().int(), last: isoTime }).optional().openapi({
      description: "In the list of an `actor`: how many dates follow those in `occurrences`, and when the last begins.",
    }),
    recurrence: z.string().nullable().openapi({ description: "RFC 5545 RRULE, RDATE and EXDATE lines." }),
    status,
    status_reason: z.string().nullable(),
    mode: z.enum(["onsite", "online", "hybrid"]),
    online_url: z.string().nullable(),
    place: orNull(actorReference),
    room: z.object({ id: z.number().int(), name: z.string() }).nullable(),
    location: orNull(locationRepresentation),
    distance: z.number().optional().openapi({ description: "Kilometres from `near`, when that was asked." }),
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
    languages: z.array(z.string()).openapi({ description: "Spoken or sung, BCP 47." }),
    access: accessRepresentation,
    workflow: z.enum(["draft", "scheduled", "published", "remote"]).openapi({
      description:
        "`remote`: of somebody elsewhere. Such an event is there for those who follow them, and for nobody else.",
    }),
    origin: orNull(originRepresentation).openapi({
      description: "Where it came from; null for what was written here.",
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
      .openapi({ description: "For managers only. Who has confirmed no address yet is counted apart." }),
    joining: joiningRepresentation.optional().openapi({
      description:
        "Of an event on another server: where an answer goes. Told to whoever is signed in; left out of lists.",
    }),
    attendees: z.array(actorReference).optional().openapi({
      description:
        "Those who say to everyone that they will be there, by name, up to 60; never how many. Left out of lists.",
    }),
    place_confirmed: z.boolean().optional().openapi({ description: "The house agrees. Left out of lists." }),
    confirmations: z
      .array(
        z.object({
          actor: actorReference,
          part: z.enum(["organizer", "performer", "place"]),
          status: z.enum(["pending", "accepted", "declined", "untagged"]),
        }),
      )
      .optional()
      .openapi({ description: "What the pages it names have said: all of them for managers, others see their own." }),
    tell: z
      .boolean()
      .optional()
      .openapi({ description: "Is its publication told to those who asked to hear at once? For managers." }),
    hidden: z
      .object({ since: z.string().openapi({ format: "date-time" }), reason: z.string().nullable() })
      .optional()
      .openapi({ description: "A moderator took it out of sight; told to its managers." }),
    called_off: z
      .object({ at: isoTime, by: z.object({ name: z.string(), fid: z.string().nullable() }).nullable() })
      .optional()
      .openapi({ description: "Who called it off, and when; told to its managers. Left out of lists." }),
    is_managed: z.boolean().optional().openapi({ description: "Told to whoever is signed in." }),
    is_kept: z
      .boolean()
      .optional()
      .openapi({ description: "In the usual list (`is_default`) of the caller. Told to whoever is signed in." }),
    may: z.array(z.enum(actions)).optional().openapi({ description: "What the caller may do. Left out of lists." }),
    poster_roll: z.number().int().openapi({ description: "Which draw of the generated poster." }),
    sequence: z.number().int(),
    version: z.number().int().openapi({ description: "Grows with every edit; the ETag begins with it." }),
    created: isoTime,
    updated: isoTime,
  })
  .openapi("Event")
