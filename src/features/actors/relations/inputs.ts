import { z } from "@hono/zod-openapi"
import { mailAddress } from "#features/accounts/inputs.ts"
import { actorPath } from "../inputs.ts"
import { numberInPath, shortListPaging, withMessage, text } from "#http/parameters.ts"

export const relationNames = ["owner", "member", "assistant", "partner", "group"] as const

const email = text(254)
  .refine((value) => mailAddress(value) !== undefined, withMessage("errors.email"))
  .overwrite((value) => mailAddress(value) ?? value)
  .openapi({ format: "email" })

/** A new invitation: whom to invite, and in which role. */
export const newRelation = z
  .object({
    fid: text(400).min(1).optional().openapi({
      description:
        "The page of a person with an account, which shows as it or alone owns it; for partner and group any page.",
    }),
    email: email.optional().openapi({ description: "The address of a person, for owner, member and assistant." }),
    relation: z.enum(relationNames),
    is_visible: z.boolean().optional(),
  })
  .refine(({ fid, email }) => (fid === undefined) !== (email === undefined), withMessage("errors.fid_or_email"))
  .refine(({ email, relation }) => email === undefined || !/^(partner|group)$/.test(relation), {
    ...withMessage("errors.person_expected"),
    path: ["email"],
  })
export type NewRelation = z.output<typeof newRelation>

export const relationChange = z.object({
  status: z.enum(["accepted", "refused"]).optional().openapi({ description: "The answer of the invited side." }),
  relation: z.enum(["owner", "member", "assistant"]).optional().openapi({ description: "Another role; for owners." }),
  is_visible: z.boolean().optional(),
})
export type RelationChange = z.output<typeof relationChange>

/** A transfer of a page to a new owner. */
export const transfer = z.object({
  relation: z.number().int().positive().max(Number.MAX_SAFE_INTEGER).openapi({
    description: "The id of the relation of somebody who works on the page already.",
  }),
  stay: z.enum(["member", "assistant", "leave"]).openapi({ description: "What the caller is from then on." }),
  confirm: text(400).openapi({ description: "The fid of the page once more, so that nobody does it by mistake." }),
})
export type Transfer = z.output<typeof transfer>

export const relationPath = actorPath.extend({ id: numberInPath(7) })
export const relationsQuery = shortListPaging
