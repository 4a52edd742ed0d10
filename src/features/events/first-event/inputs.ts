import { z } from "@hono/zod-openapi"
import { newActor } from "#features/actors/writing/inputs.ts"
import { text } from "#http/input/parameters.ts"
import { mostOrganizers } from "../organizers/inputs.ts"
import { newEvent } from "../writing/inputs.ts"

/** A new event of a person who has no page yet, with the page that organises it. */
export const firstEvent = newEvent.extend({
  organizers: z
    .array(text(400).min(1))
    .max(mostOrganizers - 1)
    .optional()
    .openapi({ description: "fids of further organizers besides that page." }),
  organizer: newActor.pick({ type: true, name: true, language: true }).openapi({
    description:
      "The page to create and publish, owned by the caller. If the caller already manages a page, that one is used instead.",
  }),
})
export type FirstEvent = z.output<typeof firstEvent>
