import { sql } from "kysely"
import type { Config } from "#config/config.ts"
import type { Db } from "#db/connection.ts"
import { refuse } from "#lib/refusal.ts"

/** What of the settings says how much there is room for. */
export type Room = Pick<Config, "pageQuota">

/** The files of one account may fill so many pages, all their versions counted. */
const pagesOfOne = 5

/** Refuses `page_full` when so many bytes more are too many for a page, `storage_used_up` when they are for an account. */
export async function leaveRoom(
  db: Db,
  of: { userId: number; actorId: number | null },
  more: number,
  { pageQuota }: Room,
): Promise<void> {
  const { rows } = await sql<{ own: string; page: string }>`
    select (select coalesce(sum(stored), 0) from documents where created_by = ${of.userId}) as own,
      (select coalesce(sum(stored), 0) from documents where actor_id = ${of.actorId}) as page`.execute(db)
  if (of.actorId !== null && Number(rows[0]?.page) + more > pageQuota) refuse("page_full")
  if (Number(rows[0]?.own) + more > pageQuota * pagesOfOne) refuse("storage_used_up")
}

/** The bytes that the files of a page take. */
export async function usedByPage(db: Db, actorId: number): Promise<number> {
  const { rows } = await sql<{ used: string }>`
    select coalesce(sum(stored), 0) as used from documents where actor_id = ${actorId}`.execute(db)
  return Number(rows[0]?.used ?? 0)
}
