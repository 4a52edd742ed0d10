import { z } from "@hono/zod-openapi"
import { newsletterFrequencies } from "#features/accounts/inputs.ts"
import { actorReference } from "#features/actors/representation.server.ts"
import { categories } from "#features/events/categories.ts"
import { orNull } from "#http/schemas.ts"
import { languages } from "#i18n/languages.ts"

const time = z.string().openapi({ format: "date-time" })
const states = ["active", "none", "stopped", "bounced", "no_address"] as const

const common = {
  language: z.enum(languages),
  weekday: z.number().int().openapi({ description: "1 is Monday" }),
  hour: z.number().int(),
  timezone: z.string(),
  state: z.enum(states).openapi({
    description:
      "`stopped` by its reader, `bounced` after three refused mails, `none` or `no_address` (nothing verified) of an account.",
  }),
  next: time.nullable().openapi({ description: "When the next issue is due." }),
}

/** A newsletter as holders of its link see it. */
export const subscriptionRepresentation = z
  .object({
    ...common,
    is_account: z.boolean().openapi({ description: "It belongs to an account: pages and places are settled there." }),
    email: z.string().nullable(),
    frequency: z.enum(newsletterFrequencies),
    actors: z.array(actorReference),
    places: z.array(z.object({ name: z.string(), lat: z.number(), lon: z.number(), radius: z.number() })),
    lists: z.array(z.object({ slug: z.string(), name: z.string(), url: z.string() })),
    categories: z.array(z.enum(categories)),
    q: z.string().nullable(),
  })
  .openapi("Subscription")
export type Subscription = z.output<typeof subscriptionRepresentation>

export const confirmedRepresentation = z
  .object({
    token: z.string().openapi({ description: "Manages it: `GET PATCH DELETE /api/subscriptions/current/?token=`." }),
    subscription: subscriptionRepresentation,
  })
  .openapi("ConfirmedSubscription")

/** The newsletter of an account. */
export const newsletterRepresentation = z
  .object({
    ...common,
    frequency: z.enum(newsletterFrequencies),
    account_language: z.boolean().openapi({ description: "The language is the account's own." }),
    email: z.string().nullable().openapi({ description: "Where it goes: the main address, once it is verified." }),
    followed: z.number().int().openapi({ description: "Pages followed that it tells of." }),
    places: z.number().int().openapi({ description: "Saved places." }),
    last: orNull(z.object({ url: z.string(), sent: time })).openapi({ description: "The last issue, on the web." }),
  })
  .openapi("Newsletter")
export type Newsletter = z.output<typeof newsletterRepresentation>

/** An event as an issue shows it. */
const row = z
  .object({
    id: z.number().int(),
    url: z.string().nullable().openapi({ description: "null when it has no page any more." }),
    title: z.string(),
    lang: z.enum(languages).nullable().openapi({ description: "Of the title, where it is not that of the issue." }),
    start: z.string(),
    all_day: z.boolean(),
    place: z.string().nullable(),
    category: z.enum(categories).nullable(),
    uid: z.string(),
    poster_roll: z.number().int(),
    /** The change in a sentence, and in a word or two on a strip. */
    change: z.string().nullable(),
    strip: z.string().nullable(),
    is_off: z.boolean(),
    answer: z.enum(["interested", "confirmed"]).nullable(),
  })
  .openapi("NewsletterEvent")
export type IssueEvent = z.output<typeof row>

/** An issue: changes first, then the dates ahead, day by day. */
export const issueRepresentation = z
  .object({
    language: z.enum(languages),
    frequency: z.enum(["daily", "weekly", "monthly"]),
    subject: z.string(),
    head: z.string().openapi({ description: "The dates it is about, as its head says them." }),
    kicker: z.string(),
    opening: z.string(),
    from: z.string().openapi({ format: "date" }),
    to: z.string().openapi({ format: "date" }),
    changes: z.array(row),
    days: z.array(z.object({ date: z.string().openapi({ format: "date" }), events: z.array(row) })),
    more: z.number().int().openapi({ description: "Dates it left out; the agenda has them." }),
    is_empty: z.boolean().openapi({ description: "Nothing new: no such issue would be sent." }),
  })
  .openapi("NewsletterIssue")
export type Issue = z.output<typeof issueRepresentation>

export const previewRepresentation = z
  .object({
    subject: z.string(),
    html: z.string().openapi({ description: "The mail, its pictures in it as `data:` addresses." }),
    text: z.string(),
    issue: issueRepresentation,
  })
  .openapi("NewsletterPreview")
