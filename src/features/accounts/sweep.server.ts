import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { sweepDrafts } from "#features/drafts/commands.server.ts"

/** Removes what has expired: sessions, mailed links, API tokens a month later, counts of limits, drafts. */
export async function sweep(db: Db): Promise<void> {
  await sql`delete from sessions where expires_at < now()`.execute(db)
  await sql`delete from mailed_tokens where expires_at < now()`.execute(db)
  await sql`delete from api_tokens where expires_at < now() - interval '30 days'`.execute(db)
  await sql`delete from rate_limits where resets_at < now()`.execute(db)
  await sweepDrafts(db)
}
