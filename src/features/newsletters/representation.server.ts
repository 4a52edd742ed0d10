import { z } from "@hono/zod-openapi"
import { newsletterFrequencies } from "#features/accounts/inputs.ts"
import { actorReference } from "#features/actors/representation.server.ts"
import { categories } from "#features/events/categories.ts"
import { orNull } from "#http/input/schemas.ts"
import { languages } from "#i18n/languages.ts"

const time = z.string().openapi({ format: "date-time" })
const states = ["active", "none", "stopped", "bounced", "no_address"] as const

const common = {
  language: z.enum(languages),
  weekday: z.number().int().openapi({ description: "Day of the week of a weekly newsletter, from 1 (Monday) to 7." }),
  hour: z.number().int(),
  timezone: z.string(),
  state: z.enum(states).openapi({
    description:
      "State of the newsletter. `stopped`: by its reader; `bounced`: after three refused mails; `none` and `no_address` (no verified address): only for an account.",
  }),
  next: time.nullable().openapi({ description: "Time at which the next issue is due; null if there is none." }),
}

/** A newsletter as holders of its link see it. */
export const subscriptionRepresentation = z
  .object({
    ...common,
    is_account: z
      .boolean()
      .openapi({ description: "Whether the newsletter belongs to an account, where its pages and places are set." }),
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
    token: z.string().openapi({
      description: "Token that manages the newsletter: `GET`, `PATCH` or `DELETE /api/subscriptions/current/?token=`.",
    }),
    subscription: subscriptionRepresentation,
  })
  .openapi("ConfirmedSubscription")

/** The newsletter of an account. */
export const newsletterRepresentation = z
  .object({
    ...common,
    frequency: z.enum(newsletterFrequencies),
    account_language: z.boolean().openapi({ description: "Whether the language is that of the account." }),
    email: z
      .string()
      .nullable()
      .openapi({ description: "Address it is sent to: the main address, once it is verified." }),
    followed: z.number().int().openapi({ description: "Number of followed pages that it covers." }),
    places: z.number().int().openapi({ description: "Number of saved places." }),
    last: orNull(z.object({ url: z.string(), sent: time })).openapi({
      description: "Last sent issue on the web; null if none was sent.",
    }),
  })
  .openapi("Newsletter")
export type Newsletter = z.output<typeof newsletterRepresentation>

/** An event as an issue shows it. */
const row = z
  .object({
    id: z.number().int(),
    url: z.string().nullable().openapi({ description: "Address of the event; null if it no longer has a page." }),
    title: z.string(),
    lang: z
      .enum(languages)
      .nullable()
      .openapi({ description: "Language of the title; null if it is that of the issue." }),
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
    head: z.string().openapi({ description: "Period the issue covers, as written in its header." }),
    kicker: z.string(),
    opening: z.string(),
    from: z.string().openapi({ format: "date" }),
    to: z.string().openapi({ format: "date" }),
    changes: z.array(row),
    days: z.array(z.object({ date: z.string().openapi({ format: "date" }), events: z.array(row) })),
    more: z.number().int().openapi({ description: "Number of dates left out, which are in the agenda." }),
    is_empty: z
      .boolean()
      .openapi({ description: "Whether there is nothing new, so that no such issue would be sent." }),
  })
  .openapi("NewsletterIssue")
export type Issue = z.output<typeof issueRepresentation>

export const previewRepresentation = z
  .object({
    subject: z.string(),
    html: z.string().openapi({ description: "HTML of the mail, with its images as `data:` URLs." }),
    text: z.string(),
    issue: issueRepresentation,
  })
  .openapi("NewsletterPreview")
