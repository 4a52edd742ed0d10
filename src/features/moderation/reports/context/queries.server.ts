import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import type { ChangeKind } from "#features/changes/kinds.ts"
import { isoAt } from "#lib/time.ts"
import { paths } from "#web/paths.ts"
import type { ReportInContext } from "../representation.server.ts"

type Site = { publicUrl: string; timezone: string }
type Context = NonNullable<ReportInContext["context"]>
type Row = Omit<Context, "page" | "since"> & {
  page: Omit<NonNullable<Context["page"]>, "url"> | null
  since: Date
}

/** Number of recent changes shown; views by moderators are not changes. */
const lastChanges = 3
const looks: ChangeKind[] = ["seen", "messages_seen", "inside_seen"]

/**
 * Returns what helps to decide a report of local content: the responsible page, its age, earlier reports and recent changes. Null
 * where the report concerns only comments, or the content is gone.
 */
export async function contextOf(db: Db, reportId: number, site: Site): Promise<Context | null> {
  const { rows } = await sql<Row>`
    with thing as (
      select e.id as event, a.id as actor, e.created_at as event_since,
        coalesce(a.id, (select eo.actor_id from event_organizers eo where eo.event_id = e.id and eo.position = 0)) as page
      from report_subjects s
      left join events e on e.id = s.event_id and e.deleted_at is null
      left join actors a on a.id = s.actor_id and a.deleted_at is null
      where s.report_id = ${reportId} and (e.id is not null or a.id is not null) order by s.id limit 1),
    -- From what is reported to the reports, lest every closed report be read.
    before as (
      select s.report_id from thing join report_subjects s on s.actor_id = thing.page
      union select s.report_id from thing join report_subjects s on s.event_id = thing.event
      union select s.report_id from thing join event_organizers eo on eo.actor_id = thing.page and eo.position = 0
        join report_subjects s on s.event_id = eo.event_id),
    past as (
      select r.decision from before join reports r on r.id = before.report_id
      where r.status = 'closed' and r.id <> ${reportId})
    select coalesce(p.created_at, thing.event_since) as since,
      case when p.id is not null then json_build_object('fid', p.fid, 'type', p.type, 'name', p.name) end as page,
      (select count(*)::int from event_organizers eo join events e on e.id = eo.event_id and e.listed
        where eo.actor_id = thing.page and eo.position = 0) as events,
      exists (select from relations r join emails m on m.user_id = r.user_id and m.verified_at is not null
        where r.actor_id = thing.page and r.status = 'accepted') as is_verified,
      (select json_build_object('closed', count(*), 'followed', count(*) filter (where decision <> 'none')) from past) as reports,
      to_json(array(select json_build_object('action', c.action, 'created', c.created_at,
          'fields', array(select jsonb_object_keys(c.fields) order by 1))
        from changes c where (c.event_id = thing.event or c.actor_id = thing.actor) and c.action <> all(${looks}::text[])
        order by c.id desc limit ${lastChanges})) as changes
    from thing left join actors p on p.id = thing.page and p.deleted_at is null`.execute(db)
  const row = rows[0]
  if (!row) return null
  const { page, since, changes, ...counted } = row
  return {
    ...counted,
    page: page && { ...page, url: `${site.publicUrl}${paths.actor(page.fid)}` },
    since: isoAt(since, site.timezone),
    changes: changes.map((one) => ({ ...one, created: isoAt(new Date(one.created), site.timezone) })),
  }
}
