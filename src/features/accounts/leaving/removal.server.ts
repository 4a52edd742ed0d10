import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { deleteInSteps, emptyInSteps } from "#db/in-steps.ts"
import { writing } from "#db/writing.ts"
import { removePagesBatch } from "#features/actors/removal/commands.server.ts"
import { isAnsweredOrListed } from "#features/events/removal/commands.server.ts"
import { publicEvents } from "#features/events/removal/queries.server.ts"
import { byPerson } from "#features/changes/change.ts"
import type { Event } from "#features/events/event.ts"
import { enqueueAll } from "#queue/enqueue.ts"
import type { Storage } from "#storage/storage.ts"
import { removeStoredFiles } from "./export.server.ts"

/** Number of files removed in one step. */
const filesAtOnce = 200

/**
 * Removes everything that belongs to a deleted account, in steps that are each complete: after an interruption it continues where
 * it stopped, and a repeated run finds nothing to do. People who answered or starred an event of its pages are notified that the
 * event is gone. If the process dies after a row was deleted, the sweep of files finds the file left behind.
 */
export async function removeAccount(db: Db, storage: Storage, accountId: number, eventsAtOnce = 200): Promise<void> {
  const account = await db
    .selectFrom("users")
    .select("id")
    .where("id", "=", accountId)
    .where("deleted_at", "is not", null)
    .executeTakeFirst()
  if (!account) return
  do {
    for (let isDone = false; !isDone;) {
      const removed = await writing(db, (tx) => removePagesOf(tx, accountId, eventsAtOnce))
      await removeStoredFiles(storage, removed.files)
      isDone = removed.isDone
    }
    await removeUnused(db, storage, accountId)
    await removeRows(db, accountId)
  } while (!(await writing(db, (tx) => removeMark(tx, accountId))))
}

/** Removes the rows there can be thousands of; the others go when the user row is deleted. */
async function removeRows(db: Db, accountId: number): Promise<void> {
  const own = sql`user_id = ${accountId}`
  for (const table of [
    "deliveries",
    "notice_people",
    "attendances",
    "follows",
    "fediverse_follows",
    "contact_messages",
    "contact_reads",
  ] as const)
    await deleteInSteps(db, table, own)
  await deleteInSteps(db, "agenda_entries", sql`agenda_id in (select id from agendas where ${own})`)
  await emptyInSteps(db, "changes", "by_actor_id", sql`${own} and by_actor_id is not null`)
  for (const table of ["changes", "notices", "notice_events"] as const) await emptyInSteps(db, table, "user_id", own)
  for (const table of ["events", "documents"] as const)
    await emptyInSteps(db, table, "created_by", sql`created_by = ${accountId}`)
  // The administrators' log keeps that an action was taken, but not its reason, which is about the person.
  await emptyInSteps(db, "admin_log", "reason", sql`user_id = ${accountId} and reason is not null`)
  await sql`delete from pgboss.job where data ->> 'userId' = ${String(accountId)}`.execute(db)
}

/** Removes the files the person uploaded and never attached to a page or an event. */
async function removeUnused(db: Db, storage: Storage, accountId: number): Promise<void> {
  for (let isMore = true; isMore;) {
    const { rows } = await sql<{ file: string }>`
      delete from documents where id in (select id from documents
        where created_by = ${accountId} and actor_id is null and event_id is null limit ${filesAtOnce})
      returning file`.execute(db)
    await removeStoredFiles(
      storage,
      rows.map(({ file }) => file),
    )
    isMore = rows.length === filesAtOnce
  }
}

/** Removes the user row itself, unless a request that was still running has meanwhile given the account another page. */
async function removeMark(tx: Db, accountId: number): Promise<boolean> {
  await tx.selectFrom("users").select("id").where("id", "=", accountId).forUpdate().execute()
  const { numDeletedRows } = await tx
    .deleteFrom("users")
    .where("id", "=", accountId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom("relations").select("id").where("user_id", "=", accountId).where("relation", "=", "owner")),
      ),
    )
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Enqueues the removal of deleted accounts whose job was lost or has failed for good. */
export async function enqueueMissedRemovals(db: Db): Promise<void> {
  const { rows } = await sql<{ accountId: number }>`
    select id as "accountId" from users where deleted_at < now() - interval '1 day' order by id limit 1000`.execute(db)
  await enqueueAll(db, "accounts.remove", rows)
}

/** Removes the pages the account still owns, which are those to be deleted with it. */
async function removePagesOf(tx: Db, accountId: number, eventsAtOnce: number) {
  const { rows: pages } = await sql<{ id: number }>`
    select id from actors where id in (
      select actor_id from relations where user_id = ${accountId} and relation = 'owner' and status = 'accepted')
    order by id limit 200 for update`.execute(tx)
  const pageIds = pages.map(({ id }) => id)
  const asKnown = (inside: Db, ids: number[]) => eventsToTell(inside, { accountId, pageIds }, ids)
  return removePagesBatch(tx, pageIds, { by: byPerson(accountId), atOnce: eventsAtOnce, asKnown })
}

type Leaving = { accountId: number; pageIds: number[] }

/**
 * Returns those of these events that somebody answered or starred, as people last saw them, and whose disappearance nobody has
 * been notified of yet.
 */
async function eventsToTell(tx: Db, { accountId, pageIds }: Leaving, ids: number[]): Promise<Event[]> {
  const { rows } = await sql<{ id: number; workflow: "draft" | "scheduled" | "published" }>`
    select id, coalesce(deleted_workflow, workflow) as workflow from events
    where id = any(${ids}::bigint[]) and hidden_at is null and last_until > now() and ${isAnsweredOrListed(accountId)}
      and 'withdrawn' is distinct from (select kind from notices where event_id = events.id
        and kind in ('withdrawn', 'returned') order by notices.id desc limit 1)`.execute(tx)
  const workflows = new Map(rows.map(({ id, workflow }) => [id, workflow]))
  const events = await publicEvents(tx, [...workflows.keys()], pageIds)
  return events.map((event) => ({ ...event, workflow: workflows.get(event.id) ?? event.workflow }))
}
