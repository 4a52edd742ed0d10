import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { writing } from "#db/writing.ts"
import { lockSession } from "#features/accounts/sessions/commands.server.ts"
import type { SignedIn } from "#features/accounts/viewer.ts"
import { refuse } from "#lib/refusal.ts"
import { mostDevices, type NewDevice } from "./inputs.ts"

/**
 * Registers a device for push messages. The same endpoint again is the same device; a device registered by another user now
 * belongs to this one. It is removed when its session ends. Refuses `too_many` and `sign_in_needed`.
 * @param name of the device, such as « Firefox · Linux »
 */
export async function addDevice(
  db: Db,
  viewer: Pick<SignedIn, "userId" | "sessionId">,
  { endpoint, keys }: NewDevice,
  name: string | null,
): Promise<number> {
  const { userId, sessionId } = viewer
  return writing(db, async (tx) => {
    // The user is locked, so that of two devices added at once the second counts the first; and the session, which may have ended.
    if (sessionId !== null) await lockSession(tx, viewer)
    else await tx.selectFrom("users").select("id").where("id", "=", userId).forUpdate().execute()
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from push_devices where user_id = ${userId} and endpoint <> ${endpoint}`.execute(tx)
    if ((rows[0]?.count ?? 0) >= mostDevices) refuse("too_many")
    const { id } = await tx
      .insertInto("push_devices")
      .values({ user_id: userId, session_id: sessionId, endpoint, p256dh: keys.p256dh, auth: keys.auth, name })
      .onConflict((existing) =>
        existing.column("endpoint").doUpdateSet({
          user_id: userId,
          session_id: sessionId,
          p256dh: keys.p256dh,
          auth: keys.auth,
          name,
          failed_at: null,
          created_at: sql`case when push_devices.user_id = ${userId} then push_devices.created_at else now() end`,
          used_at: sql`case when push_devices.user_id = ${userId} then push_devices.used_at end`,
        }),
      )
      .returning("id")
      .executeTakeFirstOrThrow()
    return id
  })
}

/** Removes a device of a user; does nothing if it is not registered. */
export async function removeDevice(
  db: Db,
  userId: number,
  which: { id?: number | undefined; endpoint?: string | undefined },
): Promise<void> {
  const { id, endpoint } = which
  if (id === undefined && endpoint === undefined) return
  await db
    .deleteFrom("push_devices")
    .where("user_id", "=", userId)
    .where((is) =>
      is.or([
        ...(id === undefined ? [] : [is("id", "=", id)]),
        ...(endpoint === undefined ? [] : [is("endpoint", "=", endpoint)]),
      ]),
    )
    .execute()
}
