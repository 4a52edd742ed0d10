import { z } from "@hono/zod-openapi"
import { commaList, withMessage } from "#http/input/parameters.ts"
import { addDays, isDate } from "#lib/time.ts"
import { layers, mostDays, mostEntries, usualDays } from "./calendar.ts"

const isDay = (value: unknown): value is string =>
  typeof value === "string" && /^(19|2[01])\d{2}-\d{2}-\d{2}$/.test(value) && isDate(value)
const day = z.string().refine(isDay, withMessage("calendar.day_expected"))

/** Reports this fault together with the others, whenever both days are valid. */
const always = { path: ["to"], when: () => true }
const ofDays = (holds: (from: string, to: string) => boolean) => (asked: { from?: unknown; to?: unknown }) =>
  !isDay(asked.from) || !isDay(asked.to) || holds(asked.from, asked.to)

/** The days and the layers of a calendar request. */
export const calendarQuery = z
  .object({
    from: day.optional().openapi({
      format: "date",
      example: "2026-11-01",
      description: `First day, in the time zone of the account; defaults to today, or with \`to\` to a span of ${usualDays} days.`,
    }),
    to: day.optional().openapi({
      format: "date",
      example: "2026-11-30",
      description: `Last day, included; the span is at most ${mostDays} days and defaults to ${usualDays}.`,
    }),
    layers: commaList(layers).optional().openapi({ description: "All if omitted." }),
    limit: z
      .string()
      .regex(/^\d{1,4}$/)
      .transform(Number)
      .pipe(z.number().min(1).max(mostEntries))
      .optional()
      .transform((value) => value ?? mostEntries)
      .openapi({ type: "integer", minimum: 1, maximum: mostEntries, default: mostEntries }),
  })
  .refine(
    ofDays((from, to) => to >= from),
    { ...always, ...withMessage("errors.end_before_start") },
  )
  .refine(
    ofDays((from, to) => to < from || to < addDays(from, mostDays)),
    { ...always, ...withMessage("calendar.too_many_days") },
  )
export type CalendarWindow = z.output<typeof calendarQuery>

/** The layers that the iCalendar address contains. */
export const addressInput = z.object({
  layers: z.array(z.enum(layers)).min(1).max(layers.length).optional().openapi({
    description: "All if omitted.",
  }),
})
