import { z } from "@hono/zod-openapi"
import { mailAddress } from "#features/accounts/inputs.ts"
import { actorPath } from "../inputs.ts"
import { numberInPath, shortListPaging, withMessage, text } from "#http/input/parameters.ts"

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
        "fid of a page: for `partner` and `group` of any page, otherwise of a person's page, whose account uses it as its identity or is its only owner.",
    }),
    email: email
      .optional()
      .openapi({ description: "E-mail address of a person, for `owner`, `member` and `assistant`." }),
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
  relation: z
    .enum(["owner", "member", "assistant"])
    .optional()
    .openapi({ description: "The new role; only owners may change it." }),
  is_visible: z.boolean().optional(),
})
export type RelationChange = z.output<typeof relationChange>

/** A transfer of a page to a new owner. */
export const transfer = z.object({
  relation: z.number().int().positive().max(Number.MAX_SAFE_INTEGER).openapi({
    description: "Id of the relation of somebody who already works on the page.",
  }),
  stay: z
    .enum(["member", "assistant", "leave"])
    .openapi({ description: "Role of the caller afterwards; `leave` for none." }),
  confirm: text(400).openapi({ description: "The fid of the page once more, to prevent mistakes." }),
})
export type Transfer = z.output<typeof transfer>

export const relationPath = actorPath.extend({ id: numberInPath(7) })
export const relationsQuery = shortListPaging
