import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import type { RemoteActor } from "./remote-actor.ts"

/** Somebody elsewhere who is known here: by their address, by that of their key, or by their number. */
export async function findRemoteActor(
  db: Db,
  which: { uri: string } | { keyId: string } | { id: number },
): Promise<RemoteActor | undefined> {
  const condition =
    "uri" in which ? sql`uri = ${which.uri}` : "id" in which ? sql`id = ${which.id}` : sql`key_id = ${which.keyId}`
  const { rows } = await sql<RemoteActor>`
    select id, uri, host, username, inbox, shared_inbox as "sharedInbox", key_id as "keyId", public_key as "publicKey",
      fetched_at as "fetchedAt"
    from remote_actors where ${condition} order by fetched_at desc limit 1`.execute(db)
  return rows[0]
}

/** Does an operator want nothing of this host, or of one that it belongs to? */
export async function isBlocked(db: Db, host: string): Promise<boolean> {
  const labels = host.toLowerCase().replace(/:\d+$/, "").split(".")
  const names = labels.map((_, at) => labels.slice(at).join("."))
  const { rows } = await sql`
    select from fediverse_hosts where host = any(${[host.toLowerCase(), ...names]}::text[]) and is_blocked limit 1`.execute(
    db,
  )
  return rows.length > 0
}

/** The hosts that are blocked or do not answer, and how much waits for them. */
export async function listHosts(db: Db) {
  const { rows } = await sql<{ host: string; isBlocked: boolean; failures: number; waiting: number }>`
    select h.host, h.is_blocked as "isBlocked", h.failures,
      (select count(*)::int from fediverse_deliveries d where d.host = h.host) as waiting
    from fediverse_hosts h where h.is_blocked or h.failures > 0 order by h.host limit 1000`.execute(db)
  return rows
}
