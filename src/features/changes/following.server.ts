import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { deleteInSteps } from "#db/in-steps.ts"
import { retriedTransaction } from "#db/retry.ts"
import { enqueueAll } from "#queue/enqueue.ts"
import type { By, ChangedFields, LoggedChange, Subject } from "./change.ts"
import { allConsequences, type Consequence } from "./consequences.server.ts"
import type { ChangeKind } from "./kinds.ts"

/** Days for which the log keeps entries that belong to no journal, and the record that a batch was followed. */
const remembered = 30

/**
 * Runs the consequences that wait for a batch of changes: each exactly once even after a crash, and never before those of
 * earlier changes to the same subject. A consequence that fails does not hold up the others; the job is then retried.
 */
export async function followBatch(db: Db, batch: number): Promise<void> {
  const { rows } = await sql<{ open: string[] }>`
    select array(select name from unnest(wanted) name where name <> all(followed)) as open
    from change_batches where id = ${batch} and followed_at is null`.execute(db)
  const failures: unknown[] = []
  for (const name of rows[0]?.open ?? []) {
    const consequence = allConsequences().find((one) => one.name === name)
    // Written by a newer version that runs beside this one.
    if (!consequence) failures.push(new Error(`nobody here is called ${name}`))
    else await followInOrder(db, batch, consequence).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw failures[0]
}

/** Runs a consequence for a batch, after the earlier unfinished batches that concern the same subjects. */
async function followInOrder(db: Db, batch: number, consequence: Consequence): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select earlier.id from change_batches earlier
    where earlier.followed_at is null and earlier.id < ${batch}
      and ${consequence.name} = any(earlier.wanted) and ${consequence.name} <> all(earlier.followed)
      and exists (select from changes a join changes b on (a.subject_kind, a.subject_id) = (b.subject_kind, b.subject_id)
        where a.batch_id = earlier.id and b.batch_id = ${batch})
    order by earlier.id`.execute(db)
  for (const { id } of rows) await followInOrder(db, id, consequence)
  await retriedTransaction(db, (tx) => followOnce(tx, batch, consequence))
}

/** Runs a consequence under a lock, so that only one worker does it; its completion is recorded in the same transaction. */
async function followOnce(tx: Db, batch: number, { name, wants, later }: Consequence): Promise<void> {
  const { rows: open } = await sql`
    select from change_batches where id = ${batch} and ${name} <> all(followed) for update`.execute(tx)
  if (open.length === 0) return
  const changes = (await changesOf(tx, batch)).filter((change) => wants?.(change) ?? true)
  if (changes.length > 0) await later?.(tx, changes)
  await sql`
    update change_batches set followed = followed || ${name}::text,
      followed_at = case when followed || ${name}::text @> wanted then now() end
    where id = ${batch}`.execute(tx)
}

type Row = {
  id: number
  subject: Subject
  kind: ChangeKind
  fields: ChangedFields
  is_public: boolean
  by: By
  created_at: Date
}

async function changesOf(tx: Db, batch: number): Promise<LoggedChange[]> {
  const { rows } = await sql<Row>`
    select id, json_build_object(subject_kind, subject_id) as subject, action as kind, fields, is_public, created_at,
      json_build_object('userId', user_id, 'actorId', by_actor_id, 'isOffice', by_office, 'through', through) as by
    from changes where batch_id = ${batch} order by id`.execute(tx)
  return rows.map(({ is_public, created_at, ...row }) => ({ ...row, isPublic: is_public, created: created_at }))
}

/** Queues batches again whose job was lost or given up, and deletes old followed entries that belong to no journal. */
export async function sweepChanges(db: Db): Promise<void> {
  const { rows } = await sql<{ batch: number }>`
    select id as batch from change_batches where followed_at is null and created_at < now() - interval '1 day'
    order by id limit 1000`.execute(db)
  await enqueueAll(db, "changes.follow", rows)
  const isOld = (column: string) => sql`${sql.ref(column)} < now() - make_interval(days => ${remembered})`
  await deleteInSteps(db, "change_batches", isOld("followed_at"))
  // Subjects that were deleted past our commands leave no journal either.
  await deleteInSteps(
    db,
    "changes",
    sql`((actor_id is null and event_id is null and ${isOld("created_at")})
        or (event_id is not null and not exists (select from events where events.id = event_id))
        or (actor_id is not null and not exists (select from actors where actors.id = changes.actor_id)))
      and not exists (select from change_batches open where open.id = batch_id and followed_at is null)`,
  )
}
