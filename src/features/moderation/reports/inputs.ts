import { z } from "@hono/zod-openapi"
import { numberInPath, paging } from "#http/parameters.ts"

export const reportStatuses = ["open", "closed"] as const

export const reportsQuery = z.object({
  status: z
    .enum(reportStatuses)
    .optional()
    .transform((value) => value ?? "open"),
  ...paging(100, 50),
})
export const reportPath = z.object({ id: numberInPath(7) })
export const reportChange = z.object({ status: z.literal("closed") })
