import type { Db } from "#db/connection.ts"
import { actorsIn, type Changed, eventsIn, type LoggedChange } from "#features/changes/change.ts"
import { isVisibleChange } from "#features/changes/kinds.ts"
import { piecesOf } from "#lib/pieces.ts"
import { enqueueAll } from "#queue/enqueue.ts"
import { eventsWithWebhooks, pagesWithWebhooks } from "./queries.server.ts"

/** Events or pages handled by one job. */
const atOnce = 25

/** Returns whether webhooks may have to be notified of a change. Changes that only managers see never reach them. */
export function mayReachWebhooks({ subject, kind, isPublic }: Pick<Changed, "subject" | "kind" | "isPublic">): boolean {
  return isPublic && isVisibleChange(kind) && ("event" in subject || "actor" in subject)
}

/**
 * Queues jobs that notify webhooks of changed events and pages, a few subjects each; a job compares their state at the time
 * it runs. For pages without webhooks, even an import of thousands costs only a query or two.
 */
export async function queueWebhookJobs(tx: Db, changes: LoggedChange[]): Promise<void> {
  const events = await eventsWithWebhooks(tx, eventsIn(changes))
  const actors = await pagesWithWebhooks(tx, actorsIn(changes))
  await queueSubjects(tx, events, actors)
}

/** Queues jobs that notify webhooks of these events and pages, a few each. */
export async function queueSubjects(tx: Db, events: number[], actors: number[] = []): Promise<void> {
  await enqueueAll(tx, "webhooks.tell", [
    ...piecesOf(events, atOnce).map((some) => ({ events: some, actors: [] })),
    ...piecesOf(actors, atOnce).map((some) => ({ events: [], actors: some })),
  ])
}
