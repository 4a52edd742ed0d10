import { z } from "@hono/zod-openapi"
import { email, line, timezone } from "#features/accounts/inputs.ts"
import { newsletterFrequencies } from "#features/accounts/inputs.ts"
import { categories } from "#features/events/categories.ts"
import { text } from "#http/input/parameters.ts"
import { languages } from "#i18n/languages.ts"
import { frequencies } from "./newsletter.ts"

const once = <Value>(values: Value[]) => [...new Set(values)]

const schedule = {
  language: z.enum(languages),
  frequency: z.enum(frequencies),
  weekday: z
    .number()
    .int()
    .min(1)
    .max(7)
    .openapi({ description: "Day of the week of a weekly newsletter, from 1 (Monday) to 7 (ISO 8601)." }),
  hour: z.number().int().min(0).max(23).openapi({ description: "Hour of sending, in `timezone`." }),
  timezone,
}

const filters = {
  actors: z.array(line(400).min(1)).max(100).transform(once).openapi({ description: "Pages, by `fid`." }),
  places: z
    .array(
      z.object({
        name: line(100).min(1),
        lat: z.number().min(-90).max(90),
        lon: z.number().min(-180).max(180),
        radius: z.number().min(0.1).max(500).default(25).openapi({ description: "Radius, in kilometres." }),
      }),
    )
    .max(10),
  lists: z.array(line(60).min(1)).max(20).transform(once).openapi({ description: "Published agendas, by `slug`." }),
  categories: z.array(z.enum(categories)).max(categories.length).transform(once),
  q: line(200)
    .nullable()
    .transform((value) => value || null)
    .openapi({ description: "Search text that events must match." }),
}

/** A new newsletter for an address, with or without an account. */
export const newSubscription = z.object({
  email,
  language: schedule.language
    .optional()
    .openapi({ description: "Language of the newsletter; defaults to that of the request." }),
  frequency: schedule.frequency.default("weekly"),
  weekday: schedule.weekday.default(4),
  hour: schedule.hour.default(8),
  timezone: timezone.optional().openapi({ description: "IANA time zone; defaults to that of the instance." }),
  actors: filters.actors.optional(),
  places: filters.places.optional(),
  lists: filters.lists.optional(),
  categories: filters.categories.optional(),
  q: filters.q.optional(),
})
export type NewSubscription = z.output<typeof newSubscription>

/** Changes of a newsletter of an address; fields that are left out stay the same. */
export const subscriptionChange = z.object({ ...schedule, ...filters }).partial()
export type SubscriptionChange = z.output<typeof subscriptionChange>

/** Changes of the newsletter of an account, whose followed pages and saved places decide what it covers. */
export const newsletterChange = z
  .object({
    frequency: z.enum(newsletterFrequencies),
    language: z
      .enum(languages)
      .nullable()
      .openapi({ description: "Language of the newsletter; null for that of the account." }),
    weekday: schedule.weekday,
    hour: schedule.hour,
  })
  .partial()
export type NewsletterChange = z.output<typeof newsletterChange>

export const linkToken = z.object({ token: text(200).min(1) })
export const issuePath = z.object({ token: z.string().openapi({ example: "7k-4nXo…" }) })
