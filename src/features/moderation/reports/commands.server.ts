import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import type { Viewer } from "#features/accounts/viewer.ts"
import { demand } from "#features/actors/access/queries.server.ts"
import { refuse } from "#lib/refusal.ts"
import { haveModeratorsTold } from "./telling/commands.server.ts"

/** So many reports of one server wait at most: one that sends more is answered first. */
const mostOpen = 100

/** What somebody on another server complains of. */
export type Complaint = {
  host: string
  remoteActorId: number
  text: string
  events: number[]
  actors: number[]
  reactions: number[]
}

/** Writes a report for the moderators, and has them told; not when too many of that server wait already. */
export async function fileReport(tx: Db, complaint: Complaint): Promise<void> {
  const { host, remoteActorId, text, events, actors, reactions } = complaint
  // Of one server one after the other: else many at once would be counted apart.
  await sql`select pg_advisory_xact_lock(hashtextextended('reports ' || ${host}, 0))`.execute(tx)
  const { rows } = await sql<{ id: number }>`
    insert into reports (host, remote_actor_id, text)
    select ${host}, ${remoteActorId}::bigint, ${text}
    where (select count(*) from reports where host = ${host} and status = 'open') < ${mostOpen} returning id`.execute(
    tx,
  )
  if (!rows[0]) return
  await sql`
    insert into report_subjects (report_id, event_id, actor_id, reaction_id)
    select ${rows[0].id}::bigint, id, null::bigint, null::bigint from unnest(${events}::bigint[]) id
    union all select ${rows[0].id}::bigint, null, id, null from unnest(${actors}::bigint[]) id
    union all select ${rows[0].id}::bigint, null, null, id from unnest(${reactions}::bigint[]) id`.execute(tx)
  await haveModeratorsTold(tx)
}

/** A moderator has seen to it. Doing it again changes nothing: whoever was first did. */
export async function closeReport(db: Db, viewer: Viewer, id: number): Promise<void> {
  demand(viewer, "moderate", {})
  const { numAffectedRows } = await sql`
    update reports set closed_at = coalesce(closed_at, now()), status = 'closed',
      closed_by = case when status = 'open' then ${viewer?.userId ?? null}::bigint else closed_by end
    where id = ${id}`.execute(db)
  if (Number(numAffectedRows) === 0) refuse("not_found")
}
