import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { enqueue } from "#queue/enqueue.ts"
import type { Changed, Subject } from "./change.ts"
import { allConsequences } from "./consequences.server.ts"
import { noteContentChange } from "./content.server.ts"
import { differences } from "./differences.ts"
import { kinds } from "./kinds.ts"

/**
 * Records changes of what people can see, one or many at once. Every command that makes such a change calls this at the end
 * of its transaction, once its rows are written: the rows are then locked, so the changes of one subject are numbered in
 * the order in which they take effect. Writes the log, raises the version of the content, runs the consequences that must
 * hold at once and queues one job for the others (src/changes.ts lists them). A thousand changes are logged in one statement.
 */
export async function changed(tx: Db, one: Changed | readonly Changed[]): Promise<void> {
  const changes = Array.isArray(one) ? (one as readonly Changed[]) : [one as Changed]
  const consequences = allConsequences()
  if (changes.length === 0) return
  // Outside a transaction, the immediate consequences would be lost if a later statement failed.
  if (!tx.isTransaction) throw new Error("a change is told in the transaction that makes it")

  const wanted = consequences.flatMap(({ name, wants, later }) =>
    later && changes.some((change) => wants?.(change) ?? true) ? [name] : [],
  )
  const batch = await writeLog(tx, changes, wanted)
  if (changes.some(({ isPublic }) => isPublic)) noteContentChange()
  for (const { now } of consequences) await now?.(tx, [...changes])
  if (batch !== null) await enqueue(tx, "changes.follow", { batch })
}

/** Writes the changes to the log, in order, and notifies caches of public answers. Returns the batch id if a job must follow. */
async function writeLog(tx: Db, changes: readonly Changed[], wanted: string[]): Promise<number | null> {
  const isPublic = changes.some((change) => change.isPublic)
  const { rows } = await sql<{ batch: number | null }>`
    with batch as (
      insert into change_batches (wanted) select ${wanted}::text[] where ${wanted.length > 0}::boolean returning id),
    written as (
      insert into changes (subject_kind, subject_id, actor_id, event_id, user_id, by_actor_id, through, by_office, action,
        fields, is_public, batch_id)
      select given.subject_kind, given.subject_id, given.actor_id, given.event_id,
        -- Who did it may have left since.
        (select id from users where id = given.user_id), given.by_actor_id,
        given.through, given.by_office, given.action, coalesce(given.fields, '{}'), given.is_public, (select id from batch)
      from rows from (jsonb_to_recordset(${json(changes.map(rowOf))}::jsonb) as (subject_kind text, subject_id bigint,
        actor_id bigint, event_id bigint, user_id bigint, by_actor_id bigint, through text, by_office boolean, action text,
        fields jsonb, is_public boolean)) with ordinality as given(subject_kind, subject_id, actor_id, event_id, user_id,
        by_actor_id, through, by_office, action, fields, is_public, position)
      order by given.position)
    select (select id from batch) as batch ${isPublic ? sql`, pg_notify('content_changed', '')` : sql``}`.execute(tx)
  return rows[0]?.batch ?? null
}

function rowOf({ by, subject, kind, isPublic, before, after, unseen }: Changed) {
  const [subject_kind, subject_id] = Object.entries(subject)[0] as [string, number]
  const isShown = kinds[kind].isInJournal && by.through !== "sample"
  const fields = before && after ? differences(before, after) : undefined
  for (const name of unseen ?? []) if (fields) fields[name] ??= []
  return {
    subject_kind,
    subject_id,
    ...(isShown ? journalOf(subject) : {}),
    user_id: by.userId,
    by_actor_id: by.actorId,
    through: by.through,
    by_office: by.isOffice,
    action: kind,
    fields,
    is_public: isPublic,
  }
}

/** Raises the version of the content when a later step changes what everybody can see, so that cached answers become stale. */
export async function raiseContentVersion(tx: Db): Promise<void> {
  noteContentChange()
  await sql`select pg_notify('content_changed', '')`.execute(tx)
}

/** Returns the event or the actor in whose journal the change is listed. */
function journalOf(subject: Subject): { event_id?: number; actor_id?: number } {
  if ("event" in subject) return { event_id: subject.event }
  return "actor" in subject ? { actor_id: subject.actor } : {}
}

/** Serializes a value as JSON that PostgreSQL accepts: without NUL and without lone surrogates. */
function json(value: unknown): string {
  return JSON.stringify(value, (_, each) =>
    typeof each === "string" ? each.toWellFormed().replaceAll("\0", "") : each,
  )
}

/** Deletes the journals of events and actors that are deleted for good, except the deletions, which still have to be followed. */
export async function forgetJournals(tx: Db, { events = [], actors = [] }: { events?: number[]; actors?: number[] }) {
  const those = sql`(event_id = any(${events}::bigint[]) or actor_id = any(${actors}::bigint[]))`
  await sql`delete from changes where action <> 'deleted' and ${those}`.execute(tx)
  await sql`update changes set event_id = null, actor_id = null where ${those}`.execute(tx)
}
