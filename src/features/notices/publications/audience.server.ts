import { type RawBuilder, sql } from "kysely"
import { isAnnounced } from "./commands.server.ts"

/** SQL of the users who asked to be notified at once by one of the pages of a notice, by id. */
export function followersToNotify(noticeId: number, after: number, limit: number): RawBuilder<unknown> {
  return sql`select found.user_id
    from (select distinct actor_id from notice_events where notice_id = ${noticeId} and told_at is not null) as page
    cross join lateral (select f.user_id from follows f
      where f.actor_id = page.actor_id and f.notify = 'now' and f.user_id > ${after}
      order by f.user_id limit ${limit}) as found`
}

/**
 * SQL of what a notice holds for each of `people` (user_id): the number of events, the first of them, and their page if it is
 * only one (user_id, events, event_id, actor_id). Publishers do not get their own events, and nobody gets an event again
 * through another page. Events with the same pages are grouped before counting: an import has thousands of events, but few
 * combinations of pages.
 */
export function publicationsOfEach(noticeId: number): RawBuilder<unknown> {
  return sql`
    with news as materialized (
      select ne.event_id, ne.user_id as by, array_agg(ne.actor_id order by ne.actor_id) as pages,
        (select min(o.starts_at) from occurrences o where o.event_id = ne.event_id and o.until_at > now()) as start,
        array(select earlier.actor_id from notice_events earlier where earlier.event_id = ne.event_id
          and earlier.told_at is not null and earlier.notice_id is distinct from ${noticeId}::bigint
          order by earlier.actor_id) as known
      from notice_events ne join events e on e.id = ne.event_id and ${isAnnounced}
      where ne.notice_id = ${noticeId} and ne.told_at is not null group by ne.event_id, ne.user_id),
    alike as materialized (
      select by, pages, known, count(*)::int as events, min(start) as start,
        (array_agg(event_id order by start, event_id))[1] as event_id
      from news group by by, pages, known)
    select p.user_id, sum(alike.events)::int as events,
      (array_agg(alike.event_id order by alike.start, alike.event_id))[1] as event_id,
      case when min(page.first) = max(page.last) or sum(alike.events) = 1 then min(page.first) end as actor_id
    from people p
    cross join lateral (select array_agg(f.actor_id) as pages from follows f
      where f.user_id = p.user_id and f.notify = 'now') as mine
    join alike on alike.pages && mine.pages and not alike.known && mine.pages and alike.by is distinct from p.user_id
    cross join lateral (select min(id) as first, max(id) as last from unnest(alike.pages) as id
      where id = any(mine.pages)) as page
    group by p.user_id`
}
