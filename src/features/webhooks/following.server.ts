import type { Db } from "#db/connection.ts"
import { actorsIn, type Changed, eventsIn, type LoggedChange } from "#features/changes/change.ts"
import { isVisibleChange } from "#features/changes/kinds.ts"
import { piecesOf } from "#lib/pieces.ts"
import { enqueueAll } from "#queue/enqueue.ts"
import { connectedAmong, eventsToTell } from "./queries.server.ts"

/** Events or pages handled by one job. */
const atOnce = 25

/** Returns whether webhooks may have to be notified of a change. Changes that only managers see never reach them. */
export function mayReachPrograms({ subject, kind, isPublic }: Pick<Changed, "subject" | "kind" | "isPublic">): boolean {
  return isPublic && isVisibleChange(kind) && ("event" in subject || "actor" in subject)
}

/**
 * Queues jobs that notify webhooks of changed events and pages, a few subjects each; a job compares their state at the time
 * it runs. For pages without webhooks, even an import of thousands costs only a query or two.
 */
export async function haveProgramsTold(tx: Db, changes: LoggedChange[]): Promise<void> {
  const events = await eventsToTell(tx, eventsIn(changes))
  const actors = await connectedAmong(tx, actorsIn(changes))
  await tellLater(tx, events, actors)
}

/** Queues jobs that notify webhooks of these events and pages, a few each. */
export async function tellLater(tx: Db, events: number[], actors: number[] = []): Promise<void> {
  await enqueueAll(tx, "webhooks.tell", [
    ...piecesOf(events, atOnce).map((some) => ({ events: some, actors: [] })),
    ...piecesOf(actors, atOnce).map((some) => ({ events: [], actors: some })),
  ])
}
