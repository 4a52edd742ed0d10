import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { refuse } from "#lib/refusal.ts"
import type { SignedIn } from "../viewer.ts"

/** Lists the devices a person is signed in on, the most recently used first. */
export async function listSessions(db: Db, viewer: SignedIn) {
  const rows = await db
    .selectFrom("sessions")
    .select(["id", "name", "user_agent", "address", "created_at", "last_seen_at", "expires_at"])
    .where("user_id", "=", viewer.userId)
    .where("expires_at", ">", sql<Date>`now()`)
    .orderBy("last_seen_at", "desc")
    .orderBy("id", "desc")
    .execute()
  return rows.map(({ created_at, last_seen_at, expires_at, ...row }) => ({
    ...row,
    is_current: row.id === viewer.sessionId,
    created: created_at.toISOString(),
    last_seen: last_seen_at.toISOString(),
    expires: expires_at.toISOString(),
  }))
}

/** Names a device of the viewer; without a name in the request nothing changes. */
export async function changeSession(
  db: Db,
  viewer: SignedIn,
  id: number,
  { name }: { name?: string | null | undefined },
): Promise<void> {
  if (name === undefined) return
  await db
    .updateTable("sessions")
    .set({ name })
    .where("id", "=", id)
    .where("user_id", "=", viewer.userId)
    .executeTakeFirst()
}

/** Signs one device out. Refuses `not_found`. */
export async function endSession(db: Db, viewer: SignedIn, id: number): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom("sessions")
    .where("id", "=", id)
    .where("user_id", "=", viewer.userId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) refuse("not_found")
}

/** Signs out every device but the present one. */
export async function endOtherSessions(db: Db, viewer: SignedIn): Promise<void> {
  await db
    .deleteFrom("sessions")
    .where("user_id", "=", viewer.userId)
    .where("id", "!=", viewer.sessionId ?? 0)
    .execute()
}
