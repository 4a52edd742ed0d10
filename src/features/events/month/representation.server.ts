import { z } from "@hono/zod-openapi"
import { eventRepresentation } from "../representation.server.ts"

/** A month of the agenda, as `GET /api/contents/events/month/` returns it. */
export const monthRepresentation = z
  .object({
    month: z.string().openapi({ example: "2026-11" }),
    total: z.number().int().openapi({ description: "How many events the month itself has." }),
    days: z
      .array(
        z.object({
          date: z.string().openapi({ format: "date" }),
          count: z.number().int().openapi({
            description: "Every date that begins that day, and every one that began earlier and is still on at six.",
          }),
          running: z.number().int().openapi({ description: "How many of `count` began on an earlier day." }),
          dates: z.array(z.number().int()).openapi({
            description:
              "The first of them by their ids: what begins, by the clock (of a day that was not asked for first what was not on in the three days before), then what has been running.",
          }),
        }),
      )
      .openapi({ description: "Each day of the sheet: whole weeks, Monday first, in the zone of the instance." }),
    events: z.array(eventRepresentation).openapi({
      description:
        "The events of `dates`, each once; `occurrences` has the dates that are told, and `next` the first of them.",
    }),
  })
  .openapi("EventMonth")
