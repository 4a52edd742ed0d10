import { z } from "@hono/zod-openapi"
import { skipReasons } from "#features/fediverse/hosts/decision.ts"

const count = z.number().int()

/** A Fediverse host as an operator sees it. */
export const hostRepresentation = z
  .object({
    host: z.string(),
    is_blocked: z.boolean(),
    is_allowed: z
      .boolean()
      .openapi({ description: "Whether the host is allowed; has an effect only where FEDERATION_ALLOW_ONLY is set." }),
    failures: count.openapi({ description: "Number of consecutive attempts without an answer." }),
    retry: z.string().nullable().openapi({ format: "date-time", description: "Time of the next attempt." }),
    waiting: count.openapi({ description: "Number of pending deliveries to the host." }),
  })
  .openapi("Host")
export type Host = z.output<typeof hostRepresentation>

/** The result of applying a list of hosts. */
export const listOutcome = z
  .object({
    hosts: count.openapi({ description: "Number of hosts in the list to which the decision applies." }),
    changed: count.openapi({ description: "Number of hosts whose state changed." }),
    passed_over: count,
    lines: z
      .array(z.object({ line: count, what: z.string(), why: z.enum(skipReasons) }))
      .openapi({ description: "The first skipped lines (50 at most), with the reason." }),
  })
  .openapi("HostListOutcome")
export type ListOutcome = z.output<typeof listOutcome>
