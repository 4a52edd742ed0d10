import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { writing } from "#db/writing.ts"
import type { SignedIn } from "#features/accounts/viewer.ts"
import { refuse } from "#lib/refusal.ts"
import { mostDevices, type NewDevice } from "./inputs.ts"

/**
 * Lets a device be told what its person asked to hear at once. The same again is the same device; one that was somebody
 * else’s is theirs who has it in hand now. Whoever signs out there is told no more there. Refuses `too_many`.
 * @param name « Firefox · Linux »
 */
export async function addDevice(
  db: Db,
  { userId, sessionId }: Pick<SignedIn, "userId" | "sessionId">,
  { endpoint, keys }: NewDevice,
  name: string | null,
): Promise<number> {
  return writing(db, async (tx) => {
    // Of two that come at once the second is counted with the first.
    await tx.selectFrom("users").select("id").where("id", "=", userId).forUpdate().execute()
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

/** Tells a device of a person no more, whether it was told or not. */
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
