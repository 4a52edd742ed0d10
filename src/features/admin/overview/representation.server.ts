import { z } from "@hono/zod-openapi"
import { actorTypes } from "#features/actors/actor-types.ts"
import { categories } from "#features/events/categories.ts"
import { fileKinds, jobKinds, troubles } from "./overview.ts"

const count = z.number().int()
const time = z.string().openapi({ format: "date-time" })
const day = z.string().openapi({ format: "date", description: "Date in the time zone of the instance." })
const waiting = z.object({ waiting: count, oldest: time.nullable() })

/** The overview of the instance. */
export const overviewRepresentation = z
  .object({
    at: time,
    troubles: z.array(z.enum(troubles)).openapi({ description: "Current problems, most urgent first." }),
    reports: waiting,
    claims: waiting,
    events: z.object({
      total: count,
      from: day,
      until: day,
      days: z
        .array(z.object({ date: day, categories: z.partialRecord(z.enum(categories), count) }))
        .openapi({ description: "Events that became public, by category, for each day of the last four weeks." }),
    }),
    pages: z.record(z.enum(actorTypes), count).openapi({ description: "Number of published pages, by type." }),
    jobs: z.array(
      z.object({
        kind: z.enum(jobKinds),
        waiting: count.openapi({ description: "Number of jobs that are due and not started, up to 1,000 per queue." }),
        oldest: time.nullable().openapi({ description: "Time since which the oldest of them is due." }),
        late: z.boolean().openapi({ description: "Whether a due job has waited for more than ten minutes." }),
        failed: count.openapi({
          description: "Number of jobs given up within the last week (mails: the last day), up to a minute old.",
        }),
        failed_lately: count.openapi({ description: "Number of jobs given up within the last day." }),
      }),
    ),
    mails: z
      .object({
        sent: count,
        failed: count,
        days: z.array(z.object({ date: day, newsletters: count, notices: count, failed: count })),
      })
      .openapi({
        description:
          "Newsletters and notices sent by mail in the last thirty days; mails about accounts are counted as jobs.",
      }),
    storage: z.object({
      place: z.enum(["disk", "s3"]),
      bytes: z.record(z.enum(fileKinds), count),
      free: count.nullable().openapi({
        description:
          "Free space on the disk, in bytes; null if files are in an object store, or the disk cannot be read.",
      }),
      size: count.nullable(),
    }),
    federation: z.object({
      is_on: z.boolean(),
      waiting: count.openapi({ description: "Number of pending deliveries." }),
      silent: count.openapi({ description: "Number of hosts that do not answer while deliveries wait for them." }),
      hosts: z
        .array(
          z.object({
            host: z.string(),
            waiting: count,
            failures: count.openapi({ description: "Number of consecutive attempts without an answer." }),
            retry: time.nullable().openapi({ description: "Time of the next attempt." }),
          }),
        )
        .openapi({
          description:
            "Twelve hosts at most: those that do not answer first, then those with the most pending deliveries.",
        }),
    }),
  })
  .openapi("Overview")
export type Overview = z.output<typeof overviewRepresentation>
