import type { Db } from "#db/connection.ts"
import { isModeratorOrAdmin } from "#features/accounts/rights.ts"
import type { Viewer } from "#features/accounts/viewer.ts"
import { logAccess } from "#features/actors/access/commands.server.ts"
import { demand } from "#features/actors/access/queries.server.ts"
import { eventFor, type HeldEvent, heldEvent } from "./queries.server.ts"

/** Writes down that somebody looks, by right of an office alone, at an event that not everybody sees. */
export async function noteLookAtEvent(db: Db, viewer: Viewer, id: number): Promise<void> {
  if (!isModeratorOrAdmin(viewer)) return
  const held = await heldEvent(db, viewer, id)
  if (held) await noteIfUnlisted(db, viewer, held)
}

/** An event of which the viewer is about to see a part, as `noteLookAtEvent`; refuses `event_not_found`. */
export async function lookAtEvent(db: Db, viewer: Viewer, id: number): Promise<HeldEvent> {
  const held = await eventFor(db, viewer, id)
  await noteIfUnlisted(db, viewer, held)
  return held
}

/**
 * An event of which the viewer is about to see what only its managers do: who comes, what they were told, what was done.
 * What they see by right of an office alone is written down. Refuses who may not.
 */
export async function lookInsideEvent(db: Db, viewer: Viewer, id: number): Promise<HeldEvent> {
  const held = await eventFor(db, viewer, id)
  demand(viewer, "see_drafts", held)
  await logAccess(db, viewer, "inside_seen", { event: id }, held)
  return held
}

async function noteIfUnlisted(db: Db, viewer: Viewer, held: HeldEvent): Promise<void> {
  if (!held.listed) await logAccess(db, viewer, "seen", { event: held.id }, held)
}
