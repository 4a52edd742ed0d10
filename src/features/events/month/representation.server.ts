import { z } from "@hono/zod-openapi"
import { eventRepresentation } from "../representation.server.ts"

/** A month of the agenda, as `GET /api/contents/events/month/` returns it. */
export const monthRepresentation = z
  .object({
    month: z.string().openapi({ example: "2026-11" }),
    total: z.number().int().openapi({ description: "Number of events in the month itself." }),
    days: z
      .array(
        z.object({
          date: z.string().openapi({ format: "date" }),
          count: z.number().int().openapi({
            description:
              "Number of dates that begin on that day, or began earlier and are still on at six in the morning.",
          }),
          running: z
            .number()
            .int()
            .openapi({ description: "Number of those in `count` that began on an earlier day." }),
          dates: z.array(z.number().int()).openapi({
            description:
              "Ids of the first of them: those that begin that day, by time (except on the day given in `day`, events that were not on in the three days before come first), then running ones.",
          }),
        }),
      )
      .openapi({ description: "Each day of the whole weeks, Monday first, in the time zone of the instance." }),
    events: z.array(eventRepresentation).openapi({
      description:
        "The events of `dates`, each once; `occurrences` contains the listed dates, and `next` the first of them.",
    }),
  })
  .openapi("EventMonth")
