import { z } from "@hono/zod-openapi"
import { accessFeatures } from "#features/places/access.ts"
import {
  box,
  boolean,
  commaList,
  dateOrTime,
  valueList,
  numberInPath,
  paging,
  point,
  searchText,
  text,
} from "#http/parameters.ts"
import { languages } from "#i18n/languages.ts"
import { categories } from "./categories.ts"

/** Number of events in a list by default and at most (specification §7, product §2). */
export const eventListSize = 200

/** The filters and paging of a list of events. */
export const eventListQuery = z.object({
  filter: z.enum(["future", "past", "all"]).optional().openapi({
    default: "future",
    description: "What comes, and first what runs now; what is over, newest first; or both, by the first date.",
  }),
  q: searchText,
  from: dateOrTime.optional().openapi({ description: "A day of the instance, or a moment with its offset." }),
  to: dateOrTime.optional().openapi({ description: "Likewise; a day is in it whole." }),
  category: commaList(categories).optional(),
  tag: text(60).optional().openapi({ description: "One of `tags`, whole." }),
  near: point.optional().openapi({
    description: "Latitude and longitude (WGS 84): what is within `radius` of it, each with its `distance`.",
  }),
  radius: z.coerce.number().min(0.1).max(500).optional().openapi({ description: "Kilometres", default: 25 }),
  bbox: box.optional(),
  list: text(100).optional().openapi({
    description: "An agenda: a published one by its slug, one of the caller's own by its id too.",
  }),
  actor: text(400).optional().openapi({ description: "fid of a place, organizer or performer" }),
  parent: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional().openapi({
    description: "id of an event: what is a part of it.",
  }),
  lang: z.enum(languages).optional().openapi({
    description: "Spoken or sung in it (`languages`); what says nothing of that counts by its main `language`.",
  }),
  free: boolean.optional().openapi({ description: "True: only what is free. False is as if it were not said." }),
  access: commaList(accessFeatures)
    .optional()
    .openapi({
      description: `${valueList(accessFeatures)}: one of these, or several, separated by commas, of which all are needed.`,
    }),
  ...paging(eventListSize, eventListSize),
})

/** Those of a public list, which can separate dates that have been running for days. */
export const publicListQuery = eventListQuery.extend({
  running: z.enum(["only", "without"]).optional().openapi({
    description:
      "What began before the first day (that of `from`, else today) and is still on then: nothing else, or all but that.",
  }),
})

/** Those of the list of managed events, drafts included. */
export const managedListQuery = eventListQuery.extend({
  workflow: z.enum(["draft", "scheduled", "published"]).optional(),
})

export const eventPath = z.object({ id: numberInPath(42) })

export const dayStripQuery = z.object({
  from: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/)
    .pipe(dateOrTime)
    .optional(),
  days: z.coerce.number().int().min(1).max(62).default(14),
})
