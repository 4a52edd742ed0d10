import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { isoAt } from "#lib/time.ts"

export type DeletedPage = {
  fid: string
  type: "person" | "group" | "place" | "organizer"
  name: string
  deleted: string
  until: string
}

/** Lists the deleted pages a person owned that can still be restored, the last deleted first. */
export async function listDeletedPages(db: Db, userId: number, timezone: string): Promise<DeletedPage[]> {
  const { rows } = await sql<Omit<DeletedPage, "deleted" | "until"> & { deleted_at: Date; until: Date }>`
    select a.fid, a.type, a.name, a.deleted_at, a.deleted_at + interval '30 days' as until
    from relations r join actors a on a.id = r.actor_id
    where r.user_id = ${userId} and r.relation = 'owner' and r.status = 'accepted'
      and a.deleted_at > now() - interval '30 days'
    order by a.deleted_at desc, a.id limit 200`.execute(db)
  return rows.map(({ deleted_at, until, ...page }) => ({
    ...page,
    deleted: isoAt(deleted_at, timezone),
    until: isoAt(until, timezone),
  }))
}
