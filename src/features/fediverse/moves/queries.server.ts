import { sql } from "kysely"
import type { Db } from "#db/connection.ts"

/** A former account of a page. */
export type Alias = { uri: string; handle: string | null }

/** Lists the former accounts of a page, oldest entry first. */
export async function listAliases(db: Db, actorId: number): Promise<Alias[]> {
  const { rows } = await sql<Alias>`
    select uri, handle from fediverse_aliases where actor_id = ${actorId} order by created_at, uri limit 20`.execute(db)
  return rows
}

/** Where a page moved, and how many remote accounts follow it. */
export type MoveState = {
  moved: { uri: string; handle: string | null; at: string } | null
  followers: number
}

/** Returns where the followers of a page were moved, if they were, and how many it has. */
export async function findMove(db: Db, actorId: number): Promise<MoveState> {
  const { rows } = await sql<{ uri: string | null; handle: string | null; at: Date | null; followers: number }>`
    select i.moved_to as uri, i.moved_handle as handle, i.moved_at as at,
      (select count(*)::int from fediverse_followers f where f.identity_id = i.id) as followers
    from fediverse_identities i where i.actor_id = ${actorId}`.execute(db)
  const { uri, handle = null, at, followers = 0 } = rows[0] ?? {}
  return { moved: uri && at ? { uri, handle, at: at.toISOString() } : null, followers }
}
