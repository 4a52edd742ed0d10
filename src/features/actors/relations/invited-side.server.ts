import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { may } from "#features/accounts/rights.ts"
import type { Viewer } from "#features/accounts/viewer.ts"
import { refuseFields } from "#lib/refusal.ts"
import { heldActor, type HeldActor, relationsTo } from "../access/queries.server.ts"
import type { NewRelation } from "./inputs.ts"

type OtherSide = { related_actor_id: number } | { user_id: number } | { email: string }

/** Finds the person or page an invitation goes to, and as which of their pages. Refuses the field `fid`. */
export async function findInvitedSide(
  tx: Db,
  viewer: Viewer,
  page: HeldActor,
  given: NewRelation,
): Promise<OtherSide & { invited_as?: number }> {
  if (given.email !== undefined) return { email: given.email }
  const found = await heldActor(tx, viewer, given.fid as string)
  if (!found) return refuseFields({ fid: ["errors.actor_unknown"] })
  if (given.relation === "partner" || given.relation === "group") {
    return found.id === page.id
      ? refuseFields({ fid: ["errors.relation_with_itself"] })
      : { related_actor_id: found.id }
  }
  return { user_id: await accountOf(tx, found), invited_as: found.id }
}

/**
 * Finds the account behind a person page: the one that shows as it, or else its only owner. With several owners it is refused.
 */
async function accountOf(tx: Db, page: HeldActor): Promise<number> {
  const user = await tx.selectFrom("users").select("id").where("identity_id", "=", page.id).limit(1).executeTakeFirst()
  if (user) return user.id
  const owners = await tx
    .selectFrom("relations")
    .select("user_id")
    .where("actor_id", "=", page.type === "person" ? page.id : 0)
    .where("user_id", "is not", null)
    .where("relation", "=", "owner")
    .where("status", "=", "accepted")
    .limit(2)
    .execute()
  if (owners.length > 1) refuseFields({ fid: ["errors.person_of_several"] })
  return owners[0]?.user_id ?? refuseFields({ fid: ["errors.person_expected"] })
}

/** Condition on relations: they have this other side, compared by the columns that must be unique. */
export function hasInvitedSide(other: OtherSide, relation: string) {
  if ("email" in other) return sql`lower(email) = lower(${other.email})`
  if ("user_id" in other) return sql`user_id = ${other.user_id}`
  return sql`related_actor_id = ${other.related_actor_id} and relation = ${relation}`
}

/** Tells whether the viewer is the invited side. */
export async function isInvitedSide(tx: Db, me: NonNullable<Viewer>, other: OtherSide) {
  if ("email" in other) return false
  if ("user_id" in other) return other.user_id === me.userId
  const relations = (await relationsTo(tx, me, [other.related_actor_id])).get(other.related_actor_id) ?? []
  return may(me, "invite", { relations })
}
