import { z } from "@hono/zod-openapi"
import { fidPattern } from "#features/actors/actor-types.ts"
import { numberInPath, paging, withMessage } from "#http/input/parameters.ts"
import { hideInput } from "../hiding/inputs.ts"
import { mostDays, usualDays } from "./days.ts"

export const reportStatuses = ["open", "closed"] as const

export const reportsQuery = z.object({
  status: z
    .enum(reportStatuses)
    .optional()
    .transform((value) => value ?? "open"),
  ...paging(100, 50),
})
export const reportPath = z.object({ id: numberInPath(7) })

const event = z.object({ event: z.number().int().positive() })
const page = z.object({ page: z.string().regex(fidPattern) })
/** One piece of reported content. */
const reported = z.union([event, page, z.object({ comment: z.number().int().positive() })])
export type Reported = z.output<typeof reported>
/** Content that people here can correct. */
const corrected = z.union([event, page])

export const reportChange = z
  .object({
    status: z.literal("closed"),
    hide: reported
      .optional()
      .openapi({ description: "Reported content to hide. All changes of a call are made, or none." }),
    correct: corrected.optional().openapi({
      description:
        "Reported content that its page is asked to correct, by mail and in its journal. Requires `reason`; not together with `hide`.",
    }),
    days: z
      .number()
      .int()
      .min(1)
      .max(mostDays)
      .optional()
      .transform((value) => value ?? usualDays)
      .openapi({ description: "Number of days the page has for the correction.", default: usualDays }),
    reason: hideInput.shape.reason,
    show: reported.optional().openapi({ description: "Reported content to show again." }),
  })
  .refine(({ correct, reason }) => correct === undefined || reason, {
    ...withMessage("errors.required"),
    path: ["reason"],
  })
  .refine(({ correct, hide }) => correct === undefined || hide === undefined, {
    ...withMessage("errors.invalid"),
    path: ["correct"],
  })
export type ReportChange = z.output<typeof reportChange>
