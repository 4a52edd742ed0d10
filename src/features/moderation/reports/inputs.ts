import { z } from "@hono/zod-openapi"
import { fidPattern } from "#features/actors/actor-types.ts"
import { numberInPath, paging } from "#http/parameters.ts"
import { hideInput } from "../hiding/inputs.ts"

export const reportStatuses = ["open", "closed"] as const

export const reportsQuery = z.object({
  status: z
    .enum(reportStatuses)
    .optional()
    .transform((value) => value ?? "open"),
  ...paging(100, 50),
})
export const reportPath = z.object({ id: numberInPath(7) })

/** One thing that is reported. */
const reported = z.union([
  z.object({ event: z.number().int().positive() }),
  z.object({ page: z.string().regex(fidPattern) }),
  z.object({ comment: z.number().int().positive() }),
])
export type Reported = z.output<typeof reported>

export const reportChange = z.object({
  status: z.literal("closed"),
  hide: reported.optional().openapi({ description: "What of the report is hidden: all of it is done, or nothing." }),
  reason: hideInput.shape.reason,
  show: reported.optional().openapi({ description: "What of the report is shown again." }),
})
export type ReportChange = z.output<typeof reportChange>
