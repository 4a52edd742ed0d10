import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import type { SignedIn } from "#features/accounts/viewer.ts"
import { isoAt } from "#lib/time.ts"
import { paths } from "#web/paths.ts"
import type { Site } from "../reading.server.ts"
import type { Waiting } from "./representation.server.ts"

type Row = Omit<Waiting, "event" | "actor"> & {
  event: Omit<Waiting["event"], "start" | "url"> & { timezone: string; starts_at: string }
  actor: Omit<Waiting["actor"], "url">
}

/**
 * Lists published events that name a page of the viewer's and wait for its answer, one entry for each page, with their number:
 * coming events first, then past ones, newest first.
 */
export async function listWaiting(
  db: Db,
  viewer: SignedIn,
  page: { start: number; limit: number },
  site: Site,
): Promise<{ waiting: Waiting[]; total: number }> {
  const waiting = sql`
    with mine as (
      select distinct actor_id as id from relations
      where user_id = ${viewer.userId} and status = 'accepted' and relation in ('owner', 'member', 'assistant')
    ),
    named(event_id, actor_id, part, role) as (
      select eo.event_id, eo.actor_id, 'organizer', null from event_organizers eo join mine on mine.id = eo.actor_id
        where eo.position > 0 and eo.status = 'pending'
      union all select l.event_id, l.actor_id, 'performer', l.role from event_lineup l join mine on mine.id = l.actor_id
        where not l.confirmed
      union all select e.id, e.place_id, 'place', null from events e join mine on mine.id = e.place_id
        where not exists (select from event_confirmations ec
            where ec.event_id = e.id and ec.actor_id = e.place_id and ec.part = 'place' and ec.status = 'accepted')
          and not exists (select from event_organizers eo
            where eo.event_id = e.id and eo.actor_id = e.place_id and eo.status = 'accepted')
    ),
    open as (
      select e.id as event_id, named.actor_id, e.last_start, coalesce(e.last_until < now(), false) as is_over,
        json_agg(distinct named.part) as parts, string_agg(distinct named.role, ', ') as role
      from named join events e on e.id = named.event_id and e.listed
      group by e.id, named.actor_id
    )`
  const [{ rows }, { rows: all }] = await Promise.all([
    sql<Row>`${waiting}
      select o.parts, o.role, o.is_over,
        json_build_object('id', e.id, 'title', e.title, 'language', e.language, 'status', e.status, 'timezone', e.timezone,
          'all_day', e.all_day,
          'starts_at', (select min(starts_at) from occurrences d where d.event_id = e.id
            and (o.is_over or d.until_at > now())),
          'place', place.name, 'host', host.name) as event,
        json_build_object('fid', a.fid, 'type', a.type, 'name', a.name) as actor
      from open o join events e on e.id = o.event_id join actors a on a.id = o.actor_id and a.deleted_at is null
      left join actors place on place.id = e.place_id and place.status <> 'draft'
      left join event_organizers eo on eo.event_id = e.id and eo.position = 0
      left join actors host on host.id = eo.actor_id and host.status <> 'draft'
      order by o.is_over, case when o.is_over then null else o.last_start end, o.last_start desc, e.id, a.id
      limit ${page.limit} offset ${page.start}`.execute(db),
    sql<{ count: number }>`${waiting} select count(*)::int as count from open`.execute(db),
  ])
  return {
    waiting: rows.map(({ event: { timezone, starts_at, ...event }, actor, ...row }) => ({
      ...row,
      event: {
        ...event,
        start: isoAt(new Date(starts_at), timezone),
        url: `${site.publicUrl}${paths.event(event.id)}`,
      },
      actor: { ...actor, url: `${site.publicUrl}${paths.actor(actor.fid)}` },
    })),
    total: all[0]?.count ?? 0,
  }
}
