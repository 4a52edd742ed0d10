import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import type { SignedIn } from "#features/accounts/viewer.ts"
import type { AccountReference } from "./handle.ts"
import type { RemoteFollow } from "./representation.server.ts"

/** Returns whether events of a remote account are accepted: somebody here follows it, and it has not refused. */
export async function isFollowedHere(db: Db, remoteActorId: number): Promise<boolean> {
  const { rows } = await sql`
    select from fediverse_following where remote_actor_id = ${remoteActorId} and state <> 'rejected'`.execute(db)
  return rows.length > 0
}

/** Returns the id of the account that the viewer follows under this handle or address; undefined when there is none. */
export async function findFollowedAccount(db: Db, me: SignedIn, whom: AccountReference): Promise<number | undefined> {
  const those =
    whom.kind === "handle"
      ? sql`lower(r.username) = lower(${whom.name}) and r.host = ${whom.host}`
      : sql`${whom.url} in (r.uri, r.url)`
  const { rows } = await sql<{ id: number }>`
    select r.id from fediverse_follows f join remote_actors r on r.id = f.remote_actor_id
    where f.user_id = ${me.userId} and ${those} order by r.id limit 1`.execute(db)
  return rows[0]?.id
}

type Row = Omit<RemoteFollow, "followed"> & { created_at: Date; total: number }

const handle = sql`coalesce(r.username || '@', '') || r.host`

/** Lists the remote accounts that a user follows, sorted by handle; with `id`, only that one. */
export async function listRemoteFollows(
  db: Db,
  me: SignedIn,
  { start, limit, id }: { start: number; limit: number; id?: number },
): Promise<{ follows: RemoteFollow[]; total: number }> {
  const { rows } = await sql<Row>`
    select ${handle} as handle, coalesce(r.name, r.username, r.host) as name, coalesce(r.url, r.uri) as url, r.host,
      r.software, coalesce(w.state, 'asked') as state, f.created_at, count(*) over ()::int as total
    from fediverse_follows f join remote_actors r on r.id = f.remote_actor_id
      left join fediverse_following w on w.remote_actor_id = r.id
    where f.user_id = ${me.userId} ${id === undefined ? sql`` : sql`and r.id = ${id}`}
    order by lower(r.username), r.host, r.id limit ${limit} offset ${start}`.execute(db)
  const follows = rows.map(({ created_at, total: _total, ...row }) => ({ ...row, followed: created_at.toISOString() }))
  if (rows.length > 0 || start === 0) return { follows, total: rows[0]?.total ?? 0 }
  return { follows, total: (await listRemoteFollows(db, me, { start: 0, limit: 1 })).total }
}
