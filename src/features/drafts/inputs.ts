import { z } from "@hono/zod-openapi"
import { dateOrTime, withMessage } from "#http/input/parameters.ts"

/** The subject of a draft: `event-new`, `event-42`, `actor-new`, `actor-hangar`. */
export const draftSubject = z.object({
  subject: z
    .string()
    .regex(/^(?:event-(?:new|\d{1,15})|actor-[a-z0-9_.-]{1,40})$/)
    .openapi({ example: "actor-hangar" }),
})

const longest = 100_000
const mostFields = 3000

/** Text as it was typed, blanks included; PostgreSQL stores neither NUL nor half a character. */
const typed = z
  .string()
  .max(longest)
  .refine((value) => value.isWellFormed() && !value.includes("\0"), withMessage("errors.invalid"))

/** The fields of a form. Only their storability is checked: half a date is a draft, too. */
export const draftInput = z.object({
  fields: z
    .record(typed.max(200), typed)
    .refine((fields) => Object.keys(fields).length <= mostFields, withMessage("errors.invalid"))
    .openapi({
      type: "object",
      additionalProperties: { type: "string" },
      description: "Values of the form fields, by name.",
    }),
  version: z
    .number()
    .int()
    .min(0)
    .max(2_000_000_000)
    .nullish()
    .openapi({ description: "Version of the page or event being edited." }),
})
export type DraftInput = z.output<typeof draftInput>

export const deleteDraftQuery = z.object({
  saved: dateOrTime
    .optional()
    .openapi({ description: "Save time of the draft to delete; a draft saved later is kept." }),
})
