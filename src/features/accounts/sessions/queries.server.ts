import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import type { SignedIn } from "../viewer.ts"

/** Returns whether the viewer signed in within the last ten minutes: the password they typed then counts as typed now. */
export async function hasJustSignedIn(db: Db, { userId, sessionId }: SignedIn): Promise<boolean> {
  const session = await db
    .selectFrom("sessions")
    .select("id")
    .where("id", "=", sessionId ?? 0)
    .where("user_id", "=", userId)
    .where("created_at", ">", sql<Date>`now() - interval '10 minutes'`)
    .executeTakeFirst()
  return session !== undefined
}
