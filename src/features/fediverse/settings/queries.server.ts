import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { type FediverseSettings, usualSettings } from "./settings.ts"

/** What a page wants of the Fediverse; the usual when it never said so. */
export async function fediverseSettings(db: Db, actorId: number): Promise<FediverseSettings> {
  const { rows } = await sql<FediverseSettings>`
    select audience, has_comments as "hasComments", joining, shows_counts as "showsCounts"
    from fediverse_settings where actor_id = ${actorId}`.execute(db)
  return rows[0] ?? usualSettings
}
