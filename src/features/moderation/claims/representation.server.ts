import { z } from "@hono/zod-openapi"
import { actorReference } from "#features/actors/representation.server.ts"
import { orNull } from "#http/input/schemas.ts"
import { claimStatuses } from "./inputs.ts"

/** A person's claim to own a page that has no owner. */
export const claimRepresentation = z
  .object({
    id: z.number().int(),
    actor: actorReference,
    by: z.object({
      username: z.string(),
      name: z.string(),
      page: orNull(actorReference).openapi({
        description: "Published page the person acts as; null if there is none.",
      }),
      emails: z.array(z.string()).openapi({
        description: "Verified e-mail addresses of the person, one of which may belong to the page's own website.",
      }),
    }),
    reason: z.string(),
    proof_url: z.string().nullable(),
    status: z.enum(claimStatuses),
    answer: z.string().nullable(),
    decided_by: z.string().nullable(),
    created: z.string().openapi({ format: "date-time" }),
  })
  .openapi("Claim")
export type Claim = z.output<typeof claimRepresentation>

/** A claim as the person who made it sees it. */
export const viewerClaim = z
  .object({
    id: z.number().int(),
    status: z.enum(claimStatuses),
    created: z.string().openapi({ format: "date-time" }),
  })
  .openapi("OwnClaim")
export type ViewerClaim = z.output<typeof viewerClaim>
