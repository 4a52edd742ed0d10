import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { writing } from "#db/writing.ts"
import { doneBy } from "#features/accounts/rights.ts"
import type { SignedIn, Viewer } from "#features/accounts/viewer.ts"
import { demand } from "#features/actors/access/queries.server.ts"
import { changed } from "#features/changes/commands.server.ts"
import type { ChangeKind } from "#features/changes/kinds.ts"
import { eventFor } from "#features/events/access/queries.server.ts"
import { refuse } from "#lib/refusal.ts"
import { addTombstone } from "../remote-events/tombstones.server.ts"

type Held = { id: number; uri: string; isShown: boolean; isHidden: boolean }

/** Shows a remote comment to everybody, or hides it. Repeating it changes nothing. */
export async function showComment(
  db: Db,
  viewer: Viewer,
  eventId: number,
  id: number,
  isShown: boolean,
): Promise<void> {
  await withComment(db, viewer, eventId, id, async (tx, me, comment) => {
    if (comment.isShown === isShown) return undefined
    if (comment.isHidden) refuse("hidden_by_moderators")
    await sql`
      update fediverse_reactions set shown_at = ${isShown ? sql`now()` : null}, shown_by = ${isShown ? me.userId : null}
      where id = ${id}`.execute(tx)
    return isShown ? "reply_shown" : "reply_hidden"
  })
}

/** Deletes a remote comment for good: it is not accepted again. */
export async function removeComment(db: Db, viewer: Viewer, eventId: number, id: number): Promise<void> {
  await withComment(db, viewer, eventId, id, async (tx, _, { uri }) => {
    await sql`delete from fediverse_reactions where id = ${id}`.execute(tx)
    await addTombstone(tx, uri)
    return "reply_removed"
  })
}

async function withComment(
  db: Db,
  viewer: Viewer,
  eventId: number,
  id: number,
  work: (tx: Db, me: SignedIn, comment: Held) => Promise<ChangeKind | undefined>,
): Promise<void> {
  await writing(db, async (tx) => {
    const held = await eventFor(tx, viewer, eventId, true)
    demand(viewer, "edit", held)
    const { rows } = await sql<Held>`
      select id, uri, shown_at is not null as "isShown", hidden_at is not null as "isHidden" from fediverse_reactions
      where id = ${id} and event_id = ${eventId} and kind = 'reply' for update`.execute(tx)
    const comment = rows[0] ?? refuse("not_found")
    const me = viewer as SignedIn
    const kind = await work(tx, me, comment)
    const isPublic = held.listed && (comment.isShown || kind === "reply_shown")
    if (kind) await changed(tx, { by: doneBy(me, "edit", held), subject: { event: eventId }, kind, isPublic })
  })
}
