import { z } from "@hono/zod-openapi"
import { numberInPath, optionalText, paging, text } from "#http/input/parameters.ts"
import { webAddress } from "#http/input/body-fields.ts"

export const claimStatuses = ["open", "accepted", "refused"] as const

/** A claim « This page is mine », with reasons to believe it. */
export const newClaim = z.object({
  reason: text(2000).min(1).openapi({ description: "The caller's connection to the page, in words." }),
  proof_url: z
    .union([z.literal("").transform(() => undefined), webAddress])
    .nullish()
    .transform((value) => value ?? undefined)
    .openapi({ type: "string", format: "uri", description: "Address that proves it, such as the page's own website." }),
})
export type NewClaim = z.output<typeof newClaim>

export const claimAnswer = z
  .object({
    status: z.enum(["accepted", "refused"]),
    answer: optionalText(2000).openapi({ type: "string", description: "Answer to the person; required to refuse." }),
  })
  .refine(({ status, answer }) => status === "accepted" || answer !== undefined, {
    params: { message: "errors.required" },
    path: ["answer"],
  })
export type ClaimAnswer = z.output<typeof claimAnswer>

export const claimsQuery = z.object({
  status: z
    .enum(["open", "decided"])
    .optional()
    .transform((value) => value ?? "open"),
  ...paging(100, 50),
})
export const claimPath = z.object({ id: numberInPath(7) })
