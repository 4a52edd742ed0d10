import { sql } from "kysely"
import { enqueue } from "#queue/enqueue.ts"
import type { ActivityHandler } from "../inbox/dispatching.ts"
import { localObjectOf } from "../vocabulary/addresses.ts"

/** Shortest interval in seconds between two readings of an account's outbox, however often it accepts and rejects. */
const readAgainAfter = 3600

/**
 * Takes the Accept of a remote account that the instance asked to follow: its publications are now received, and its outbox
 * is read.
 */
export const takeAccept: ActivityHandler<"Accept"> = async (tx, { actor, activity, config }) => {
  if (isOfAnother(activity.of.id, actor.id, config.publicUrl)) return false
  const { rows } = await sql<{ was: string }>`
    update fediverse_following f set state = 'accepted', answered_at = now()
    from (select state from fediverse_following where remote_actor_id = ${actor.id} for update) as before
    where f.remote_actor_id = ${actor.id} returning before.state as was`.execute(tx)
  if (rows[0] && rows[0].was !== "accepted") {
    const once = { singletonKey: String(actor.id), singletonSeconds: readAgainAfter }
    await enqueue(tx, "fediverse.look", { remoteActorId: actor.id }, once)
  }
  return rows.length > 0
}

/** Takes a Reject, which may come at any time: nothing of the account is accepted any more. */
export const takeReject: ActivityHandler<"Reject"> = async (tx, { actor, activity, config }) => {
  if (isOfAnother(activity.of.id, actor.id, config.publicUrl)) return false
  const { numAffectedRows } = await sql`
    update fediverse_following set state = 'rejected', answered_at = now()
    where remote_actor_id = ${actor.id}`.execute(tx)
  return Number(numAffectedRows) > 0
}

/** Returns whether the id is that of a Follow to another account. Any Follow ever sent to this account counts as its own. */
function isOfAnother(uri: string | undefined, id: number, publicUrl: string): boolean {
  const named = uri === undefined ? undefined : localObjectOf(publicUrl, uri)
  if (!named || named.kind === "instance") return false
  return named.kind !== "follow" || named.fid !== undefined || !named.key.startsWith(`${id}-`)
}
