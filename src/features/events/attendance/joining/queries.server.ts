import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import type { SignedIn } from "#features/accounts/viewer.ts"
import type { Joining } from "./representation.server.ts"

/**
 * Returns, for those of the events that are held on other servers, where an answer goes and how the other server answered the
 * viewer. An attendance counts as requested as soon as it is stored, though the job needs some seconds to reach that server.
 */
export async function joiningOf(db: Db, viewer: SignedIn, eventIds: number[]): Promise<Map<number, Joining>> {
  if (eventIds.length === 0) return new Map()
  const { rows } = await sql<Joining & { id: number }>`
    select fe.event_id as id, r.host, fe.url, told.is_told,
      case when not told.is_told or mine.actor_id is null then null when j.state is null or j.state = 'left' then 'asked'
        else j.state end as state
    from fediverse_events fe join remote_actors r on r.id = fe.remote_actor_id
    left join fediverse_joins j on j.event_id = fe.event_id and j.user_id = ${viewer.userId}
    left join lateral (
      select t.actor_id from attendances t
      where t.event_id = fe.event_id and t.user_id = ${viewer.userId} and t.value = 'confirmed'
      order by t.occurrence_id nulls first limit 1) as mine on true
    cross join lateral (
      -- A page that keeps out of the Fediverse says nothing there.
      select coalesce(fe.join_mode, 'free') in ('free', 'restricted') and not exists (
        select from fediverse_settings s
        where s.actor_id = coalesce(mine.actor_id, ${viewer.actorId}) and s.audience = 'nobody') as is_told) as told
    where fe.event_id = any(${eventIds}::bigint[])`.execute(db)
  return new Map(rows.map(({ id, ...joining }) => [id, joining]))
}
