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
} from "#http/input/parameters.ts"
import { languages } from "#i18n/languages.ts"
import { categories } from "./categories.ts"

/** Number of events in a list by default and at most (specification §7, product §2). */
export const eventListSize = 200

/** The filters and paging of a list of events. */
export const eventListQuery = z.object({
  filter: z.enum(["future", "past", "all"]).optional().openapi({
    default: "future",
    description:
      "`future`: upcoming events, running ones first; `past`: past events by the beginning of their last date, newest first; `all`: both, by their first date.",
  }),
  q: searchText,
  from: dateOrTime
    .optional()
    .openapi({ description: "First day in the time zone of the instance, or a time with offset." }),
  to: dateOrTime
    .optional()
    .openapi({ description: "Last day (included) in the time zone of the instance, or a time with offset." }),
  category: commaList(categories).optional(),
  tag: text(60).optional().openapi({ description: "A tag, matched as a whole." }),
  near: point.optional().openapi({
    description:
      "Latitude and longitude (WGS 84), separated by a comma: only events within `radius`, each with its `distance`.",
  }),
  radius: z.coerce
    .number()
    .min(0.1)
    .max(500)
    .optional()
    .openapi({ description: "Greatest distance from `near`, in kilometres.", default: 25 }),
  bbox: box.optional(),
  list: text(100).optional().openapi({
    description: "An agenda: a published one by its slug, or one of the caller's own by its id.",
  }),
  actor: text(400).optional().openapi({ description: "fid of a place, organizer or performer." }),
  parent: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional().openapi({
    description: "Id of an event: only events that are part of it.",
  }),
  lang: z.enum(languages).optional().openapi({
    description: "Language spoken or sung (`languages`); events that name none count by their main `language`.",
  }),
  free: boolean.optional().openapi({ description: "If true, only free events; false has no effect." }),
  access: commaList(accessFeatures)
    .optional()
    .openapi({
      description: `${valueList(accessFeatures)}: one or more of these, separated by commas; all of them are required.`,
    }),
  ...paging(eventListSize, eventListSize),
})

/** Those of a public list, which can separate dates that have been running for days. */
export const publicListQuery = eventListQuery.extend({
  running: z.enum(["only", "without"]).optional().openapi({
    description:
      "Dates that began before the first day (that of `from`, else today) and are still on then: `only` those, or all `without` them.",
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
