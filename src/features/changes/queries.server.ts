import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { isoAt } from "#lib/time.ts"
import type { By, ChangedFields } from "./change.ts"

/** An entry of the journal. */
export type Change = {
  id: number
  action: string
  fields: ChangedFields
  by: { name: string; fid: string | null } | null
  by_office: boolean
  through: By["through"]
  created: string
}

/** Lists the changes of a page or an event, newest first, with their author and date, and counts them all. */
export async function listChanges(
  db: Db,
  thing: { actor_id: number } | { event_id: number },
  page: { start: number; limit: number },
  timezone: string,
): Promise<{ changes: Change[]; total: number }> {
  const of = "actor_id" in thing ? sql`c.actor_id = ${thing.actor_id}` : sql`c.event_id = ${thing.event_id}`
  const [{ rows }, total] = await Promise.all([
    sql<Omit<Change, "created"> & { created_at: Date }>`
      select c.id, c.action, c.fields, c.by_office, c.through, c.created_at,
        case when u.id is not null then json_build_object('name', coalesce(a.name, u.name, u.username), 'fid', a.fid) end as by
      from changes c left join users u on u.id = c.user_id
      left join actors a on a.id = u.identity_id and a.status = 'published'
      where ${of} order by c.id desc limit ${page.limit} offset ${page.start}`.execute(db),
    sql<{ count: number }>`select count(*) as count from changes c where ${of}`.execute(db),
  ])
  return {
    changes: rows.map(({ created_at, ...rest }) => ({ ...rest, created: isoAt(created_at, timezone) })),
    total: Number(total.rows[0]?.count ?? 0),
  }
}
