import { z } from "@hono/zod-openapi"
import { categories } from "#features/events/categories.ts"
import { commaList, degrees, numberInPath, oneLine, paging, point, withMessage } from "#http/input/parameters.ts"
import { line } from "#http/input/body-fields.ts"
import { isDate } from "#lib/time.ts"
import { actorPath } from "../inputs.ts"
import { longestNote, openingKinds, openingsAtOnce, sides, spaces } from "./opening.ts"

/** A calendar day in the years 1900 to 2199. */
export const day = z
  .string()
  .refine((value) => /^(19|20|21)\d{2}-\d{2}-\d{2}$/.test(value) && isDate(value), withMessage("errors.date"))
  .openapi({ format: "date", example: "2026-11-21" })

const once = <Value>(values: Value[]) => [...new Set(values)]

const editable = {
  kind: z.enum(openingKinds).openapi({ description: "`offer`: free on these days. `demand`: looking for somebody." }),
  starts_on: day,
  ends_on: day.openapi({ description: "Last day, included." }),
  categories: z
    .array(z.enum(categories))
    .max(categories.length)
    .transform(once)
    .openapi({ description: "Empty for any." }),
  spaces: z.array(z.enum(spaces)).max(spaces.length).transform(once).openapi({
    description: "For a house, the kinds of room it has; for an artist, those that would suit. Empty for any.",
  }),
  place: z
    .object({
      name: oneLine(200).min(1),
      lat: z.number().min(-90).max(90).overwrite(degrees),
      lon: z.number().min(-180).max(180).overwrite(degrees),
    })
    .nullable()
    .openapi({
      description: "Point from which distances are measured. Null, or omitted in a new opening: where the page is.",
    }),
  radius: z
    .number()
    .int()
    .min(1)
    .max(500)
    .openapi({ description: "Distance that the page would travel, or lets others travel, in kilometres." }),
  note: line(longestNote),
  is_public: z.boolean().openapi({ description: "Whether others can find it; defaults to false." }),
}

/** A new opening. */
export const newOpening = z.object({
  kind: editable.kind,
  starts_on: editable.starts_on,
  ends_on: editable.ends_on,
  categories: editable.categories.optional(),
  spaces: editable.spaces.optional(),
  place: editable.place.optional(),
  radius: editable.radius.optional(),
  note: editable.note.optional(),
  is_public: editable.is_public.optional(),
})
export type NewOpening = z.output<typeof newOpening>

/** A change of an opening; each given field replaces the whole field. */
export const openingChange = z.object(editable).partial()
export type OpeningChange = z.output<typeof openingChange>

export const openingPath = actorPath.extend({ id: numberInPath(7) })

const page = paging(100, openingsAtOnce)

/** Query parameters of the list of all openings. */
export const openingListQuery = z
  .object({
    side: z.enum(sides).optional().openapi({ description: "Only openings of artists, or of houses." }),
    category: commaList(categories).optional(),
    near: point.optional().openapi({
      description:
        "Latitude and longitude (WGS 84), separated by a comma; limits the list to `radius` and sorts it by distance.",
    }),
    radius: z.coerce.number().min(1).max(500).optional().openapi({
      description: "Greatest distance from `near`, in kilometres; that of each opening applies too.",
      default: 50,
    }),
    from: day.optional().openapi({ description: "Only openings that end on or after this day." }),
    to: day.optional().openapi({ description: "Only openings that begin on or before this day." }),
    ...page,
  })
  .refine(({ from, to }) => !from || !to || from <= to, { ...withMessage("errors.end_before_start"), path: ["to"] })
export type OpeningFilters = Omit<z.output<typeof openingListQuery>, "start" | "limit">

export const matchOrders = ["date", "distance"] as const
export const matchQuery = z.object({
  order: z.enum(matchOrders).default("date").openapi({ description: "Sort by the first common day, or by distance." }),
  opening: z.coerce
    .number()
    .int()
    .min(1)
    .max(Number.MAX_SAFE_INTEGER)
    .optional()
    .openapi({ description: "Id of an opening of the page: only its matches." }),
  ...page,
})
