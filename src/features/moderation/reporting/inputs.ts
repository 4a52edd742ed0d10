import { z } from "@hono/zod-openapi"
import { optionalEmail } from "#features/accounts/inputs.ts"
import { fidPattern } from "#features/actors/actor-types.ts"
import { withMessage, text } from "#http/input/parameters.ts"
import { longestStatement, needsWords, reportReasons } from "./reasons.ts"

const number = z.number().int().positive()

export const reportFields = z.object({
  event: number.optional(),
  page: z.string().regex(fidPattern).optional(),
  comment: number.optional().openapi({ description: "Id of a comment from another server, shown on an event." }),
  // A missing value is refused as missing, not with the list of valid codes.
  reason: z
    .string()
    .pipe(z.enum(reportReasons))
    .openapi({ type: "string", enum: [...reportReasons] }),
  text: text(longestStatement)
    .nullish()
    .transform((value) => value ?? "")
    .openapi({
      type: "string",
      description: "Explanation, read only by moderators; required with the reasons `wrong`, `illegal` and `other`.",
    }),
  email: optionalEmail.openapi({
    type: "string",
    format: "email",
    description: "Address to which the decision is mailed, for a visitor who is not signed in; shown to nobody.",
  }),
  captcha: z
    .string()
    .max(4000)
    .nullish()
    .transform((value) => value || undefined)
    .openapi({
      type: "string",
      description: "Answered captcha, as for `POST /api/actors/{fid}/contact/`; required if not signed in.",
    }),
})

type Fields = z.output<typeof reportFields>

/** A report: one piece of content, the reason, and a text. */
export const newReport = reportFields
  .refine(hasSingleSubject, withMessage("errors.report_one"))
  .refine(hasRequiredText, { ...withMessage("errors.required"), path: ["text"] })
export type NewReport = z.output<typeof newReport>

/** Whether the report names exactly one piece of content. */
export function hasSingleSubject({ event, page, comment }: Partial<Fields>): boolean {
  return [event, page, comment].filter((one) => one !== undefined).length === 1
}

/** Whether the report has the text that its reason needs. */
export function hasRequiredText({ reason, text: words }: Partial<Fields>): boolean {
  return reason === undefined || !needsWords.has(reason) || Boolean(words)
}
