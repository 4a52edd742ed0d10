import { type RawBuilder, sql } from "kysely"
import { faceAddress } from "#features/documents/faces/face.ts"

// Events from other servers (docs/decisions/0053) are visible to the followers of the account that published or shared them, and
// to nobody else. Each statement below starts from the follows of one account, whatever others follow.

/** Selects the remote events `h` that an account sees because it follows their author or an account that shared them. */
function heardBy(userId: number, column: string, where: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select ${sql.ref(column)} from fediverse_follows f
      join fediverse_events h on h.remote_actor_id = f.remote_actor_id where f.user_id = ${userId} and ${where}
    union select ${sql.ref(column)} from fediverse_follows f
      join fediverse_event_announcers p on p.remote_actor_id = f.remote_actor_id
      join fediverse_events h on h.event_id = p.event_id where f.user_id = ${userId} and ${where}`
}

/**
 * Selects the ids of the remote events that lists show. When the same event is publicly listed here, that one appears instead.
 */
export function listedRemoteEvents(userId: number): RawBuilder<unknown> {
  const isAlone = sql`(h.same_as is null
    or not exists (select from events same where same.id = h.same_as and same.listed))`
  return heardBy(userId, "h.event_id", isAlone)
}

/** Selects the local events that appear instead of a remote event an account sees. */
export function localCounterparts(userId: number): RawBuilder<unknown> {
  return heardBy(userId, "h.same_as", sql`h.same_as is not null`)
}

/**
 * The condition that an account sees this remote event. It also sees events it has answered, so that it can withdraw the answer.
 */
export function isRemoteEventVisible(userId: number, event: string): RawBuilder<boolean> {
  return sql<boolean>`(exists (
    select from attendances t where t.user_id = ${userId} and t.event_id = ${sql.ref(event)})
    or exists (select from fediverse_follows f where f.user_id = ${userId}
    and (f.remote_actor_id = (select h.remote_actor_id from fediverse_events h where h.event_id = ${sql.ref(event)})
      or f.remote_actor_id in (
        select p.remote_actor_id from fediverse_event_announcers p where p.event_id = ${sql.ref(event)}))))`
}

/** The condition that an event `e` has a page: it is listed, or comes from elsewhere, where `isRemoteEventVisible` says who sees it. */
export const hasPage = sql<boolean>`(e.listed or (e.workflow = 'remote' and e.deleted_at is null))`

/** The origin of an event `e`; null for local events. */
export const originJson = sql`(case when e.workflow = 'remote' then (
  select json_build_object('host', by.host, 'url', h.url, 'account', json_build_object(
    'handle', coalesce(by.username || '@', '') || by.host, 'name', coalesce(by.name, by.username, by.host),
    'url', coalesce(by.url, by.uri), 'face', by.face))
  from fediverse_events h join remote_actors by on by.id = h.remote_actor_id where h.event_id = e.id) end)`

/** A person on another server (a row `r` of remote_actors) with the fields that lists show. */
export const remotePersonJson = (
  publicUrl: string,
) => sql`json_build_object('name', coalesce(r.name, r.username, r.host), 'handle', coalesce(r.username || '@', '') || r.host,
  'host', r.host, 'url', coalesce(r.url, r.uri), 'avatar', replace(${faceAddress(publicUrl, ":key", 96)}, ':key', r.face))`
