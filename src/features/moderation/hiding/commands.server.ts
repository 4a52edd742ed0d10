import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { writing } from "#db/writing.ts"
import { actorFor, demand } from "#features/actors/access/queries.server.ts"
import { recordChange } from "#features/actors/changes/commands.server.ts"
import type { SignedIn, Viewer } from "#features/accounts/viewer.ts"
import { eventFor } from "#features/events/access/queries.server.ts"
import { refreshSearch, refreshSearchOfActors } from "#features/events/search/commands.server.ts"

/**
 * Takes an event out of sight of all but its managers, who read why; until it is shown again it cannot be published. Doing
 * it again changes nothing. A draft stays one.
 */
export async function hideEvent(db: Db, viewer: Viewer, id: number, reason: string | null): Promise<void> {
  await writing(db, async (tx) => {
    const held = await eventFor(tx, viewer, id, true)
    demand(viewer, "hide", held)
    const { rows } = await sql<{ id: number }>`
      update events set hidden_at = now(), hidden_workflow = workflow, hidden_reason = ${reason}, workflow = 'draft',
        version = version + 1, updated_at = now()
      where id = ${id} and hidden_at is null and workflow <> 'draft' returning id`.execute(tx)
    if (rows.length > 0) await note(tx, viewer, { event_id: id, relations: held.relations }, "hidden", reason)
  })
}

/** Takes that back: the event is as it was. Doing it again changes nothing. */
export async function showEvent(db: Db, viewer: Viewer, id: number): Promise<void> {
  await writing(db, async (tx) => {
    const held = await eventFor(tx, viewer, id, true)
    demand(viewer, "hide", held)
    const { rows } = await sql<{ id: number }>`
      update events set workflow = hidden_workflow, hidden_at = null, hidden_workflow = null, hidden_reason = null,
        version = version + 1, updated_at = now()
      where id = ${id} and hidden_at is not null returning id`.execute(tx)
    if (rows.length === 0) return
    await refreshSearch(tx, [id])
    await note(tx, viewer, { event_id: id, relations: held.relations }, "shown_again", null)
  })
}

/** Takes a page out of sight of all but its managers, as `hideEvent` does an event. Its events stay. */
export async function hideActor(db: Db, viewer: Viewer, fid: string, reason: string | null): Promise<void> {
  await writing(db, async (tx) => {
    const held = await actorFor(tx, viewer, fid, true)
    demand(viewer, "hide", held)
    const { rows } = await sql<{ id: number }>`
      update actors set hidden_at = now(), hidden_status = status, hidden_reason = ${reason}, status = 'draft',
        version = version + 1, updated_at = now()
      where id = ${held.id} and hidden_at is null and status <> 'draft' returning id`.execute(tx)
    if (rows.length === 0) return
    await refreshSearchOfActors(tx, [held.id])
    await note(tx, viewer, { actor_id: held.id, relations: held.relations }, "hidden", reason)
  })
}

/** Takes that back: the page is as it was. Doing it again changes nothing. */
export async function showActor(db: Db, viewer: Viewer, fid: string): Promise<void> {
  await writing(db, async (tx) => {
    const held = await actorFor(tx, viewer, fid, true)
    demand(viewer, "hide", held)
    const { rows } = await sql<{ id: number }>`
      update actors set status = hidden_status, hidden_at = null, hidden_status = null, hidden_reason = null,
        version = version + 1, updated_at = now()
      where id = ${held.id} and hidden_at is not null returning id`.execute(tx)
    if (rows.length === 0) return
    await refreshSearchOfActors(tx, [held.id])
    await note(tx, viewer, { actor_id: held.id, relations: held.relations }, "shown_again", null)
  })
}

function note(
  tx: Db,
  viewer: Viewer,
  thing: Parameters<typeof recordChange>[2],
  action: "hidden" | "shown_again",
  reason: string | null,
) {
  return recordChange(tx, viewer as SignedIn, thing, "hide", action, reason ? { reason: [null, reason] } : {})
}
