import { z } from "@hono/zod-openapi"
import { optionalEmail } from "#features/accounts/inputs.ts"
import { fidPattern } from "#features/actors/actor-types.ts"
import { withMessage, text } from "#http/parameters.ts"
import { longestStatement, needsWords, reportReasons } from "./reasons.ts"

const number = z.number().int().positive()

export const reportFields = z.object({
  event: number.optional(),
  page: z.string().regex(fidPattern).optional(),
  comment: number.optional().openapi({ description: "What somebody on another server wrote, and an event shows." }),
  // Of what is left out it is said that it is missing, not which codes there are.
  reason: z
    .string()
    .pipe(z.enum(reportReasons))
    .openapi({ type: "string", enum: [...reportReasons] }),
  text: text(longestStatement)
    .nullish()
    .transform((value) => value ?? "")
    .openapi({ type: "string", description: "Needed with `wrong`, `illegal` and `other`. Only moderators read it." }),
  email: optionalEmail.openapi({
    type: "string",
    format: "email",
    description: "Where to tell what was decided, of somebody who is not signed in. Nobody is shown it.",
  }),
  captcha: z
    .string()
    .max(4000)
    .nullish()
    .transform((value) => value || undefined)
    .openapi({
      type: "string",
      description: "Needed of somebody who is not signed in: as for `POST /api/actors/{fid}/contact/`.",
    }),
})

type Fields = z.output<typeof reportFields>

/** What somebody reports: one thing, why, and in which words. */
export const newReport = reportFields
  .refine(namesOne, withMessage("errors.report_one"))
  .refine(saysEnough, { ...withMessage("errors.required"), path: ["text"] })
export type NewReport = z.output<typeof newReport>

/** Is it about one thing, and no other? */
export function namesOne({ event, page, comment }: Partial<Fields>): boolean {
  return [event, page, comment].filter((one) => one !== undefined).length === 1
}

/** Does it say in words what cannot be found without? */
export function saysEnough({ reason, text: words }: Partial<Fields>): boolean {
  return reason === undefined || !needsWords.has(reason) || Boolean(words)
}
