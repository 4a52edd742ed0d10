import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { writing } from "#db/writing.ts"
import { actorFor, demand } from "#features/actors/access/queries.server.ts"
import { doneBy, type Relation } from "#features/accounts/rights.ts"
import type { SignedIn, Viewer } from "#features/accounts/viewer.ts"
import type { Subject } from "#features/changes/change.ts"
import { changed } from "#features/changes/commands.server.ts"
import { eventFor } from "#features/events/access/queries.server.ts"
import { refuse } from "#lib/refusal.ts"

/**
 * Hides an event from all but its managers, who read the reason; until it is shown again it cannot be published. Returns false
 * when it was already hidden, and then changes nothing. A draft stays a draft.
 */
export async function hideEvent(db: Db, viewer: Viewer, id: number, reason: string | null): Promise<boolean> {
  return writing(db, async (tx) => {
    const held = await eventFor(tx, viewer, id, true)
    demand(viewer, "hide", held)
    const { rows } = await sql<{ isPublic: boolean }>`
      update events set hidden_at = now(), hidden_workflow = workflow, hidden_reason = ${reason}, workflow = 'draft',
        version = version + 1, updated_at = now()
      where id = ${id} and hidden_at is null and workflow <> 'draft'
      returning hidden_workflow = 'published' as "isPublic"`.execute(tx)
    if (rows[0]) await tell(tx, viewer, { subject: { event: id }, held, ...rows[0] }, "hidden", reason)
    return rows[0] !== undefined
  })
}

/** Shows a hidden event again as it was before. Repeating it changes nothing. */
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

/** Hides a page from all but its managers, as `hideEvent` does an event. Its events stay. */
export async function hideActor(db: Db, viewer: Viewer, fid: string, reason: string | null): Promise<boolean> {
  return writing(db, async (tx) => {
    const held = await actorFor(tx, viewer, fid, true)
    demand(viewer, "hide", held)
    const { rows } = await sql<{ isPublic: boolean }>`
      update actors set hidden_at = now(), hidden_status = status, hidden_reason = ${reason}, status = 'draft',
        version = version + 1, updated_at = now()
      where id = ${held.id} and hidden_at is null and status <> 'draft' returning true as "isPublic"`.execute(tx)
    if (rows[0]) await tell(tx, viewer, { subject: { actor: held.id }, held, ...rows[0] }, "hidden", reason)
    return rows[0] !== undefined
  })
}

/** Shows a hidden page again as it was before. Repeating it changes nothing. */
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

/** Hides a comment from another server: the managers of the event cannot show it. */
export async function hideComment(db: Db, viewer: Viewer, id: number): Promise<boolean> {
  return withComment(db, viewer, id, async (tx) => {
    const { rows } = await sql<{ isPublic: boolean }>`
      update fediverse_reactions f set hidden_at = now(), hidden_shown_at = f.shown_at, shown_at = null
      from fediverse_reactions before
      where f.id = ${id} and before.id = f.id and f.hidden_at is null
      returning before.shown_at is not null as "isPublic"`.execute(tx)
    return rows[0] && { kind: "reply_hidden", ...rows[0] }
  })
}

/** Shows a hidden comment again if the managers had shown it before, unless its author has edited it since. */
export async function unhideComment(db: Db, viewer: Viewer, id: number): Promise<void> {
  await withComment(db, viewer, id, async (tx) => {
    const { rows } = await sql<{ isPublic: boolean }>`
      update fediverse_reactions set hidden_at = null, hidden_shown_at = null,
        shown_at = case when edited_at > hidden_at then null else hidden_shown_at end
      where id = ${id} and hidden_at is not null returning shown_at is not null as "isPublic"`.execute(tx)
    return rows[0] && { kind: "reply_shown", ...rows[0] }
  })
}

type CommentChange = { kind: "reply_hidden" | "reply_shown"; isPublic: boolean }

async function withComment(
  db: Db,
  viewer: Viewer,
  id: number,
  change: (tx: Db) => Promise<CommentChange | undefined>,
): Promise<boolean> {
  return writing(db, async (tx) => {
    const { rows } = await sql<{ event: number }>`
      select event_id as event from fediverse_reactions where id = ${id} and kind = 'reply'`.execute(tx)
    const { event } = rows[0] ?? refuse("not_found")
    const held = await eventFor(tx, viewer, event, true)
    demand(viewer, "hide", held)
    const done = await change(tx)
    if (!done) return false
    const by = doneBy(viewer as SignedIn, "hide", held)
    await changed(tx, { by, subject: { event }, kind: done.kind, isPublic: held.listed && done.isPublic })
    return true
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
