import { sql } from "kysely"
import type { Config } from "#config/config.ts"
import type { Db } from "#db/connection.ts"
import { refuse } from "#lib/refusal.ts"

/** The settings that limit storage. */
export type QuotaSettings = Pick<Config, "pageQuota">

/** The files of one account may fill the storage of this many pages, all renditions included. */
const pagesOfOne = 5

/**
 * Refuses `page_full` when a number of further bytes exceeds the limit of a page, `storage_used_up` when it exceeds that of an
 * account.
 */
export async function checkQuota(
  db: Db,
  of: { userId: number; actorId: number | null },
  more: number,
  { pageQuota }: QuotaSettings,
): Promise<void> {
  const { rows } = await sql<{ own: string; page: string }>`
    select (select coalesce(sum(stored), 0) from documents where created_by = ${of.userId}) as own,
      (select coalesce(sum(stored), 0) from documents where actor_id = ${of.actorId}) as page`.execute(db)
  if (of.actorId !== null && Number(rows[0]?.page) + more > pageQuota) refuse("page_full")
  if (Number(rows[0]?.own) + more > pageQuota * pagesOfOne) refuse("storage_used_up")
}

/** Sums the bytes of a page's files. */
export async function usedByPage(db: Db, actorId: number): Promise<number> {
  const { rows } = await sql<{ used: string }>`
    select coalesce(sum(stored), 0) as used from documents where actor_id = ${actorId}`.execute(db)
  return Number(rows[0]?.used ?? 0)
}
