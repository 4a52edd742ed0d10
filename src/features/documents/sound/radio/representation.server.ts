import { z } from "@hono/zod-openapi"
import { categories } from "#features/events/categories.ts"
import { translated } from "#http/input/schemas.ts"
import { documentRepresentation } from "../../representation.server.ts"

/** A sound of somebody who plays soon, and the event. */
export const radioRepresentation = z
  .object({
    event: z.object({
      id: z.number().int(),
      title: translated,
      language: z.enum(["fr", "en", "nl"]),
      category: z.enum(categories),
      start: z.string().openapi({ format: "date-time" }),
      all_day: z.boolean(),
      place: z.string().nullable(),
      city: z.string().nullable(),
      distance: z.number().nullable().openapi({ description: "Distance from `near`, in kilometres." }),
    }),
    sound: documentRepresentation,
  })
  .openapi("RadioItem")
