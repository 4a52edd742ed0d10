import type { Db } from "#db/connection.ts"
import { writing } from "#db/writing.ts"
import { may } from "#features/accounts/rights.ts"
import type { Viewer } from "#features/accounts/viewer.ts"
import { actorFor } from "#features/actors/access/queries.server.ts"
import { refuse } from "#lib/refusal.ts"
import type { FollowChoice } from "./follow.ts"

/** Follows a page with the default notifications; following it again changes nothing, nor the chosen notifications. */
export async function follow(db: Db, viewer: Viewer, fid: string): Promise<void> {
  await writing(db, async (tx) => {
    const actor = await actorFor(tx, viewer, fid)
    if (!viewer || !may(viewer, "follow")) return refuse("follow_needs_login")
    await tx
      .insertInto("follows")
      .values({ user_id: viewer.userId, actor_id: actor.id })
      .onConflict((existing) => existing.doNothing())
      .execute()
  })
}

/** Chooses the notifications of a followed page. Refuses `not_followed`: choosing does not follow. */
export async function setFollowNotifications(db: Db, viewer: Viewer, fid: string, notify: FollowChoice): Promise<void> {
  const actor = await actorFor(db, viewer, fid)
  if (!viewer || !may(viewer, "follow")) return refuse("follow_needs_login")
  const { numUpdatedRows } = await db
    .updateTable("follows")
    .set({ notify })
    .where("user_id", "=", viewer.userId)
    .where("actor_id", "=", actor.id)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) refuse("not_followed")
}

/** Unfollows a page; succeeds also when it was not followed. */
export async function unfollow(db: Db, viewer: Viewer, fid: string): Promise<void> {
  const actor = await actorFor(db, viewer, fid)
  if (!viewer) refuse("follow_needs_login")
  await db.deleteFrom("follows").where("user_id", "=", viewer.userId).where("actor_id", "=", actor.id).execute()
}
