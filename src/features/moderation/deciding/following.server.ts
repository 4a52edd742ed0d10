import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import type { Changed, LoggedChange } from "#features/changes/change.ts"
import { enqueueAll } from "#queue/enqueue.ts"

/** So many people of one event or page are mailed at most; the others read it in the journal. */
const mostMailed = 50

/** Is it a decision of moderators that a page has to be told, with its reason? */
export function isDecision<One extends Pick<Changed, "kind">>(change: One): change is One & { kind: Decision } {
  return change.kind === "hidden" || change.kind === "correction_asked"
}

type Decision = "hidden" | "correction_asked"

/** Has those mailed who have in hand what moderators decided of, but for who decided. */
export async function tellStaff(tx: Db, changes: LoggedChange[]): Promise<void> {
  for (const { kind, subject, by } of changes.filter(isDecision)) {
    if (!("event" in subject || "actor" in subject)) continue
    const pages =
      "event" in subject
        ? sql`select actor_id from event_organizers where event_id = ${subject.event} and status = 'accepted'`
        : sql`select ${subject.actor}::bigint`
    const { rows } = await sql<{ userId: number }>`
      select distinct r.user_id as "userId" from relations r
      where r.actor_id in (${pages}) and r.status = 'accepted' and r.relation in ('owner', 'member', 'assistant')
        and r.user_id is not null and r.user_id is distinct from ${by.userId}
      order by 1 limit ${mostMailed}`.execute(tx)
    await enqueueAll(
      tx,
      "moderation.staff-mail",
      rows.map(({ userId }) => ({ userId, kind, subject })),
    )
  }
}
