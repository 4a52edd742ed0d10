import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { type Identity, instanceName } from "../identity.ts"

type Which = { actorId: number } | { name: string } | { isInstance: true } | { id: number }

/** SQL of the columns of an identity, of the row `i`. */
export const identityColumns = sql`i.id, i.actor_id as "actorId", i.is_instance as "isInstance", i.name,
  i.public_key as "publicKey", i.private_key as "privateKey", i.gone_at as "goneAt", i.moved_to as "movedTo"`

/** Returns an identity of this server; undefined when it was never needed. */
export async function findIdentity(db: Db, which: Which): Promise<Identity | undefined> {
  const { rows } = await sql<Identity>`
    select ${identityColumns} from fediverse_identities i where ${conditionOf(which)}`.execute(db)
  return rows[0]
}

function conditionOf(which: Which) {
  if ("actorId" in which) return sql`i.actor_id = ${which.actorId}`
  if ("name" in which) return sql`i.name = ${which.name}`
  return "id" in which ? sql`i.id = ${which.id}` : sql`i.is_instance`
}

/** The page or instance of this server that a name or an address stands for. */
export type PageLookup =
  | { state: "here"; actorId: number; fid: string; name: string }
  | { state: "instance" }
  | { state: "gone" }
  /** A public page with the audience "nobody" has `awayId`, so that former followers can still unfollow. */
  | { state: "missing"; awayId?: number }

/**
 * Finds the page of a name. In an actor's address (`by: "address"`) it is the name at the time of the first federation, in a
 * handle the present or a former one. Drafts, hidden and remote pages and those with the audience "nobody" are `missing`, as
 * if they had never existed; deleted pages that were public are `gone`.
 */
export async function findPageByName(db: Db, name: string, by: "address" | "handle"): Promise<PageLookup> {
  if (by === "handle" && name === instanceName) return { state: "instance" }
  const { rows } = await sql<{
    id: number
    fid: string
    name: string
    status: string
    is_gone: boolean
    is_away: boolean
  }>`
    with found as (
      ${
        by === "address"
          ? sql`select actor_id as id, 0 as rank from fediverse_identities where name = ${name} and actor_id is not null
        union all select a.id, 1 from actors a where a.fid = ${name}
          and not exists (select from fediverse_identities i where i.actor_id = a.id)`
          : sql`select id, 0 as rank from actors where fid = ${name}
        union all select actor_id, 1 from former_fids where fid = ${name} and actor_id is not null`
      })
    select a.id, a.fid, coalesce(i.name, a.fid) as name, a.status,
      coalesce(a.deleted_at is not null and a.deleted_status = 'published', false) as is_gone,
      exists (select from fediverse_settings s where s.actor_id = a.id and s.audience = 'nobody') as is_away
    from found join actors a on a.id = found.id left join fediverse_identities i on i.actor_id = a.id
    where a.fid !~ '@' order by rank limit 1`.execute(db)
  const [row] = rows
  if (row?.is_away) return { state: "missing", ...(row.status === "published" && { awayId: row.id }) }
  if (row?.status === "published") return { state: "here", actorId: row.id, fid: row.fid, name: row.name }
  if (row) return { state: row.is_gone ? "gone" : "missing" }
  // Deleted for good: its address answers 410 for as long as the instance exists.
  const identity = await findIdentity(db, { name })
  return { state: identity && !identity.isInstance ? "gone" : "missing" }
}
