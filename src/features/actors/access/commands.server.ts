import type { Db } from "#db/connection.ts"
import { writing } from "#db/writing.ts"
import { doneBy, isModeratorOrAdmin, isLogged, type Relation } from "#features/accounts/rights.ts"
import type { Viewer } from "#features/accounts/viewer.ts"
import type { Subject } from "#features/changes/change.ts"
import { changed } from "#features/changes/commands.server.ts"
import { actorFor, demand, type HeldActor, heldActor } from "./queries.server.ts"

/** Records in the log that a viewer reads something they may see only as moderator or administrator; does nothing for others. */
export async function logAccess(
  db: Db,
  viewer: Viewer,
  kind: "seen" | "messages_seen" | "inside_seen",
  subject: Subject,
  rights: { relations: readonly Relation[]; isReported?: boolean; isElsewhere?: boolean },
): Promise<void> {
  if (!viewer || !isLogged(viewer, "see_drafts", rights)) return
  const by = doneBy(viewer, "see_drafts", rights)
  await writing(db, (tx) => changed(tx, { by, subject, kind, isPublic: false }))
}

/** Does the same for a page about to be shown, if it is not published. */
export async function logActorAccess(db: Db, viewer: Viewer, fid: string): Promise<void> {
  if (!isModeratorOrAdmin(viewer)) return
  const held = await heldActor(db, viewer, fid)
  if (held && held.status !== "published") await logAccess(db, viewer, "seen", { actor: held.id }, held)
}

/**
 * Returns a page whose internal parts (invitations, journal) the viewer is about to read. Reading them only as moderator or
 * administrator is logged. Refuses viewers who may not.
 */
export async function actorWithLoggedAccess(db: Db, viewer: Viewer, fid: string): Promise<HeldActor> {
  const page = await actorFor(db, viewer, fid)
  demand(viewer, "see_drafts", page)
  await logAccess(db, viewer, "inside_seen", { actor: page.id }, page)
  return page
}
