import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { actorFor, demand } from "#features/actors/access/queries.server.ts"
import type { Viewer } from "#features/accounts/viewer.ts"
import { type FediverseSettings, usualSettings } from "./settings.ts"

/** Returns the Fediverse settings of a page, or the defaults. */
export async function fediverseSettings(db: Db, actorId: number): Promise<FediverseSettings> {
  const { rows } = await sql<FediverseSettings>`
    select audience, has_comments as "hasComments", joining, shows_counts as "showsCounts"
    from fediverse_settings where actor_id = ${actorId}`.execute(db)
  return rows[0] ?? usualSettings
}

/** The settings as managers of the page see them; the version is 0 while nothing was ever changed. */
export type ManagedSettings = {
  audience: FediverseSettings["audience"]
  has_comments: boolean
  joining: FediverseSettings["joining"]
  shows_counts: boolean
  followers: number
  version: number
}

/** Returns the settings of a page and the number of its remote followers, for users who may edit it. */
export async function settingsFor(
  db: Db,
  viewer: Viewer,
  fid: string,
): Promise<{ page: { fid: string; status: string }; settings: ManagedSettings }> {
  const page = await actorFor(db, viewer, fid)
  demand(viewer, "edit", page)
  return { page, settings: await managedSettings(db, page.id) }
}

/** Returns the settings of a page whose rights were checked before. */
export async function managedSettings(db: Db, actorId: number): Promise<ManagedSettings> {
  const { rows } = await sql<{ version: number }>`
    select version from fediverse_settings where actor_id = ${actorId}`.execute(db)
  const { audience, hasComments, joining, showsCounts } = await fediverseSettings(db, actorId)
  const followers = await countFollowers(db, actorId)
  const { version = 0 } = rows[0] ?? {}
  return { audience, has_comments: hasComments, joining, shows_counts: showsCounts, followers, version }
}

/** Counts the remote followers of a page. */
export async function countFollowers(db: Db, actorId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from fediverse_followers f join fediverse_identities i on i.id = f.identity_id
    where i.actor_id = ${actorId}`.execute(db)
  return rows[0]?.count ?? 0
}
