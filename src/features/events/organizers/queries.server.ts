import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { may } from "#features/accounts/rights.ts"
import type { Viewer } from "#features/accounts/viewer.ts"
import { paths } from "#web/paths.ts"
import type { HeldEvent } from "../access/queries.server.ts"
import type { Site } from "../reading.server.ts"
import type { Organizer } from "./representation.server.ts"

type Row = Omit<Organizer, "actor"> & { actor: Omit<Organizer["actor"], "url"> }

/** Returns the organisers of an event, the host first; for its managers with the requests that are still unanswered. */
export async function organizersOfEvent(db: Db, viewer: Viewer, held: HeldEvent, site: Site): Promise<Organizer[]> {
  const isInside = may(viewer, "see_drafts", held)
  const { rows } = await sql<Row>`
    select json_build_object('fid', a.fid, 'type', a.type, 'name', a.name) as actor, eo.position = 0 as is_host, eo.status
    from event_organizers eo join actors a on a.id = eo.actor_id and a.deleted_at is null
      and (a.status = 'published' or exists (select from relations r
        where r.actor_id = a.id and r.user_id = ${viewer?.userId ?? 0} and r.status = 'accepted'))
    where eo.event_id = ${held.id} and (eo.status = 'accepted' or (eo.status = 'pending' and ${isInside}))
    order by eo.position`.execute(db)
  return rows.map(({ actor, ...row }) => ({
    ...row,
    actor: { ...actor, url: `${site.publicUrl}${paths.actor(actor.fid)}` },
  }))
}
