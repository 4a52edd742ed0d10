import type { Db } from "#db/connection.ts"
import type { SignedIn } from "#features/accounts/viewer.ts"
import type { Draft } from "./representation.server.ts"

/** Returns the viewer's draft about a subject; undefined when there is none. Nobody else's draft is ever returned. */
export async function findDraft(db: Db, viewer: SignedIn, given: string): Promise<Draft | undefined> {
  const subject = await subjectNow(db, given)
  const row = await db
    .selectFrom("drafts")
    .select(["fields", "version", "saved_at"])
    .where("user_id", "=", viewer.userId)
    .where("subject", "=", subject)
    .executeTakeFirst()
  return row && { fields: row.fields as Draft["fields"], version: row.version, saved: row.saved_at.toISOString() }
}

/** Returns the subject with the page's present name: the page may have been renamed since the editor was opened. */
export async function subjectNow(db: Db, subject: string): Promise<string> {
  if (!subject.startsWith("actor-")) return subject
  const renamed = await db
    .selectFrom("former_fids")
    .innerJoin("actors", "actors.id", "former_fids.actor_id")
    .select("actors.fid")
    .where("former_fids.fid", "=", subject.slice("actor-".length))
    .executeTakeFirst()
  return renamed ? `actor-${renamed.fid}` : subject
}
