import type { Db } from "#db/connection.ts"
import type { SignedIn } from "#features/accounts/viewer.ts"
import type { Draft } from "./representation.server.ts"

/** What the viewer was typing about a subject; undefined when there is nothing. Nobody else's is ever found. */
export async function findDraft(db: Db, viewer: SignedIn, subject: string): Promise<Draft | undefined> {
  const row = await db
    .selectFrom("drafts")
    .select(["fields", "version", "saved_at"])
    .where("user_id", "=", viewer.userId)
    .where("subject", "=", subject)
    .executeTakeFirst()
  return row && { fields: row.fields as Draft["fields"], version: row.version, saved: row.saved_at.toISOString() }
}
