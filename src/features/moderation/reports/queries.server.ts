import { type RawBuilder, sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { remotePersonJson } from "#features/events/elsewhere/queries.server.ts"
import { isoAt } from "#lib/time.ts"
import { paths } from "#web/paths.ts"
import type { Report } from "./representation.server.ts"

type Site = { publicUrl: string; timezone: string }
type Row = Omit<Report, "created" | "closed" | "pages" | "host"> & {
  host: string | null
  created_at: Date
  closed_at: Date | null
  pages: Omit<Report["pages"][number], "url">[]
}

/** Lists reports by date, with their total count: open ones with the oldest first, closed ones with the newest first. */
export async function listReports(
  db: Db,
  filter: { status: Report["status"]; start: number; limit: number },
  site: Site,
): Promise<{ reports: Report[]; total: number }> {
  const where = sql`p.status = ${filter.status}`
  const order = filter.status === "open" ? sql`p.id` : sql`p.closed_at desc, p.id desc`
  const [reports, { rows }] = await Promise.all([
    read(db, sql`${where} order by ${order} limit ${filter.limit} offset ${filter.start}`, site, fewStatements),
    sql<{ count: number }>`select count(*)::int as count from reports p where ${where}`.execute(db),
  ])
  return { reports, total: rows[0]?.count ?? 0 }
}

/** Returns one report by its id, with all statements. */
export async function findReport(db: Db, id: number, site: Site): Promise<Report | undefined> {
  return (await read(db, sql`p.id = ${id}`, site, null))[0]
}

/** Most statements of each report in a list. */
const fewStatements = 3

async function read(
  db: Db,
  which: RawBuilder<unknown>,
  { publicUrl, timezone }: Site,
  most: number | null,
): Promise<Report[]> {
  const { rows } = await sql<Row>`
    select p.id, p.host, p.status, p.created_at, p.closed_at, p.decision, p.reason, p.due_on::text as due,
      case when p.host is null then coalesce((select said.text from report_statements said
        where said.report_id = p.id and said.text <> '' order by said.id limit 1), '') else p.text end as text,
      (select count(distinct coalesce('user ' || said.user_id, lower(said.email), said.id::text))::int
        from report_statements said where said.report_id = p.id) as people,
      (select coalesce(json_agg(json_build_object('reason', said.reason, 'text', said.text, 'created', said.created_at)
          order by said.id), '[]')
        from (select * from report_statements where report_id = p.id order by id limit ${most}) said) as statements,
      (select ${remotePersonJson(publicUrl)} from remote_actors r where r.id = p.remote_actor_id) as by,
      (select coalesce(u.name, u.username) from users u where u.id = p.closed_by) as closed_by,
      (select coalesce(json_agg(json_build_object('id', e.id, 'title', e.title, 'language', e.language,
          'is_hidden', e.hidden_at is not null, 'origin', (select json_build_object('host', h.host, 'url', f.url)
            from fediverse_events f join remote_actors h on h.id = f.remote_actor_id
            where f.event_id = e.id and e.workflow = 'remote')) order by s.id), '[]')
        from report_subjects s join events e on e.id = s.event_id and e.deleted_at is null
        where s.report_id = p.id) as events,
      (select coalesce(json_agg(json_build_object('fid', a.fid, 'type', a.type, 'name', a.name,
          'is_hidden', a.hidden_at is not null) order by s.id), '[]')
        from report_subjects s join actors a on a.id = s.actor_id and a.deleted_at is null
        where s.report_id = p.id) as pages,
      (select coalesce(json_agg(json_build_object('id', f.id, 'event', f.event_id, 'content', f.content,
          'url', coalesce(f.url, f.uri), 'published', least(coalesce(f.published_at, f.created_at), f.created_at),
          'is_edited', f.edited_at is not null, 'is_shown', f.shown_at is not null,
          'is_hidden', f.hidden_at is not null, 'by', ${remotePersonJson(publicUrl)}) order by s.id), '[]')
        from report_subjects s join fediverse_reactions f on f.id = s.reaction_id
        join remote_actors r on r.id = f.remote_actor_id where s.report_id = p.id) as comments
    from reports p where ${which}`.execute(db)
  const at = (moment: string) => isoAt(new Date(moment), timezone)
  return rows.map(({ created_at, closed_at, pages, host, ...row }) => ({
    ...row,
    host: host ?? new URL(publicUrl).host,
    statements: row.statements.map((one) => ({ ...one, created: at(one.created) })),
    pages: pages.map((page) => ({ ...page, url: `${publicUrl}${paths.actor(page.fid)}` })),
    comments: row.comments.map((one) => ({ ...one, published: at(one.published) })),
    created: isoAt(created_at, timezone),
    closed: closed_at && isoAt(closed_at, timezone),
  }))
}
