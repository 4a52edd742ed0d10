import { z } from "@hono/zod-openapi"
import { decisions } from "#features/fediverse/hosts/decision.ts"
import { optionalText, paging, withMessage } from "#http/input/parameters.ts"
import { hostFilters, largestUpload } from "./host.ts"

const reason = optionalText(2000).openapi({ type: "string", description: "Reason, recorded in the log." })

export const hostPath = z.object({
  host: z
    .string()
    .openapi({ example: "agenda.example", description: "Host name; a decision applies to its subdomains too." }),
})

export const hostsQuery = z.object({
  filter: z
    .enum(hostFilters)
    .optional()
    .transform((value) => value ?? "blocked"),
  q: z
    .string()
    .optional()
    .transform((value) => value?.toWellFormed().replaceAll("\0", "").trim().toLowerCase().slice(0, 260) || undefined)
    .openapi({ description: "Part of the host name." }),
  ...paging(200, 100),
})
export type HostsQuery = z.output<typeof hostsQuery>

export const hostDecision = z.object({ decision: z.enum(decisions), reason })
export type HostDecision = z.output<typeof hostDecision>

export const decisionQuery = z.object({
  decision: z
    .enum(decisions)
    .optional()
    .transform((value) => value ?? "block"),
})

/** A list of hosts as a form uploads it (multipart/form-data). */
export const hostList = z.object({
  file: z
    .custom<File>((value) => value instanceof File && value.size > 0, withMessage("errors.required"))
    .refine(({ size }) => size <= largestUpload, withMessage("errors.too_large"))
    .openapi({
      type: "string",
      format: "binary",
      description: "CSV as other servers export it, or one host per line.",
    }),
  decision: z.enum(decisions),
  reason,
})
