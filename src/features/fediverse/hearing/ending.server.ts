import { sql } from "kysely"
import { isFollowedHere } from "../following/queries.server.ts"
import type { InTurn } from "../inbox/dispatching.ts"
import type { Received } from "../inbox/handler.ts"
import { isGoneAt } from "../remote/fetching.server.ts"
import { findRemoteActor } from "../remote/queries.server.ts"
import type { RemoteActor } from "../remote/remote-actor.ts"
import { isOfNobody, removeHeard, removeSome } from "./removal.server.ts"
import { findKnown, holdEvent } from "./store.server.ts"
import { bury } from "./tombstones.server.ts"

/**
 * In whose name something is deleted: of who says so, or of its author, when it is somebody else of the same server (a member
 * of a group deletes what is the group's) and that server, asked for it, says that it is gone.
 */
export async function authorOfDeleted({ db, config, actor, activity }: Received<"Delete">): Promise<RemoteActor> {
  const known = await findKnown(db, activity.object)
  const author = known && (await findRemoteActor(db, { id: known.remote_actor_id }))
  if (!author || author.id === actor.id || author.host !== actor.host) return actor
  return (await isGoneAt(db, config, activity.object)) ? author : actor
}

/** What somebody deletes is gone here too, and stays so. Only whose it is deletes it. */
export const takeEventDelete: InTurn<"Delete"> = async (tx, { actor, activity }) => {
  const uri = activity.object
  await holdEvent(tx, uri)
  const known = await findKnown(tx, uri)
  if (known && known.remote_actor_id !== actor.id) return true
  // Of those nobody here follows nothing comes that a Delete would have to keep away.
  if (known || (await isFollowedHere(tx, actor.id))) await bury(tx, uri)
  if (known) await removeHeard(tx, [known.event_id])
  return known !== undefined
}

/** What somebody passed on and no longer does is seen by nobody on their account. */
export const undoAnnounce: InTurn<"Undo"> = async (tx, { actor, activity }) => {
  const { id, object } = activity.of
  const { rows } = await sql<{ event_id: number }>`
    delete from fediverse_event_announcers p where p.remote_actor_id = ${actor.id} and (p.uri = ${id ?? null}
      or p.event_id = (select h.event_id from fediverse_events h where h.uri = ${object ?? null}))
    returning p.event_id`.execute(tx)
  const left = rows.map(({ event_id }) => event_id)
  await removeSome(tx, sql`h.event_id = any(${left}::bigint[]) and ${isOfNobody}`, left.length)
  return left.length > 0
}
