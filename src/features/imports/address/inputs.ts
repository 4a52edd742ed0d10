import { z } from "@hono/zod-openapi"
import { withMessage, text, timezoneName } from "#http/input/parameters.ts"

/** The web page, calendar or feed whose events are to be read. */
export const newReading = z.object({
  url: text(2000)
    .refine((value) => /^(?:https?|webcal):\/\//i.test(value) && URL.canParse(value), withMessage("errors.address"))
    .openapi({ format: "uri", example: "https://hangar.example/agenda/trio-ventose" }),
  timezone: timezoneName.optional().openapi({
    description: "IANA time zone of times that state none; defaults to that of the instance.",
    example: "Europe/Brussels",
  }),
})
