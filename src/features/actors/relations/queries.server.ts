import { type RawBuilder, sql } from "kysely"
import type { Db } from "#db/connection.ts"
import type { Viewer } from "#features/accounts/viewer.ts"
import { may } from "#features/accounts/rights.ts"
import { isoAt } from "#lib/time.ts"
import { paths } from "#web/paths.ts"
import type { HeldActor } from "../access/queries.server.ts"
import type { Site } from "../queries.server.ts"
import type { RelationOf } from "./representation.server.ts"

type Reference = { fid: string; type: "person" | "group" | "place" | "organizer"; name: string }
type Row = Omit<RelationOf, "from" | "actor" | "created"> & {
  from: Reference
  actor: Reference | null
  created_at: Date
}

/**
 * Lists the relations of a page: all of them for its managers, for others the accepted and visible ones; the viewer's own are
 * always included, so that they can answer an invitation.
 */
export async function listRelations(
  db: Db,
  viewer: Viewer,
  actor: HeldActor,
  page: { start: number; limit: number },
  site: Site,
): Promise<{ relations: RelationOf[]; total: number }> {
  const isInside = may(viewer, "see_drafts", actor)
  const shown = isInside
    ? sql`true`
    : sql`(${viewerIsInvited(viewer)} or (r.status = 'accepted' and r.is_visible and r.relation <> 'assistant'
        and page.status = 'published' and other.status = 'published' and (r.user_id is null or other.id <> r.actor_id)))`
  const where = sql`(r.actor_id = ${actor.id} or r.related_actor_id = ${actor.id}) and ${shown}`
  const [{ rows }, total] = await Promise.all([
    sql<Row>`select ${columns(viewer, isInside)} ${joins} where ${where}
      order by r.status = 'accepted', r.relation, r.id limit ${page.limit} offset ${page.start}`.execute(db),
    sql<{ count: number }>`select count(*) as count ${joins} where ${where}`.execute(db),
  ])
  return { relations: rows.map((row) => relationFrom(row, site)), total: Number(total.rows[0]?.count ?? 0) }
}

/** Finds a relation by its id, as the viewer may see it. */
export async function findRelation(db: Db, viewer: Viewer, id: number, site: Site): Promise<RelationOf | undefined> {
  const { rows } = await sql<Row>`select ${columns(viewer, true)} ${joins} where r.id = ${id}`.execute(db)
  return rows[0] && relationFrom(rows[0], site)
}

/** Lists the viewer's unanswered invitations, as a person or for the pages they manage. */
export async function listInvitations(
  db: Db,
  viewer: NonNullable<Viewer>,
  page: { start: number; limit: number },
  site: Site,
): Promise<{ invitations: RelationOf[]; total: number }> {
  const where = sql`r.status = 'pending' and ${viewerIsInvited(viewer)} and page.deleted_at is null`
  const [{ rows }, total] = await Promise.all([
    sql<Row>`select ${columns(viewer, false)} ${joins} where ${where}
      order by r.id desc limit ${page.limit} offset ${page.start}`.execute(db),
    sql<{ count: number }>`select count(*) as count ${joins} where ${where}`.execute(db),
  ])
  return { invitations: rows.map((row) => relationFrom(row, site)), total: Number(total.rows[0]?.count ?? 0) }
}

/** Condition on a relation: the viewer is the invited side. */
export function viewerIsInvited(viewer: Viewer): RawBuilder<unknown> {
  if (!viewer) return sql`false`
  return sql`coalesce(r.user_id = ${viewer.userId}
    or lower(r.email) in (select lower(e.email) from emails e where e.user_id = ${viewer.userId} and e.verified_at is not null)
    or r.related_actor_id in (select h.actor_id from relations h where h.user_id = ${viewer.userId} and h.status = 'accepted'), false)`
}

const joins = sql`from relations r join actors page on page.id = r.actor_id
  left join users u on u.id = r.user_id
  left join actors invited on invited.id = r.invited_as
  left join actors other on other.id = coalesce(r.related_actor_id, r.invited_as, u.identity_id) and other.deleted_at is null`

const reference = (alias: string) =>
  sql.raw(`json_build_object('fid', ${alias}.fid, 'type', ${alias}.type, 'name', ${alias}.name)`)

function columns(viewer: Viewer, isInside: boolean) {
  return sql`r.id, r.relation, r.status, r.is_visible, r.created_at, ${reference("page")} as "from",
    case when other.id is not null and (r.related_actor_id is not null or other.status = 'published')
      then ${reference("other")} end as actor,
    coalesce(case when r.related_actor_id is not null or other.status = 'published' then other.name end,
      invited.name, u.name, u.username,
      ${isInside ? sql`r.email` : sql`null`}, '') as name,
    ${isInside ? sql`r.email` : sql`null::text`} as email, ${viewerIsInvited(viewer)} as is_mine`
}

function relationFrom({ created_at, from, actor, ...row }: Row, site: Site): RelationOf {
  const withUrl = (one: Reference) => ({ ...one, url: `${site.publicUrl}${paths.actor(one.fid)}` })
  return { ...row, from: withUrl(from), actor: actor && withUrl(actor), created: isoAt(created_at, site.timezone) }
}
