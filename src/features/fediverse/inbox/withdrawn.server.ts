import { createHash } from "node:crypto"
import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import type { RemoteActor } from "../remote/remote-actor.ts"
import type { RemoteActivity } from "../vocabulary/read-activity.ts"

// Deliveries are repeated and come in any order, so a Follow may arrive after the Undo that took it back.

/** Time for which ids are stored: Mastodon retries a delivery for about so long. */
export const withdrawnFor = "3 days"
/** Most ids stored for one host; the oldest make room. */
const mostOfHost = 500

/**
 * Software that gives every Follow between the same two accounts the same id (`follower/follows/followed`). There a Follow after
 * its Undo is more likely a new one than a repetition.
 */
const reusesFollowIds = new Set(
  "peertube gancio friendica misskey sharkey firefish calckey foundkey cherrypick iceshrimp iceshrimp.net".split(" "),
)

/**
 * Returns whether the sender has taken back this activity, or deleted its object, already. Other activities of this sender wait
 * until the transaction ends, so that of an activity and its Undo at the same time the later sees the earlier.
 */
export async function isWithdrawn(tx: Db, actor: RemoteActor, activity: RemoteActivity): Promise<boolean> {
  const id = withdrawable(activity, actor)
  return id !== undefined && hasWithdrawn(tx, actor, id)
}

/** Returns whether the sender has taken back the activity with this id, or deleted this object, already; see above. */
export async function hasWithdrawn(tx: Db, actor: RemoteActor, id: string): Promise<boolean> {
  await lockWithdrawals(tx, actor)
  return wasWithdrawn(tx, actor, id)
}

/** Returns the same without a lock, for a caller that has locked the object itself. */
export async function wasWithdrawn(tx: Db, actor: RemoteActor, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from fediverse_withdrawn
    where uri = ${hashOf(actor, id)} and withdrawn_at > now() - ${withdrawnFor}::interval`.execute(tx)
  return rows.length > 0
}

/** Stores that the sender took back activities or deleted objects with these ids, whether or not they arrived before. */
export async function withdraw(tx: Db, actor: RemoteActor, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await lockWithdrawals(tx, actor)
  await sql`
    insert into fediverse_withdrawn (uri, host) select uri, ${actor.host}
    from unnest(${ids.map((id) => hashOf(actor, id))}::bytea[]) uri
    on conflict (uri) do update set withdrawn_at = now()`.execute(tx)
  await sql`
    delete from fediverse_withdrawn where uri in (
      select uri from fediverse_withdrawn where host = ${actor.host}
      order by withdrawn_at desc offset ${mostOfHost} for update skip locked)`.execute(tx)
}

function withdrawable(activity: RemoteActivity, { software }: RemoteActor): string | undefined {
  switch (activity.type) {
    case "Follow":
      return software && reusesFollowIds.has(software.toLowerCase()) ? undefined : activity.id
    case "Like":
    case "Announce":
    case "Join":
      return activity.id
    case "Create":
    case "Update":
      // Events have tombstones, which last longer.
      return activity.object.kind === "note" ? activity.object.id : undefined
    default:
      return undefined
  }
}

const lockWithdrawals = (tx: Db, { id }: RemoteActor) =>
  sql`select pg_advisory_xact_lock(hashtextextended('fediverse withdrawn', ${id}))`.execute(tx)

/** Of the sender too: an account cannot take back what another account of its host did. */
const hashOf = ({ uri }: RemoteActor, id: string) => createHash("sha256").update(`${uri} ${id}`).digest()
