import { type RawBuilder, sql } from "kysely"

// Events of somebody elsewhere (docs/decisions/0053) are seen by those who follow whose they are or who passed them on, and
// by nobody else: each statement below finds them from the account's own follows, whatever others follow.

/** The ids of all events from elsewhere that an account sees. */
export function heardBy(userId: number): RawBuilder<unknown> {
  return sql`select h.event_id from fediverse_follows f join fediverse_events h on h.remote_actor_id = f.remote_actor_id
      where f.user_id = ${userId}
    union select p.event_id from fediverse_follows f
      join fediverse_event_announcers p on p.remote_actor_id = f.remote_actor_id where f.user_id = ${userId}`
}

/** Those of them that lists show: where the same event is there for everybody, that one stands in its stead. */
export function shownBy(userId: number): RawBuilder<unknown> {
  return sql`select heard.event_id from (${heardBy(userId)}) as heard
    join fediverse_events shown on shown.event_id = heard.event_id
    where not exists (select from events same where same.id = shown.same_as and same.listed)`
}

/** The events here in whose stead something comes from elsewhere that an account sees. */
export function sameAsHeardBy(userId: number): RawBuilder<unknown> {
  return sql`select twin.same_as from (${heardBy(userId)}) as heard
    join fediverse_events twin on twin.event_id = heard.event_id where twin.same_as is not null`
}

/** Does an account see this one? What it answered it sees too, lest the answer could not be taken back. */
export function isHeardBy(userId: number, event: string): RawBuilder<boolean> {
  return sql<boolean>`(exists (
    select from attendances t where t.user_id = ${userId} and t.event_id = ${sql.ref(event)})
    or exists (select from fediverse_follows f where f.user_id = ${userId}
    and (f.remote_actor_id = (select h.remote_actor_id from fediverse_events h where h.event_id = ${sql.ref(event)})
      or f.remote_actor_id in (
        select p.remote_actor_id from fediverse_event_announcers p where p.event_id = ${sql.ref(event)}))))`
}

/** Where an event `e` came from, as the API says it; null for ours. */
export const originOf = sql`(case when e.workflow = 'remote' then (
  select json_build_object('host', by.host, 'url', h.url, 'account', json_build_object(
    'handle', coalesce(by.username || '@', '') || by.host, 'name', coalesce(by.name, by.username, by.host),
    'url', coalesce(by.url, by.uri)))
  from fediverse_events h join remote_actors by on by.id = h.remote_actor_id where h.event_id = e.id) end)`

/** Somebody elsewhere (a row `r` of remote_actors) as lists name them. */
export const personOf = sql`json_build_object('name', coalesce(r.name, r.username, r.host), 'handle', coalesce(r.username || '@', '') || r.host,
  'host', r.host, 'url', coalesce(r.url, r.uri))`
