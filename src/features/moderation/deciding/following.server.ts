import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { managersOfPage, managesOrSuspended } from "#features/actors/access/queries.server.ts"
import type { Changed, LoggedChange } from "#features/changes/change.ts"
import { managersOfEvent } from "#features/events/access/queries.server.ts"
import type { Jobs } from "#queue/catalogue.ts"
import { enqueueAll } from "#queue/enqueue.ts"

/** Most people of an event or page who are mailed; the others read the decision in the journal. */
const mostMailed = 50

/** Whether a change is a decision of moderators that the page must be notified of, with its reason. */
export function isDecision<One extends Pick<Changed, "kind">>(change: One): change is One & { kind: Decision } {
  return change.kind === "hidden" || change.kind === "correction_asked"
}

type Decision = Jobs["moderation.staff-mail"]["kind"]

/**
 * Queues mails to the managers of what moderators decided about, except to the moderator who decided; also to suspended accounts
 * (DSA art. 17 makes no difference).
 */
export async function notifyStaff(tx: Db, changes: LoggedChange[]): Promise<void> {
  for (const { id: changeId, kind, subject, by } of changes.filter(isDecision)) {
    if (!("event" in subject || "actor" in subject)) continue
    const managers =
      "event" in subject
        ? managersOfEvent(subject.event, managesOrSuspended)
        : managersOfPage(sql`${subject.actor}::bigint`, managesOrSuspended)
    const { rows } = await sql<{ userId: number }>`
      select distinct user_id as "userId" from (${managers}) managers
      where user_id is distinct from ${by.userId} order by 1 limit ${mostMailed}`.execute(tx)
    await enqueueAll(
      tx,
      "moderation.staff-mail",
      rows.map(({ userId }) => ({ userId, kind, subject, changeId })),
    )
  }
}
