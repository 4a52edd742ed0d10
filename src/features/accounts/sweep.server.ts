import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { deleteInSteps } from "#db/in-steps.ts"
import { removeUnconfirmed } from "#features/actors/awaiting/commands.server.ts"
import { sweepDrafts } from "#features/drafts/commands.server.ts"
import { enqueueMissedRemovals } from "./leaving/removal.server.ts"

/**
 * Removes what has expired: sessions, mailed links, API tokens (a month later), codes and tokens of programs, rate limit
 * counters, drafts and unconfirmed pages; also enqueues the removal of deleted accounts that are still there.
 */
export async function sweep(db: Db): Promise<void> {
  await deleteInSteps(db, "sessions", sql`expires_at < now()`)
  await deleteInSteps(db, "mailed_tokens", sql`expires_at < now()`)
  await deleteInSteps(db, "api_tokens", sql`expires_at < now() - interval '30 days'`)
  await deleteInSteps(db, "program_grants", sql`expires_at < now()`)
  await deleteInSteps(db, "program_tokens", sql`expires_at < now()`)
  await deleteInSteps(db, "rate_limits", sql`resets_at < now()`)
  await sweepDrafts(db)
  while ((await removeUnconfirmed(db)) > 0);
  await enqueueMissedRemovals(db)
}
