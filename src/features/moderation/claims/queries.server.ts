import { type RawBuilder, sql } from "kysely"
import type { Db } from "#db/connection.ts"
import type { Viewer } from "#features/accounts/viewer.ts"
import { actorFor } from "#features/actors/access/queries.server.ts"
import type { Site } from "#features/actors/queries.server.ts"
import { isoAt } from "#lib/time.ts"
import { refuse } from "#lib/refusal.ts"
import { paths } from "#web/paths.ts"
import type { Claim, ViewerClaim } from "./representation.server.ts"

type Reference = Omit<Claim["actor"], "url">
type Row = Omit<Claim, "created" | "actor" | "by"> & {
  created_at: Date
  actor: Reference
  by: Omit<Claim["by"], "page"> & { page: Reference | null }
}

/** Lists claims by date, with their total count: open ones with the oldest first, decided ones with the newest first. */
export async function listClaims(
  db: Db,
  filter: { status: "open" | "decided"; start: number; limit: number },
  site: Site,
): Promise<{ claims: Claim[]; total: number }> {
  const where = filter.status === "open" ? sql`c.status = 'open'` : sql`c.status <> 'open'`
  const order = filter.status === "open" ? sql`c.id` : sql`c.id desc`
  const [claims, total] = await Promise.all([
    read(db, sql`${where} order by ${order} limit ${filter.limit} offset ${filter.start}`, site),
    sql<{ count: number }>`select count(*) as count from claims c where ${where}`.execute(db),
  ])
  return { claims, total: Number(total.rows[0]?.count ?? 0) }
}

/** Lists the viewer's own claims of a page, newest first: at most one is open, and decided ones stay. */
export async function listViewerClaims(db: Db, viewer: Viewer, fid: string, site: Site): Promise<ViewerClaim[]> {
  const me = viewer ?? refuse("sign_in_needed")
  const { id } = await actorFor(db, me, fid)
  const rows = await db
    .selectFrom("claims")
    .select(["id", "status", "created_at"])
    .where("actor_id", "=", id)
    .where("user_id", "=", me.userId)
    .orderBy("id", "desc")
    .limit(10)
    .execute()
  return rows.map(({ created_at, status, ...row }) => ({
    ...row,
    status: status as ViewerClaim["status"],
    created: isoAt(created_at, site.timezone),
  }))
}

/** Returns one claim by its id. */
export async function findClaim(db: Db, id: number, site: Site): Promise<Claim | undefined> {
  return (await read(db, sql`c.id = ${id}`, site))[0]
}

async function read(db: Db, which: RawBuilder<unknown>, site: Site): Promise<Claim[]> {
  const { rows } = await sql<Row>`
    select c.id, c.reason, c.proof_url, c.status, c.answer, c.created_at,
      json_build_object('fid', a.fid, 'type', a.type, 'name', a.name) as actor,
      json_build_object('username', u.username, 'name', coalesce(own.name, u.name, u.username),
        'page', case when own.id is not null then json_build_object('fid', own.fid, 'type', own.type, 'name', own.name) end,
        'emails', array(select e.email from emails e where e.user_id = u.id and e.verified_at is not null
          order by e.is_primary desc, e.id limit 10)) as by,
      (select coalesce(d.name, d.username) from users d where d.id = c.decided_by) as decided_by
    from claims c join actors a on a.id = c.actor_id join users u on u.id = c.user_id
    left join actors own on own.id = u.identity_id and own.status = 'published'
    where ${which}`.execute(db)
  const withUrl = (one: Reference) => ({ ...one, url: `${site.publicUrl}${paths.actor(one.fid)}` })
  return rows.map(({ created_at, actor, by, ...row }) => ({
    ...row,
    actor: withUrl(actor),
    by: { ...by, page: by.page && withUrl(by.page) },
    created: isoAt(created_at, site.timezone),
  }))
}
