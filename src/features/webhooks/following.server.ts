import type { Db } from "#db/connection.ts"
import { actorsIn, type Changed, eventsIn, type LoggedChange } from "#features/changes/change.ts"
import { isSeen } from "#features/changes/kinds.ts"
import { piecesOf } from "#lib/pieces.ts"
import { enqueueAll } from "#queue/enqueue.ts"
import { connectedAmong, eventsToTell } from "./queries.server.ts"

/** So many things one job looks at. */
const atOnce = 25

/** Is it anything that programs of a page may have to hear of? What only its people see never is. */
export function mayReachPrograms({ subject, kind, isPublic }: Pick<Changed, "subject" | "kind" | "isPublic">): boolean {
  return isPublic && isSeen(kind) && ("event" in subject || "actor" in subject)
}

/**
 * Has the programs of pages told of what changed, by jobs of a few things each, which look at how these are by then. Where
 * nobody has any, an import of thousands costs a query or two.
 */
export async function haveProgramsTold(tx: Db, changes: LoggedChange[]): Promise<void> {
  const events = await eventsToTell(tx, eventsIn(changes))
  const actors = await connectedAmong(tx, actorsIn(changes))
  await tellLater(tx, events, actors)
}

/** Queues jobs of a few things each. */
export async function tellLater(tx: Db, events: number[], actors: number[] = []): Promise<void> {
  await enqueueAll(tx, "webhooks.tell", [
    ...piecesOf(events, atOnce).map((some) => ({ events: some, actors: [] })),
    ...piecesOf(actors, atOnce).map((some) => ({ events: [], actors: some })),
  ])
}
