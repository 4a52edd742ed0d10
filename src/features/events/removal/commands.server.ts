import { type RawBuilder, sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { writing } from "#db/writing.ts"
import { doneBy, may, type Relation } from "#features/accounts/rights.ts"
import type { SignedIn, Viewer } from "#features/accounts/viewer.ts"
import { demand } from "#features/actors/access/queries.server.ts"
import { byPerson } from "#features/changes/change.ts"
import { changed } from "#features/changes/commands.server.ts"
import { refuse } from "#lib/refusal.ts"
import { enqueue } from "#queue/enqueue.ts"
import { eventFor, relationsToEvent } from "../access/queries.server.ts"
import type { Event } from "../event.ts"
import { findEvent } from "../queries.server.ts"
import type { Site } from "../reading.server.ts"
import { publicEvents } from "./queries.server.ts"

/** Events deleted or restored with their page in one transaction, which takes a fraction of a second. */
const atOnce = 500

type Deletion = {
  versions?: number[] | undefined
  /** Reason for the people who get the notice. */
  reason?: string | null | undefined
}

/**
 * Deletes an event: nobody sees it any more. People who answered it, have it in an agenda or follow its organisers get a notice.
 * Repeated, it finds nothing.
 */
export async function deleteEvent(
  db: Db,
  viewer: Viewer,
  id: number,
  { versions, reason = null }: Deletion,
): Promise<void> {
  await writing(db, async (tx) => {
    const held = await eventFor(tx, viewer, id, true)
    demand(viewer, "edit", held)
    if (versions && !versions.includes(held.version)) refuse("stale")
    const [before] = await publicEvents(tx, [id])
    await sql`update events set deleted_at = now(), deleted_workflow = workflow, workflow = 'draft', version = version + 1,
      updated_at = now() where id = ${id}`.execute(tx)
    await changed(tx, {
      by: doneBy(viewer as SignedIn, "edit", { relations: held.relations }),
      subject: { event: id },
      kind: "deleted",
      isPublic: held.listed,
      before,
      noticeContext: { reason },
    })
  })
}

/** Restores a deleted event, for its managers and within 30 days. Safe to repeat. */
export async function restoreEvent(db: Db, viewer: Viewer, id: number, site: Site): Promise<Event> {
  return writing(db, async (tx) => {
    const { rows } = await sql<{ deleted_at: Date | null; relations: Relation[] }>`
      select e.deleted_at, ${relationsToEvent(viewer, "e.id")} as relations from events e
      where e.id = ${id} and (e.deleted_at is null or e.deleted_at > now() - interval '30 days')
      for no key update of e`.execute(tx)
    const held = rows[0]
    // A person without the right to delete the event does not learn that it was deleted.
    if (!viewer || !held || !may(viewer, "edit", held)) return refuse("event_not_found")
    if (held.deleted_at) {
      const restored = await sql<{ listed: boolean }>`
        update events set workflow = deleted_workflow, deleted_workflow = null, deleted_at = null,
          version = version + 1, updated_at = now() where id = ${id} returning listed`.execute(tx)
      await changed(tx, {
        by: doneBy(viewer, "edit", { relations: held.relations }),
        subject: { event: id },
        kind: "restored",
        isPublic: restored.rows[0]?.listed ?? false,
      })
    }
    return (await findEvent(tx, viewer, id, site)) ?? refuse("event_not_found")
  })
}

/** A page that was deleted or restored, and the person who did it. */
export type PageDeletion = {
  pageId: number
  /** Time of the page's deletion in the database's format; the events deleted with it have the same time. */
  deletedAt: string
  by: number
}

/**
 * Deletes the events of a page with it, except those that another page organises too, or restores them with it. The first ones
 * are handled in the transaction of the page, coming events before the others, and the rest by a job.
 */
export async function applyPageDeletion(tx: Db, page: PageDeletion): Promise<void> {
  if (await followSome(tx, page, atOnce)) await enqueue(tx, "events.follow-page", page)
}

/**
 * Handles the remaining events in batches. After an interruption it continues where it stopped; changes in the meantime are
 * respected.
 */
export async function applyWholePageDeletion(db: Db, page: PageDeletion, size = atOnce): Promise<void> {
  while (await writing(db, (tx) => followSome(tx, page, size))) {
    // Repeats until all events have the state of the page.
  }
}

/** Brings a batch of events to the state of their page; returns whether there may be more. */
async function followSome(tx: Db, { pageId, deletedAt, by }: PageDeletion, size: number): Promise<boolean> {
  const { rows } = await sql<{ deletedAt: string | null }>`
    select deleted_at::text as "deletedAt" from actors where id = ${pageId} for no key update`.execute(tx)
  const page = rows[0]
  if (!page) return false
  if (page.deletedAt === null) return (await restoreSome(tx, { pageId, deletedAt, by }, size)) === size
  if (page.deletedAt === deletedAt) return (await deleteSome(tx, { pageId, deletedAt, by }, size)) === size
  // The page was deleted a second time meanwhile: events from its earlier deletion now belong to the later one.
  const { numAffectedRows } = await sql`
    update events set deleted_at = ${page.deletedAt}::timestamptz where id in (${goneWith({ pageId, deletedAt })} limit ${size})`.execute(
    tx,
  )
  return Number(numAffectedRows) === size
}

/**
 * Deletes events of a deleted page. People who answered one or have it in an agenda get a notice; followers of the page get none
 * for each single event.
 */
async function deleteSome(tx: Db, { pageId, deletedAt, by }: PageDeletion, size: number): Promise<number> {
  const { rows } = await sql<{ id: number; listed: boolean; isToTell: boolean }>`
    select id, listed, coalesce(listed and last_until > now() and ${isAnsweredOrListed(by)}, false) as "isToTell" from events
    where deleted_at is null
      and id in (select event_id from event_organizers where actor_id = ${pageId} and status = 'accepted')
      and not exists (select from event_organizers eo join actors a on a.id = eo.actor_id and a.deleted_at is null
        where eo.event_id = events.id and eo.status = 'accepted' and eo.actor_id <> ${pageId})
    order by coalesce(listed and last_until > now(), false) desc, last_until, id limit ${size} for no key update`.execute(
    tx,
  )
  const before = await publicEvents(
    tx,
    rows.flatMap(({ id, isToTell }) => (isToTell ? [id] : [])),
    [pageId],
  )
  await sql`update events set deleted_at = ${deletedAt}::timestamptz, deleted_workflow = workflow, workflow = 'draft',
    version = version + 1, updated_at = now() where id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(tx)
  const seen = new Map(before.map((event) => [event.id, event]))
  await changed(
    tx,
    rows.map(({ id, listed }) => ({
      by: byPerson(by),
      subject: { event: id },
      kind: "deleted",
      isPublic: listed,
      before: seen.get(id),
      noticeContext: { toFollowers: false },
    })),
  )
  return rows.length
}

/**
 * The condition that anybody but this person (null: anybody at all) has answered an event, unless declined, or has it in an
 * agenda.
 */
export function isAnsweredOrListed(userId: number | null): RawBuilder<boolean> {
  return sql`(exists (select from attendances t where t.event_id = events.id and t.value <> 'declined'
      and t.user_id is distinct from ${userId}::bigint)
    or exists (select from agenda_entries entry join agendas g on g.id = entry.agenda_id
      where entry.event_id = events.id and g.user_id is distinct from ${userId}::bigint))`
}

/** Restores events that were deleted with a page, at the same time. */
async function restoreSome(tx: Db, { pageId, deletedAt, by }: PageDeletion, size: number): Promise<number> {
  const { rows } = await sql<{ id: number; listed: boolean }>`
    update events set workflow = deleted_workflow, deleted_workflow = null, deleted_at = null, version = version + 1,
      updated_at = now()
    where id in (${goneWith({ pageId, deletedAt })} order by last_until desc nulls last, id limit ${size}) returning id, listed`.execute(
    tx,
  )
  await changed(
    tx,
    rows.map(({ id, listed }) => ({
      by: byPerson(by),
      subject: { event: id },
      kind: "restored",
      isPublic: listed,
    })),
  )
  return rows.length
}

function goneWith({ pageId, deletedAt }: Pick<PageDeletion, "pageId" | "deletedAt">) {
  return sql`select id from events where deleted_at = ${deletedAt}::timestamptz
    and id in (select event_id from event_organizers where actor_id = ${pageId})`
}
