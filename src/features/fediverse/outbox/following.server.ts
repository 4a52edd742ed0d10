import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { actorsIn, type Changed, eventsIn, type LoggedChange } from "#features/changes/change.ts"
import { type ChangeKind, isSeen } from "#features/changes/kinds.ts"
import { piecesOf } from "#lib/pieces.ts"
import { enqueueAll } from "#queue/enqueue.ts"

/** So many things one job looks at. */
const atOnce = 25
/** After these a thing is gone, and its address says so though nobody was ever told of it. */
const ends: ReadonlySet<ChangeKind> = new Set<ChangeKind>(["deleted", "purged"])

/** Is it anything that others may have to hear of? */
export function mayBeTold({ subject, kind, isPublic }: Pick<Changed, "subject" | "kind" | "isPublic">): boolean {
  // What a page wants of the Fediverse is nothing that everybody sees, and is what its account there says.
  const isSaid = isSeen(kind) || kind === "fediverse_changed"
  return (isPublic || ends.has(kind)) && isSaid && ("event" in subject || "actor" in subject)
}

/**
 * Has others told of what changed, by jobs, which look at how things are by then. Where nobody follows anybody, nor comes
 * to anything, there is nobody to tell: a large import costs nothing then.
 */
export async function haveTold(tx: Db, changes: LoggedChange[]): Promise<void> {
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
