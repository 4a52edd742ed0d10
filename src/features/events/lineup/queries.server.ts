import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import type { Viewer } from "#features/accounts/viewer.ts"
import { paths } from "#web/paths.ts"
import type { Site } from "../reading.server.ts"
import type { Performer } from "./representation.server.ts"

type Row = Omit<Performer, "actor"> & { actor: Omit<NonNullable<Performer["actor"]>, "url"> | null }

/** Returns the line-up of an event, in order; pages that the viewer may not know of appear as a name only. */
export async function lineupOf(db: Db, viewer: Viewer, eventId: number, site: Site): Promise<Performer[]> {
  const { rows } = await sql<Row>`
    select l.id, l.name, l.role, l.confirmed,
      case when a.id is not null then json_build_object('fid', a.fid, 'type', a.type, 'name', a.name) end as actor
    from event_lineup l left join actors a on a.id = l.actor_id and a.deleted_at is null
      and (a.status = 'published' or exists (select from relations r
        where r.actor_id = a.id and r.user_id = ${viewer?.userId ?? 0} and r.status = 'accepted'))
    where l.event_id = ${eventId} order by l.position`.execute(db)
  return rows.map(({ actor, ...row }) => ({
    ...row,
    actor: actor && { ...actor, url: `${site.publicUrl}${paths.actor(actor.fid)}` },
  }))
}
