import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { writing } from "#db/writing.ts"
import { actorFor, demand } from "#features/actors/access/queries.server.ts"
import { doneBy, type Relation } from "#features/accounts/rights.ts"
import type { SignedIn, Viewer } from "#features/accounts/viewer.ts"
import type { Subject } from "#features/changes/change.ts"
import { changed } from "#features/changes/commands.server.ts"
import { eventFor } from "#features/events/access/queries.server.ts"

/**
 * Takes an event out of sight of all but its managers, who read why; until it is shown again it cannot be published. Doing
 * it again changes nothing. A draft stays one.
 */
export async function hideEvent(db: Db, viewer: Viewer, id: number, reason: string | null): Promise<void> {
  await writing(db, async (tx) => {
    const held = await eventFor(tx, viewer, id, true)
    demand(viewer, "hide", held)
    const { rows } = await sql<{ isPublic: boolean }>`
      update events set hidden_at = now(), hidden_workflow = workflow, hidden_reason = ${reason}, workflow = 'draft',
        version = version + 1, updated_at = now()
      where id = ${id} and hidden_at is null and workflow <> 'draft'
      returning hidden_workflow = 'published' as "isPublic"`.execute(tx)
    if (rows[0]) await tell(tx, viewer, { subject: { event: id }, held, ...rows[0] }, "hidden", reason)
  })
}

/** Takes that back: the event is as it was. Doing it again changes nothing. */
export async function showEvent(db: Db, viewer: Viewer, id: number): Promise<void> {
  await writing(db, async (tx) => {
    const held = await eventFor(tx, viewer, id, true)
    demand(viewer, "hide", held)
    const { rows } = await sql<{ isPublic: boolean }>`
      update events set workflow = hidden_workflow, hidden_at = null, hidden_workflow = null, hidden_reason = null,
        version = version + 1, updated_at = now()
      where id = ${id} and hidden_at is not null returning listed as "isPublic"`.execute(tx)
    if (rows[0]) await tell(tx, viewer, { subject: { event: id }, held, ...rows[0] }, "shown_again", null)
  })
}

/** Takes a page out of sight of all but its managers, as `hideEvent` does an event. Its events stay. */
export async function hideActor(db: Db, viewer: Viewer, fid: string, reason: string | null): Promise<void> {
  await writing(db, async (tx) => {
    const held = await actorFor(tx, viewer, fid, true)
    demand(viewer, "hide", held)
    const { rows } = await sql<{ isPublic: boolean }>`
      update actors set hidden_at = now(), hidden_status = status, hidden_reason = ${reason}, status = 'draft',
        version = version + 1, updated_at = now()
      where id = ${held.id} and hidden_at is null and status <> 'draft' returning true as "isPublic"`.execute(tx)
    if (rows[0]) await tell(tx, viewer, { subject: { actor: held.id }, held, ...rows[0] }, "hidden", reason)
  })
}

/** Takes that back: the page is as it was. Doing it again changes nothing. */
export async function showActor(db: Db, viewer: Viewer, fid: string): Promise<void> {
  await writing(db, async (tx) => {
    const held = await actorFor(tx, viewer, fid, true)
    demand(viewer, "hide", held)
    const { rows } = await sql<{ isPublic: boolean }>`
      update actors set status = hidden_status, hidden_at = null, hidden_status = null, hidden_reason = null,
        version = version + 1, updated_at = now()
      where id = ${held.id} and hidden_at is not null returning status <> 'draft' as "isPublic"`.execute(tx)
    if (rows[0]) await tell(tx, viewer, { subject: { actor: held.id }, held, ...rows[0] }, "shown_again", null)
  })
}

function tell(
  tx: Db,
  viewer: Viewer,
  { subject, held, isPublic }: { subject: Subject; held: { relations: Relation[] }; isPublic: boolean },
  kind: "hidden" | "shown_again",
  reason: string | null,
) {
  const by = doneBy(viewer as SignedIn, "hide", { relations: held.relations })
  return changed(tx, { by, subject, kind, isPublic, before: { reason: null }, after: { reason } })
}
