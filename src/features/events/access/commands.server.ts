import type { Db } from "#db/connection.ts"
import { isModeratorOrAdmin } from "#features/accounts/rights.ts"
import type { Viewer } from "#features/accounts/viewer.ts"
import { logAccess } from "#features/actors/access/commands.server.ts"
import { demand } from "#features/actors/access/queries.server.ts"
import { eventFor, type HeldEvent, heldEvent } from "./queries.server.ts"

/** Logs that an administrator or moderator read, by their office alone, an event that is not public. */
export async function noteLookAtEvent(db: Db, viewer: Viewer, id: number): Promise<void> {
  if (!isModeratorOrAdmin(viewer)) return
  const held = await heldEvent(db, viewer, id)
  if (held) await noteIfUnlisted(db, viewer, held)
}

/**
 * Returns an event that the viewer is about to see a part of, and logs the look as `noteLookAtEvent` does; refuses
 * `event_not_found`.
 */
export async function lookAtEvent(db: Db, viewer: Viewer, id: number): Promise<HeldEvent> {
  const held = await eventFor(db, viewer, id)
  await noteIfUnlisted(db, viewer, held)
  return held
}

/**
 * Returns an event whose managers-only data the viewer is about to see: attendees, notices sent, the journal of changes. Logs the
 * look of a viewer who may see it by office alone. Refuses viewers without the right.
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
