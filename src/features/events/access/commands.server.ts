import type { Db } from "#db/connection.ts"
import type { Viewer } from "#features/accounts/viewer.ts"
import { noteLook } from "#features/actors/access/commands.server.ts"
import { heldEvent } from "./queries.server.ts"

/** Writes down that an administrator looks at an event that not everybody sees. */
export async function noteLookAtEvent(db: Db, viewer: Viewer, id: number): Promise<void> {
  if (!viewer?.isAdmin) return
  const held = await heldEvent(db, viewer, id)
  if (held && !held.listed) await noteLook(db, viewer, "seen", { event: id }, held)
}
