import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { actorsIn, type Changed, eventsIn, type LoggedChange } from "#features/changes/change.ts"
import { type ChangeKind, isVisibleChange } from "#features/changes/kinds.ts"
import { piecesOf } from "#lib/pieces.ts"
import { enqueueAll } from "#queue/enqueue.ts"

/** Events or pages handled by one job. */
const atOnce = 25
/** Changes after which an event or page answers 410, even if it was never federated. */
const ends: ReadonlySet<ChangeKind> = new Set<ChangeKind>(["deleted", "purged"])

/** Returns whether a change may have to be federated. */
export function mayFederate({ subject, kind, isPublic }: Pick<Changed, "subject" | "kind" | "isPublic">): boolean {
  // The Fediverse settings of a page are not public here, but they change what its actor says.
  const isSaid = isVisibleChange(kind) || kind === "fediverse_changed"
  return (isPublic || ends.has(kind)) && isSaid && ("event" in subject || "actor" in subject)
}

/**
 * Queues jobs that federate changed events and pages; they compare the state at the time they run. Without any remote
 * follower or attendee there is nobody to send to, so that a large import costs nothing.
 */
export async function queueFederation(tx: Db, changes: LoggedChange[]): Promise<void> {
  const gone = eventsIn(changes.filter(({ kind, isPublic }) => ends.has(kind) && isPublic))
  const { rows } = await sql`
    (select from fediverse_followers limit 1)
    union all (select from fediverse_attendances where state = 'accepted' limit 1) limit 1`.execute(tx)
  const events = rows.length > 0 ? eventsIn(changes) : gone
  const actors = rows.length > 0 ? actorsIn(changes) : []
  await enqueueAll(tx, "fediverse.tell", [
    ...piecesOf(events, atOnce).map((some) => ({
      events: some,
      gone: some.filter((id) => gone.includes(id)),
      actors: [],
    })),
    ...piecesOf(actors, atOnce).map((some) => ({ events: [], gone: [], actors: some })),
  ])
  const resettled = rows.length > 0 ? actorsIn(changes.filter(({ kind }) => kind === "fediverse_changed")) : []
  await enqueueAll(
    tx,
    "fediverse.retell",
    resettled.map((actorId) => ({ actorId, after: 0 })),
  )
}
