import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { type Identity, instanceName } from "../identity.ts"

type Which = { actorId: number } | { name: string } | { isInstance: true } | { id: number }

/** An identity, of the row `i`. */
export const identityColumns = sql`i.id, i.actor_id as "actorId", i.is_instance as "isInstance", i.name,
  i.public_key as "publicKey", i.private_key as "privateKey", i.gone_at as "goneAt", i.moved_to as "movedTo"`

/** Who of ours is meant, as others know them; undefined when nobody elsewhere ever needed them. */
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

/** Who of ours a name means, or an address ends with. */
export type Named =
  | { state: "here"; actorId: number; fid: string; name: string }
  | { state: "instance" }
  | { state: "gone" }
  /** Of a page that everybody sees, but wants nobody elsewhere to: it has its number, for those who take something back. */
  | { state: "missing"; awayId?: number }

/**
 * Whom a name means: of an address the one it was given (`by: "address"`), in a handle the one it has now, or had. Drafts,
 * hidden ones and remote ones are missing, as if they had never been, and so is whoever wants nobody there to see them;
 * what everybody could see and was deleted is gone.
 */
export async function findNamed(db: Db, name: string, by: "address" | "handle"): Promise<Named> {
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
  // Deleted for good: its address is told to be gone for as long as the instance lasts.
  const identity = await findIdentity(db, { name })
  return { state: identity && !identity.isInstance ? "gone" : "missing" }
}
