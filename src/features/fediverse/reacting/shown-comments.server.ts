import { type RawBuilder, sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { raiseContentVersion } from "#features/changes/commands.server.ts"

/** Marks cached answers as stale when remote accounts (rows `r` of remote_actors) are deleted whose comments were shown. */
export async function noteShownComments(tx: Db, those: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql`
    select from remote_actors r join fediverse_reactions f on f.remote_actor_id = r.id
    where ${those} and f.shown_at is not null limit 1`.execute(tx)
  if (rows.length > 0) await raiseContentVersion(tx)
}
