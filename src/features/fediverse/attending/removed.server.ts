import { type RawBuilder, sql } from "kysely"
import type { Db } from "#db/connection.ts"
import type { RemoteActor } from "../remote/remote-actor.ts"
import { addTombstone, hasTombstone } from "../remote-events/tombstones.server.ts"

/** Most removals that are stored when accounts are deleted; managers remove few attendees. */
const most = 1_000

const nameOf = (actor: string, eventId: number) => `${actor} ${eventId}`

/**
 * Stores from which events the remote accounts (rows `r` of remote_actors) that are about to be deleted were removed, because an
 * account that its server says is deleted may come back.
 */
export async function preserveRemovals(tx: Db, those: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ uri: string; event_id: number }>`
    select distinct r.uri, f.event_id from remote_actors r join fediverse_attendances f on f.remote_actor_id = r.id
    where ${those} and f.state = 'removed' limit ${most}`.execute(tx)
  for (const { uri, event_id } of rows) await addTombstone(tx, nameOf(uri, event_id))
}

/** Returns whether an account was removed from an event before it was deleted and came back. */
export async function wasRemoved(tx: Db, actor: RemoteActor, eventId: number): Promise<boolean> {
  return hasTombstone(tx, nameOf(actor.uri, eventId))
}
