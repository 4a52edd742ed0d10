import { z } from "@hono/zod-openapi"
import { actorTypes } from "#features/actors/actor-types.ts"
import { categories } from "#features/events/categories.ts"
import { fileKinds, jobKinds, troubles } from "./overview.ts"

const count = z.number().int()
const time = z.string().openapi({ format: "date-time" })
const day = z.string().openapi({ format: "date", description: "In the zone of the instance." })
const waiting = z.object({ waiting: count, oldest: time.nullable() })

/** The overview of the instance. */
export const overviewRepresentation = z
  .object({
    at: time,
    troubles: z.array(z.enum(troubles)).openapi({ description: "What is not well, the most urgent first." }),
    reports: waiting,
    claims: waiting,
    events: z.object({
      total: count,
      from: day,
      until: day,
      days: z
        .array(z.object({ date: day, categories: z.partialRecord(z.enum(categories), count) }))
        .openapi({ description: "Events that became public, each of four weeks." }),
    }),
    pages: z.record(z.enum(actorTypes), count).openapi({ description: "Published pages by type." }),
    jobs: z.array(
      z.object({
        kind: z.enum(jobKinds),
        waiting: count.openapi({ description: "Due and not begun; of each queue up to 1,000 are counted." }),
        oldest: time.nullable().openapi({ description: "Since when the first of them is due." }),
        late: z.boolean().openapi({ description: "It has waited for more than ten minutes." }),
        failed: count.openapi({ description: "Given up within a week, mails within a day; it may be a minute old." }),
        failed_lately: count.openapi({ description: "Given up within a day." }),
      }),
    ),
    mails: z
      .object({
        sent: count,
        failed: count,
        days: z.array(z.object({ date: day, newsletters: count, notices: count, failed: count })),
      })
      .openapi({ description: "Newsletters and notices of thirty days; mails about accounts are counted among jobs." }),
    storage: z.object({
      place: z.enum(["disk", "s3"]),
      bytes: z.record(z.enum(fileKinds), count),
      free: count.nullable().openapi({ description: "Bytes left on the disk; null where files are elsewhere." }),
      size: count.nullable(),
    }),
    federation: z.object({
      is_on: z.boolean(),
      waiting: count.openapi({ description: "Deliveries that have not arrived yet." }),
      silent: count.openapi({ description: "Hosts that do not answer, while something waits for them." }),
      hosts: z
        .array(
          z.object({
            host: z.string(),
            waiting: count,
            failures: count.openapi({ description: "Tries one after another that nobody answered." }),
            retry: time.nullable().openapi({ description: "When it is tried again." }),
          }),
        )
        .openapi({ description: "Up to twelve: those that do not answer, then those with most on its way." }),
    }),
  })
  .openapi("Overview")
export type Overview = z.output<typeof overviewRepresentation>
