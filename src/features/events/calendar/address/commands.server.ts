import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { writing } from "#db/writing.ts"
import { lockSession } from "#features/accounts/sessions/commands.server.ts"
import type { SignedIn } from "#features/accounts/viewer.ts"
import { hashOf, newSecret } from "#lib/secret.ts"
import { type Layer, layers } from "../calendar.ts"

export type CalendarAddress = { layers: Layer[]; created: string }

/**
 * Creates an address of the viewer's calendar for programs that subscribe to calendars. An earlier address stops working at the
 * same moment. Only the hash is stored: the secret is returned once, here.
 */
export async function makeCalendarAddress(
  db: Db,
  viewer: SignedIn,
  chosen: readonly Layer[] = layers,
): Promise<CalendarAddress & { secret: string }> {
  const secret = newSecret()
  const row = { hash: hashOf(secret), layers: layers.filter((layer) => chosen.includes(layer)) }
  const { created_at } = await writing(db, async (tx) => {
    if (viewer.sessionId !== null) await lockSession(tx, viewer)
    return tx
      .insertInto("personal_calendars")
      .values({ user_id: viewer.userId, ...row })
      .onConflict((known) => known.column("user_id").doUpdateSet({ ...row, created_at: sql`now()` }))
      .returning("created_at")
      .executeTakeFirstOrThrow()
  })
  return { secret, layers: row.layers, created: created_at.toISOString() }
}

/** Deletes the address of the viewer's calendar. Safe to repeat. */
export async function revokeCalendarAddress(db: Db, viewer: SignedIn): Promise<void> {
  await db.deleteFrom("personal_calendars").where("user_id", "=", viewer.userId).execute()
}
