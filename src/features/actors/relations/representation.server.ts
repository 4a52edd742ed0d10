import { z } from "@hono/zod-openapi"
import { orNull } from "#http/input/schemas.ts"
import { actorReference } from "../representation.server.ts"
import { relationNames } from "./inputs.ts"

/** A relation of a person or another page to a page. */
export const relationRepresentation = z
  .object({
    id: z.number().int(),
    relation: z.enum(relationNames),
    status: z.enum(["pending", "accepted", "refused"]),
    is_visible: z.boolean().openapi({ description: "Whether it is shown on the page, once accepted." }),
    from: actorReference.openapi({ description: "The page that invited." }),
    actor: orNull(actorReference).openapi({
      description: "The other page, or the public page of the person; null if there is none.",
    }),
    name: z.string().openapi({ description: "Name of the other page or the person; or the invited e-mail address." }),
    email: z.string().nullable().openapi({ description: "The invited e-mail address; only for managers." }),
    is_mine: z.boolean().openapi({ description: "Whether the caller is the invited side." }),
    created: z.string().openapi({ format: "date-time" }),
  })
  .openapi("Relation")
export type RelationOf = z.output<typeof relationRepresentation>

/** A relation: who belongs to a page, and in which role. */
export type Relation = z.infer<typeof relationRepresentation>
