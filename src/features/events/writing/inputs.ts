import { z } from "@hono/zod-openapi"
import { pictureList } from "#features/documents/inputs.ts"
import { accessInput, locationInput } from "#features/places/inputs.ts"
import { numberInPath, paging, withMessage, text, timezoneName } from "#http/input/parameters.ts"
import { line, tagList, translatedLine, translatedText, webAddress } from "#http/input/body-fields.ts"
import { languages } from "#i18n/languages.ts"
import { categories } from "../categories.ts"
import { eventPath } from "../inputs.ts"
import { mostPerformers } from "../lineup/inputs.ts"
import { mostOrganizers } from "../organizers/inputs.ts"

const id = z.number().int().positive().max(Number.MAX_SAFE_INTEGER)
const fid = text(400).min(1)
const moment = text(40).openapi({
  description:
    "ISO 8601 with an offset, or local time at the venue; for all-day events the date alone, `end` being the last day.",
  example: "2026-11-21T20:30",
})
const statuses = ["scheduled", "cancelled", "postponed", "rescheduled", "moved_online", "tentative"] as const

/** A performer of a line-up: a page, or a name alone. */
export const newPerformer = z
  .object({ fid: fid.nullish(), name: line(200).optional(), role: line(120).optional() })
  .refine((one) => one.fid || one.name, { ...withMessage("errors.required"), path: ["name"] })
export type NewPerformer = z.output<typeof newPerformer>

const editable = {
  language: z.enum(languages),
  title: translatedLine(300),
  summary: translatedText(1000),
  description: translatedText(100_000).openapi({
    description: "HTML; anything that could run or load resources is removed.",
  }),
  category: z.enum(categories),
  tags: tagList,
  start: moment,
  end: moment.nullable(),
  timezone: timezoneName.openapi({
    description: "IANA time zone name. A new event without it gets that of its place, else that of the instance.",
    example: "Europe/Brussels",
  }),
  all_day: z.boolean(),
  doors: moment
    .nullable()
    .openapi({ description: "When the doors open: a time, or `HH:MM` on the day of the first date." }),
  occurrences: z
    .array(
      z.object({
        id: id.optional().openapi({ description: "Id of the date that this one replaces; its answers are kept." }),
        start: moment,
        end: moment.nullish(),
        status: z.enum(["scheduled", "cancelled", "moved"]).optional(),
      }),
    )
    .max(1000)
    .openapi({ description: "All dates, instead of `start` and `end`." }),
  recurrence: text(20_000).nullable().openapi({
    description:
      "RRULE, RDATE and EXDATE lines (RFC 5545) from `start` on, daily or less often; null leaves the dates unchanged.",
    example: "RRULE:FREQ=WEEKLY;COUNT=10",
  }),
  exceptions: z
    .array(
      z.object({
        original_start: moment,
        start: moment.optional(),
        end: moment.nullish(),
        status: z.enum(["scheduled", "cancelled"]).optional(),
      }),
    )
    .max(1000)
    .openapi({
      description: "Dates that deviate from the rule, moved or cancelled. If given, the complete list.",
    }),
  status: z.enum(statuses),
  status_reason: line(500),
  mode: z.enum(["onsite", "online", "hybrid"]),
  online_url: webAddress.nullable(),
  organizers: z
    .array(fid)
    .min(1)
    .max(mostOrganizers)
    .openapi({ description: "fids of pages; the host first, which is a page the caller manages." }),
  place: fid.nullable().openapi({ description: "fid of a place." }),
  room: id.nullable().openapi({ description: "Id of a room of the place." }),
  location: locationInput.nullable().openapi({ description: "Location of the event, if the place has no page." }),
  lineup: z.array(newPerformer).max(mostPerformers),
  parent: id.nullable().openapi({ description: "Id of the festival it belongs to, which the caller manages too." }),
  prices: z
    .array(
      z
        .object({
          label: line(120).optional(),
          amount: z.number().min(0).max(1_000_000).nullish(),
          currency: text(3)
            .toUpperCase()
            .regex(/^[A-Z]{3}$/)
            .optional(),
          free: z.boolean().optional(),
          pay_what_you_can: z.boolean().optional(),
        })
        .refine((one) => !one.free || !one.amount, { ...withMessage("errors.price_free"), path: ["amount"] }),
    )
    .max(50),
  ticket_url: webAddress.nullable(),
  capacity: z.number().int().min(0).max(10_000_000).nullable(),
  age: z
    .object({ min: z.number().int().min(0).max(120).nullish(), max: z.number().int().min(0).max(120).nullish() })
    .refine(({ min, max }) => min == null || max == null || min <= max, withMessage("errors.age_range")),
  languages: z
    .array(
      text(35)
        .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/)
        .refine((tag) => writtenTheOneWay(tag) !== undefined, withMessage("errors.invalid"))
        .overwrite((tag) => writtenTheOneWay(tag) ?? tag),
    )
    .max(20)
    .overwrite((given) => [...new Set(given)])
    .openapi({
      description:
        "Languages spoken or sung: BCP 47 tags in recommended case, such as `nl-BE`, which a filter for `nl` also finds.",
    }),
  access: accessInput,
  workflow: z.enum(["draft", "scheduled", "published"]),
  publish_at: moment.nullable().openapi({
    description:
      "When a `scheduled` event is published; a draft may store it. A later time together with `published` is refused.",
  }),
  images: pictureList.openapi({
    description:
      "All images, in order. Descriptions given here apply to this event only; if omitted, those of the image apply.",
  }),
  tell: z.boolean().openapi({
    description:
      "Whether followers who asked to be notified immediately are notified of its publication; defaults to true.",
  }),
  poster_roll: z.number().int().min(0).max(1_000_000_000),
}

