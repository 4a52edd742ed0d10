import type { Db } from "#db/connection.ts"
import { actorsIn, type Changed, eventsIn, type LoggedChange } from "#features/changes/change.ts"
import type { ChangeKind } from "#features/changes/kinds.ts"
import { enqueueAll } from "#queue/enqueue.ts"
import { connectedAmong, eventsToTell } from "./queries.server.ts"

/** So many things one job looks at. */
const atOnce = 25
/** These change nothing that everybody sees of an event or a page. */
const unseen: ReadonlySet<ChangeKind> = new Set<ChangeKind>([
  "answered",
  "attendee_removed",
  "fediverse_changed",
  "message_sent",
  "message_deleted",
  "reply_shown",
  "reply_hidden",
  "reply_removed",
  "reply_changed",
  "seen",
  "messages_seen",
  "inside_seen",
  "webhooks_changed",
])

/** Is it anything that programs of a page may have to hear of? What only its people see never is. */
export function mayReachPrograms({ subject, kind, isPublic }: Pick<Changed, "subject" | "kind" | "isPublic">): boolean {
  return isPublic && !unseen.has(kind) && ("event" in subject || "actor" in subject)
}

/**
 * Has the programs of pages told of what changed, by jobs of a few things each, which look at how these are by then. Where
 * nobody has any, an import of thousands costs a query or two.
 */
export async function haveProgramsTold(tx: Db, changes: LoggedChange[]): Promise<void> {
  const events = await eventsToTell(tx, eventsIn(changes))
  const actors = await connectedAmong(tx, actorsIn(changes))
  await enqueueAll(tx, "webhooks.tell", [
    ...piecesOf(events).map((some) => ({ events: some, actors: [] })),
    ...piecesOf(actors).map((some) => ({ events: [], actors: some })),
  ])
}

/** Ids, a job's worth at a time. */
export function piecesOf(ids: number[]): number[][] {
  return Array.from({ length: Math.ceil(ids.length / atOnce) }, (_, at) => ids.slice(at * atOnce, (at + 1) * atOnce))
}
