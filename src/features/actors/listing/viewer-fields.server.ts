import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { actionsOf, type Relation } from "#features/accounts/rights.ts"
import type { Viewer } from "#features/accounts/viewer.ts"
import type { FollowChoice } from "#features/follows/follow.ts"
import { isReportedTo } from "../access/queries.server.ts"
import type { Actor } from "../actor.ts"

type Row = {
  fid: string
  notify: FollowChoice | null
  relation: Relation | null
  is_partner: boolean
  followers: number | null
  contacts: Actor["contacts"] | null
  hidden_at: Date | null
  is_reported: boolean
  hidden_reason: string | null
  awaits_address: boolean
  in_directory: boolean
}

/**
 * Adds to these pages what concerns the viewer, with one query for a whole list. For a single page, its managers get more
 * details.
 */
export async function withViewerFields(db: Db, viewer: Viewer, actors: Actor[], whole = false): Promise<Actor[]> {
  if (!viewer || actors.length === 0) return actors
  const { rows } = await sql<Row>`
    select a.fid, a.hidden_at, a.hidden_reason, ${whole ? isReportedTo(viewer, "a") : sql`false`} as is_reported, a.awaits_address_since is not null as awaits_address, a.in_directory, r.relation,
      (select f.notify from follows f where f.user_id = ${viewer.userId} and f.actor_id = a.id) as notify,
      exists (select from relations p where p.status = 'accepted' and p.relation = 'partner'
        and (p.actor_id, p.related_actor_id) in ((a.id, ${viewer.actorId}), (${viewer.actorId}, a.id))) as is_partner,
      ${whole ? sql`(select count(*) from follows f where f.actor_id = a.id)` : sql`null`} as followers,
      ${
        whole
          ? sql`(select coalesce(json_agg(json_build_object('kind', c.kind, 'label', c.label, 'value', c.value,
              'is_public', c.is_public) order by c.position, c.id), '[]') from contacts c where c.actor_id = a.id)`
          : sql`null`
      } as contacts
    from actors a left join relations r on r.actor_id = a.id and r.user_id = ${viewer.userId} and r.status = 'accepted'
    where a.fid = any(${actors.map(({ fid }) => fid)}::text[])`.execute(db)
  const known = new Map(rows.map((row) => [row.fid, row]))
  return actors.map((actor) => {
    const row = known.get(actor.fid)
    if (!row) return actor
    const relations = row.relation ? [row.relation] : []
    const isManaged = row.relation !== null
    return {
      ...actor,
      is_followed: row.notify !== null,
      ...(row.notify ? { notify: row.notify } : {}),
      is_managed: isManaged,
      my_relation: row.relation ?? (row.is_partner ? "partner" : null),
      ...(whole ? { may: actionsOf(viewer, { relations, isReported: row.is_reported }) } : {}),
      ...(row.hidden_at && (isManaged || viewer.isModerator || viewer.isAdmin)
        ? { hidden: { since: row.hidden_at.toISOString(), reason: row.hidden_reason } }
        : {}),
      ...(whole && isManaged
        ? {
            followers: Number(row.followers),
            contacts: row.contacts ?? [],
            in_directory: row.in_directory,
          }
        : {}),
      ...(isManaged && row.awaits_address ? { awaits_address: true } : {}),
    }
  })
}