/** Returns a language tag in the case that BCP 47 §2.1.1 recommends; undefined for an invalid tag. */
function writtenTheOneWay(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0]
  } catch {
    return undefined
  }
}

const whyWithdrawn = line(500).openapi({
  description:
    "Why it is removed from the agenda, for those notified of it: people who answered, keep it in a list, or follow.",
})

/** A new event. Unknown fields are ignored. */
export const newEvent = z
  .object({
    ...editable,
    uid: z
      .uuid()
      .openapi({ description: "Chosen by the caller, so that sending the request twice creates one event." }),
  })
  .partial()
  .required({ title: true, category: true, organizers: true })
export type NewEvent = z.output<typeof newEvent>

/** The fields of an event to change; each replaces the whole field. */
export const eventChange = z
  .object({
    ...editable,
    withdrawn_reason: whyWithdrawn,
    programme: z.boolean().openapi({
      description:
        "Whether a cancellation includes the coming events of its programme that the caller manages, or its end those that were cancelled with it. False if omitted.",
    }),
  })
  .partial()
export type EventChange = z.output<typeof eventChange>

/** The optional reason for deleting an event. */
export const eventDeletion = z.object({ reason: whyWithdrawn }).partial()

/** The fields of one date to change. */
export const occurrenceChange = z.object({
  start: moment.optional(),
  end: moment.nullish(),
  status: z.enum(["scheduled", "cancelled"]).optional(),
  status_reason: line(500)
    .nullish()
    .openapi({ description: "Public reason of a date that is, or becomes, cancelled." }),
})
export type OccurrenceChange = z.output<typeof occurrenceChange>

/** Several dates to cancel or reinstate, with one public reason. */
export const occurrencesChange = z.object({
  occurrences: z
    .array(id)
    .min(1)
    .max(1000)
    .transform((given) => [...new Set(given)])
    .openapi({ description: "Ids of the dates. Those already cancelled stay so, and nobody is notified again." }),
  status: z.enum(["scheduled", "cancelled"]),
  status_reason: line(500).nullish(),
})
export type OccurrencesChange = z.output<typeof occurrencesChange>

export const occurrencePath = eventPath.extend({ occurrence: numberInPath(1207) })

/** The answer of a page that an event names. */
export const confirmation = z.object({
  fid,
  answer: z.enum(["accept", "decline", "untag"]),
  part: z
    .enum(["organizer", "performer", "place"])
    .optional()
    .openapi({ description: "Part to answer for; if omitted, every part the page is named for." }),
})
export type Confirmation = z.output<typeof confirmation>

export const changesQuery = z.object(paging(100, 20))
