import { sql } from "kysely"
import type { ActivityHandler } from "../inbox/dispatching.ts"
import type { Received } from "../inbox/handler.ts"
import { isGoneAt } from "../remote/fetching.server.ts"
import { findRemoteActor } from "../remote/queries.server.ts"
import type { RemoteActor } from "../remote/remote-actor.ts"
import { deleteRemoteEvents, deleteRemoteEventsWhere, hasNoFollower } from "./removal.server.ts"
import { findStoredEvent, lockRemoteEvent } from "./store.server.ts"
import { addTombstone } from "./tombstones.server.ts"

/**
 * Returns in whose name an event is deleted: the sender's, or its author's if that is another account of the same server,
 * such as a group whose member sends the Delete, and that server confirms that the event is gone; `silent` if the server does
 * not answer just now.
 */
export async function authorOfDeleted(received: Received<"Delete">): Promise<RemoteActor | "silent"> {
  const { db, config, actor, activity } = received
  const known = await findStoredEvent(db, activity.object)
  const author = known && (await findRemoteActor(db, { id: known.remote_actor_id }))
  if (!author || author.id === actor.id || author.host !== actor.host) return actor
  const isGone = await isGoneAt(db, config, activity.object)
  return isGone === undefined ? "silent" : isGone ? author : actor
}

/**
 * Takes the Delete of an event, which stays deleted. Only its author may delete it; whose an unknown event would be is not known
 * either, so that it counts as withdrawn by the sender (inbox/withdrawn.server.ts).
 */
export const takeEventDelete: ActivityHandler<"Delete"> = async (tx, { actor, activity }) => {
  const uri = activity.object
  await lockRemoteEvent(tx, uri)
  const known = await findStoredEvent(tx, uri)
  if (!known) return false
  if (known.remote_actor_id !== actor.id) return true
  await addTombstone(tx, uri)
  await deleteRemoteEvents(tx, [known.event_id])
  return true
}

/** Takes the Undo of an Announce: the event is no longer shown on account of that sender. */
export const undoAnnounce: ActivityHandler<"Undo"> = async (tx, { actor, activity }) => {
  const { id, object } = activity.of
  const { rows } = await sql<{ event_id: number }>`
    delete from fediverse_event_announcers p where p.remote_actor_id = ${actor.id} and (p.uri = ${id ?? null}
      or p.event_id = (select h.event_id from fediverse_events h where h.uri = ${object ?? null}))
    returning p.event_id`.execute(tx)
  const left = rows.map(({ event_id }) => event_id)
  await deleteRemoteEventsWhere(tx, sql`h.event_id = any(${left}::bigint[]) and ${hasNoFollower}`, left.length)
  return left.length > 0
}
