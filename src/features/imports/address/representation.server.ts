import { z } from "@hono/zod-openapi"
import { categories } from "#features/events/categories.ts"
import { eventRepresentation } from "#features/events/representation.server.ts"

/** An event read from a foreign page, in the shape of our events; it is not saved. */
export const readEvent = eventRepresentation
  .pick({
    language: true,
    title: true,
    summary: true,
    description: true,
    tags: true,
    start: true,
    end: true,
    timezone: true,
    all_day: true,
    doors: true,
    occurrences: true,
    recurrence: true,
    mode: true,
    online_url: true,
    place: true,
    location: true,
    lineup: true,
    prices: true,
    ticket_url: true,
    capacity: true,
    age: true,
    languages: true,
  })
  .extend({
    category: z.enum(categories).nullable().openapi({ description: "Category; null if the source states none." }),
    url: z
      .string()
      .nullable()
      .openapi({ description: "Address of the event, if it is not the address that was read." }),
  })
  .openapi("ReadEvent")

export type ReadEvent = z.output<typeof readEvent>

export const readingRepresentation = z
  .object({
    url: z.string(),
    total: z.number().int().openapi({ description: "Number of events found, in 200 records at most." }),
    events: z.array(readEvent).openapi({ description: "The next events, 12 at most; if all are over, the last ones." }),
  })
  .openapi("Reading")
