import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { writing } from "#db/writing.ts"
import { doneBy } from "#features/accounts/rights.ts"
import type { SignedIn, Viewer } from "#features/accounts/viewer.ts"
import { changed } from "#features/changes/commands.server.ts"
import { refuseFields } from "#lib/refusal.ts"
import { actorFor, demand } from "../access/queries.server.ts"
import type { Transfer } from "./inputs.ts"

/**
 * Transfers a page at once: somebody who works on it already becomes its owner, and the viewer keeps the role they choose, or
 * leaves.
 */
export async function transferPage(db: Db, viewer: Viewer, fid: string, given: Transfer): Promise<void> {
  await writing(db, async (tx) => {
    const page = await actorFor(tx, viewer, fid, true)
    demand(viewer, "govern", page)
    const me = viewer as NonNullable<Viewer>
    if (given.confirm !== page.fid) refuseFields({ confirm: ["errors.confirm_fid"] })
    const heir = await tx
      .selectFrom("relations")
      .select(["id", "user_id", "relation"])
      .where("id", "=", given.relation)
      .where("actor_id", "=", page.id)
      .where("user_id", "is not", null)
      .where("status", "=", "accepted")
      .executeTakeFirst()
    if (!heir || heir.user_id === me.userId) return refuseFields({ relation: ["errors.heir_expected"] })
    await tx
      .updateTable("relations")
      .set({ relation: "owner", is_visible: false })
      .where("id", "=", heir.id)
      .where("relation", "<>", "owner")
      .execute()
    const own = tx.selectFrom("relations").where("actor_id", "=", page.id).where("user_id", "=", me.userId)
    const mine = await own.select("id").executeTakeFirst()
    if (mine && given.stay === "leave") await tx.deleteFrom("relations").where("id", "=", mine.id).execute()
    else if (mine) {
      const stays = { relation: given.stay, is_visible: given.stay === "member" }
      await tx.updateTable("relations").set(stays).where("id", "=", mine.id).execute()
    }
    await clearIdentity(tx, me.userId, page.id)
    await tx
      .updateTable("actors")
      .set({ updated_at: sql`now()` })
      .where("id", "=", page.id)
      .execute()
    await changed(tx, {
      by: doneBy(me, "govern", { relations: page.relations }),
      subject: { actor: page.id },
      kind: "transferred",
      isPublic: page.status === "published", // visible members may not be visible any more
      before: { owner: null },
      after: { owner: heir.relation },
    })
  })
}

/** Removes a page as the identity of a person who no longer owns it. */
export async function clearIdentity(tx: Db, userId: number, actorId: number): Promise<void> {
  await sql`
    update users set identity_id = null where id = ${userId} and identity_id = ${actorId}
      and not exists (select from relations where actor_id = ${actorId} and user_id = ${userId} and relation = 'owner'
        and status = 'accepted')`.execute(tx)
}

/**
 * Lets a person who is to be shown on a page be seen: if they have chosen no public identity, it becomes the page as which they
 * were invited, or else the only published page in their name.
 */
export async function takeIdentity(tx: Db, me: SignedIn, relation: number): Promise<void> {
  const { numAffectedRows } = await sql`
    update users set identity_id = own.id from (
      select min(a.id) as id from actors a join relations r on r.actor_id = a.id
      where r.user_id = ${me.userId} and r.relation = 'owner' and r.status = 'accepted'
        and a.type = 'person' and a.status = 'published' and a.deleted_at is null
        and a.id = coalesce((select invited_as from relations where id = ${relation}), a.id)
      having count(*) = 1) as own
    where users.id = ${me.userId} and users.identity_id is null`.execute(tx)
  if (!numAffectedRows) return
  await changed(tx, {
    by: doneBy(me, "follow"),
    subject: { user: me.userId },
    kind: "identity_changed",
    isPublic: true,
  })
}
