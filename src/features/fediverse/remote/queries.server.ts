import { sql } from "kysely"
import type { Config } from "#config/config.ts"
import type { Db } from "#db/connection.ts"
import type { RemoteActor } from "./remote-actor.ts"

/**
 * Finds a stored remote actor by its address, its key's id, or its id here. Several accounts of a host may claim one key: then it
 * belongs to the one whose document contains it.
 */
export async function findRemoteActor(
  db: Db,
  which: { uri: string } | { keyId: string } | { id: number },
): Promise<RemoteActor | undefined> {
  const condition =
    "uri" in which ? sql`uri = ${which.uri}` : "id" in which ? sql`id = ${which.id}` : sql`key_id = ${which.keyId}`
  const { rows } = await sql<RemoteActor>`
    select id, uri, host, username, inbox, shared_inbox as "sharedInbox", key_id as "keyId", public_key as "publicKey",
      fetched_at as "fetchedAt", software
    from remote_actors where ${condition}
    order by split_part(uri, '#', 1) = split_part(key_id, '#', 1) desc, fetched_at desc limit 1`.execute(db)
  return rows[0]
}

/** SQL condition on a row `r` of `remote_actors`: it has nothing to do with anybody here. */
export const isUnrelated = sql`not exists (select from fediverse_followers f where f.remote_actor_id = r.id)
  and not exists (select from fediverse_follows f where f.remote_actor_id = r.id)
  and not exists (select from fediverse_following f where f.remote_actor_id = r.id)
  and not exists (select from fediverse_events h where h.remote_actor_id = r.id)
  and not exists (select from fediverse_event_announcers p where p.remote_actor_id = r.id)
  and not exists (select from fediverse_attendances f where f.remote_actor_id = r.id)
  and not exists (select from fediverse_joins f where f.remote_actor_id = r.id)
  and not exists (select from fediverse_reactions f where f.remote_actor_id = r.id)
  and not exists (select from reports f where f.remote_actor_id = r.id)`

/**
 * Returns whether an operator refuses a host, or a parent domain of it. If only some hosts are allowed, all others are
 * refused; a block outweighs an allowance.
 */
export async function isRefusedHost(db: Db, config: Config, host: string): Promise<boolean> {
  return (await refusedAmong(db, config, [host])).has(host)
}

/** Returns those of the hosts that an operator refuses. */
export async function refusedAmong(db: Db, { federation }: Config, hosts: string[]): Promise<Set<string>> {
  const each = [...new Set(hosts)].map((host) => ({ host, names: namesAbove(host) }))
  if (each.length === 0) return new Set()
  const { rows } = await sql<{ host: string; is_blocked: boolean; is_allowed: boolean }>`
    select host, is_blocked, is_allowed from fediverse_hosts
    where host = any(${[...new Set(each.flatMap(({ names }) => names))]}::text[]) and (is_blocked or is_allowed)`.execute(
    db,
  )
  const blocked = new Set(rows.flatMap((one) => (one.is_blocked ? [one.host] : [])))
  const allowed = new Set(rows.flatMap((one) => (one.is_allowed ? [one.host] : [])))
  const isRefused = (names: string[]) =>
    names.some((one) => blocked.has(one)) || (federation.allowOnly && !names.some((one) => allowed.has(one)))
  return new Set(each.filter(({ names }) => isRefused(names)).map(({ host }) => host))
}

/** Returns a host as it is written, then without its port, and each of its parent domains. */
function namesAbove(host: string): string[] {
  const plain = host.toLowerCase()
  const labels = plain.replace(/:\d+$/, "").split(".")
  return [plain, ...labels.map((_, at) => labels.slice(at).join("."))]
}
