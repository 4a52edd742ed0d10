import type { Db } from "#db/connection.ts"
import { writing } from "#db/writing.ts"
import { doneBy } from "#features/accounts/rights.ts"
import type { SignedIn, Viewer } from "#features/accounts/viewer.ts"
import { actorFor, demand } from "#features/actors/access/queries.server.ts"
import { changed } from "#features/changes/commands.server.ts"
import { eventFor } from "#features/events/access/queries.server.ts"
import type { ReportChange } from "../reports/inputs.ts"

/**
 * Asks the managers of an event or a page to correct it: they are mailed the reason and the deadline, the journal records both,
 * and nothing else changes meanwhile.
 */
export async function requestCorrection(
  db: Db,
  viewer: Viewer,
  corrected: NonNullable<ReportChange["correct"]>,
  asked: { reason: string | null; due: string },
): Promise<void> {
  await writing(db, async (tx) => {
    const held =
      "event" in corrected
        ? await eventFor(tx, viewer, corrected.event, true)
        : await actorFor(tx, viewer, corrected.page, true)
    demand(viewer, "hide", held)
    const by = doneBy(viewer as SignedIn, "hide", held)
    const subject = "event" in corrected ? { event: held.id } : { actor: held.id }
    await changed(tx, {
      by,
      subject,
      kind: "correction_asked",
      isPublic: false,
      before: { reason: null, due: null },
      after: asked,
    })
  })
}
