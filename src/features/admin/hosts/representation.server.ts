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
      .openapi({ description: "Counts where only hosts that are allowed are listened to (FEDERATION_ALLOW_ONLY)." }),
    failures: count.openapi({ description: "Tries one after another that it did not answer." }),
    retry: z.string().nullable().openapi({ format: "date-time", description: "When it is tried again." }),
    waiting: count.openapi({ description: "Deliveries on their way there." }),
  })
  .openapi("Host")
export type Host = z.output<typeof hostRepresentation>

/** The result of applying a list of hosts. */
export const listOutcome = z
  .object({
    hosts: count.openapi({ description: "Hosts in it that count." }),
    changed: count.openapi({ description: "Those of which it was not so before." }),
    passed_over: count,
    lines: z
      .array(z.object({ line: count, what: z.string(), why: z.enum(skipReasons) }))
      .openapi({ description: "The first of the lines that were passed over." }),
  })
  .openapi("HostListOutcome")
export type ListOutcome = z.output<typeof listOutcome>
