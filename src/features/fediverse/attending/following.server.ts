import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import type { Changed } from "#features/changes/change.ts"
import type { ChangeKind } from "#features/changes/kinds.ts"
import { enqueue, enqueueAll } from "#queue/enqueue.ts"

/** Kinds of changes after which a page may or may no longer act on the Fediverse. */
const turns: ReadonlySet<ChangeKind> = new Set<ChangeKind>([
  "published",
  "withdrawn",
  "hidden",
  "shown_again",
  "deleted",
  "restored",
  "purged",
])

/**
 * Queues jobs that tell the hosts of remote events about the answers of people here. They are queued in the transaction of
 * the answer and send its state at the time they run. Also queues one when a page that attends remote events disappears.
 */
export async function queueJoinSettlement(tx: Db, changes: readonly Changed[]): Promise<void> {
  const answers = changes.flatMap(({ kind, subject, by }) =>
    kind === "answered" && "event" in subject && by.userId !== null
      ? [{ eventId: subject.event, userId: by.userId }]
      : [],
  )
  if (answers.length > 0) {
    const { rows } = await sql<{ event_id: number }>`
      select event_id from fediverse_events where event_id = any(${answers.map(({ eventId }) => eventId)}::bigint[])`.execute(
      tx,
    )
    const elsewhere = new Set(rows.map(({ event_id }) => event_id))
    const told = answers.filter(({ eventId }) => elsewhere.has(eventId))
    if (told.length > 0) await forgetRefusals(tx, told)
    await enqueueAll(tx, "fediverse.settle-join", told)
  }
  // A remote event is deleted when nobody follows its author any more, and the answers to it with it.
  const gone = changes.flatMap(({ kind, subject }) => ("event" in subject && kind === "purged" ? [subject.event] : []))
  const pages = changes.flatMap(({ kind, subject }) => ("actor" in subject && turns.has(kind) ? [subject.actor] : []))
  if (pages.length + gone.length === 0) return
  const { rows } = await sql`
    select from attendances t join fediverse_events fe on fe.event_id = t.event_id
    where t.actor_id = any(${pages}::bigint[]) and t.value = 'confirmed'
    union all
    select from fediverse_joins j join fediverse_identities i on i.id = j.identity_id
    where (i.actor_id = any(${pages}::bigint[]) or j.event_id = any(${gone}::bigint[])) and j.state in ('asked', 'accepted') limit 1`.execute(
    tx,
  )
  if (rows.length > 0) await enqueue(tx, "fediverse.settle-joins", {})
}

/** Clears the refusals of people who withdrew their answer, so that a new answer asks again even if it comes before any job. */
async function forgetRefusals(tx: Db, answers: { eventId: number; userId: number }[]): Promise<void> {
  await sql`
    update fediverse_joins j set state = 'left'
    from unnest(${answers.map(({ eventId }) => eventId)}::bigint[], ${answers.map(({ userId }) => userId)}::bigint[])
      as said (event_id, user_id)
    where j.event_id = said.event_id and j.user_id = said.user_id and j.state in ('rejected', 'ignored')
      and not exists (select from attendances t
        where t.event_id = j.event_id and t.user_id = j.user_id and t.value = 'confirmed')`.execute(tx)
}
