import { z } from "@hono/zod-openapi"
import { pictureList } from "#features/documents/inputs.ts"
import { accessInput, locationInput } from "#features/places/inputs.ts"
import { numberInPath, paging, withMessage, text, timezoneName } from "#http/parameters.ts"
import { line, tagList, translatedLine, translatedText, webAddress } from "#http/body-fields.ts"
import { languages } from "#i18n/languages.ts"
import { categories } from "../categories.ts"
import { eventPath } from "../inputs.ts"
import { mostPerformers } from "../lineup/inputs.ts"
import { mostOrganizers } from "../organizers/inputs.ts"

const id = z.number().int().positive().max(Number.MAX_SAFE_INTEGER)
const fid = text(400).min(1)
const moment = text(40).openapi({
  description:
    "ISO 8601 with an offset, or wall time at the venue; for whole days the date alone, an end being the last day.",
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
  description: translatedText(100_000).openapi({ description: "HTML; what could run or load is taken out." }),
  category: z.enum(categories),
  tags: tagList,
  start: moment,
  end: moment.nullable(),
  timezone: timezoneName.openapi({
    description: "IANA. When it is not said: of a new event that of its place, else that of the instance.",
    example: "Europe/Brussels",
  }),
  all_day: z.boolean(),
  doors: moment.nullable().openapi({ description: "A time, or HH:MM on the day of the first date." }),
  occurrences: z
    .array(
      z.object({
        id: id.optional().openapi({ description: "The date this one replaces, whose answers it keeps." }),
        start: moment,
        end: moment.nullish(),
        status: z.enum(["scheduled", "cancelled", "moved"]).optional(),
      }),
    )
    .max(1000)
    .openapi({ description: "Every date, instead of start and end." }),
  recurrence: text(20_000).nullable().openapi({
    description:
      "RFC 5545 RRULE, RDATE and EXDATE lines from `start` on, daily or slower; null leaves the dates alone.",
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
      description: "The dates of the rule that are not as it says: moved or cancelled. All of them, when given.",
    }),
  status: z.enum(statuses),
  status_reason: line(500),
  mode: z.enum(["onsite", "online", "hybrid"]),
  online_url: webAddress.nullable(),
  organizers: z
    .array(fid)
    .min(1)
    .max(mostOrganizers)
    .openapi({ description: "fids; the host first, a page the caller manages." }),
  place: fid.nullable().openapi({ description: "fid of a place" }),
  room: id.nullable().openapi({ description: "id of a room of the place" }),
  location: locationInput.nullable().openapi({ description: "Where the place has no page." }),
  lineup: z.array(newPerformer).max(mostPerformers),
  parent: id.nullable().openapi({ description: "The festival it belongs to, which the caller manages too." }),
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
    .openapi({ description: "BCP 47, written as it recommends: `nl-BE`. Whoever asks for `nl` finds it." }),
  access: accessInput,
  workflow: z.enum(["draft", "scheduled", "published"]),
  publish_at: moment.nullable(),
  images: pictureList.openapi({
    description: "All of them, in order. What is said of one is of this event; left out, what the image itself says.",
  }),
  tell: z.boolean().openapi({
    description:
      "Is its publication told to those followers who asked to hear at once? Yes, unless it is said otherwise.",
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
  description: "Why it is taken off the agenda, for those who are told of that: who answered, keeps it or follows.",
})

/** A new event. Unknown fields are ignored. */
export const newEvent = z
  .object({
    ...editable,
    uid: z.uuid().openapi({ description: "Chosen by the caller, so that sending twice makes one event." }),
  })
  .partial()
  .required({ title: true, category: true, organizers: true })
export type NewEvent = z.output<typeof newEvent>

/** The fields of an event to change; each replaces the whole field. */
export const eventChange = z
  .object({
    ...editable,
    withdrawn_reason: whyWithdrawn,
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
})
export type OccurrenceChange = z.output<typeof occurrenceChange>

/** Several dates to cancel or reinstate, with one public reason. */
export const occurrencesChange = z.object({
  occurrences: z
    .array(id)
    .min(1)
    .max(1000)
    .transform((given) => [...new Set(given)])
    .openapi({ description: "Their numbers. What is cancelled already stays so, and tells nobody again." }),
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
    .openapi({ description: "Every part the page is named for, when it is not said." }),
})
export type Confirmation = z.output<typeof confirmation>

export const changesQuery = z.object(paging(100, 20))
