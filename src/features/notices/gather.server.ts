import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { piecesOf } from "#lib/pieces.ts"
import { enqueueAll } from "#queue/enqueue.ts"
import { choiceOf, type RecipientFields, recipientsOf } from "./audience.server.ts"
import { reasons } from "./notice.ts"
import { publicationsOfEach } from "./publications/audience.server.ts"
import { startPublications } from "./publications/commands.server.ts"

/** Recipients handled in one transaction. */
const step = 500
/** Deliveries in one job: a job costs more than a mail. */
const together = 10

/**
 * Gathers the recipients of a notice and writes a delivery for each channel they chose, each exactly once. Recipients are
 * processed by user id, and the progress is stored in the same transaction, so that an interrupted run continues. Suspended
 * users are skipped.
 * @param round for a notice that may still grow: how often it had been extended when the job was queued
 */
export async function gatherRecipients(db: Db, noticeId: number, size = step, round?: number): Promise<void> {
  while (await db.transaction().execute((tx) => gatherSome(tx, noticeId, size, round))) {
    // Repeat until all recipients are gathered.
  }
}

async function gatherSome(tx: Db, noticeId: number, size: number, round: number | undefined): Promise<boolean> {
  const { rows } = await sql<RecipientFields & { gathered_to: number; hidden: boolean }>`
    select n.id, n.kind, n.event_id, n.actor_id, n.relation_id, n.claim_id, to_json(n.occurrence_ids) as occurrence_ids,
      to_json(n.followed) as followed, to_json(n.answers) as answers, n.user_id, n.gathered_to,
      coalesce(e.hidden_at is not null, false) as hidden
    from notices n left join events e on e.id = n.event_id
    where n.id = ${noticeId} and n.gathered_at is null for update of n`.execute(tx)
  const notice = rows[0]
  if (!notice) return false
  if (notice.kind === "published" && !(await startPublications(tx, noticeId, round))) return false
  const choice = choiceOf(notice.kind)
  // Invitations and decided claims are mailed elsewhere. Who claimed a page gets the decision whatever their settings.
  const isMailedElsewhere = notice.kind === "invitation" || notice.kind === "claim"
  const isOwed = notice.kind === "claim"
  // Each recipient of a notice of publications gets only the events that concern them, and nothing if there are none.
  const concern =
    notice.kind === "published"
      ? sql`(${publicationsOfEach(noticeId)})`
      : sql`(select user_id, null::int as events, null::bigint as event_id, null::bigint as actor_id from people)`
  const { rows: made } = await sql<{ last: number | null; count: number; mails: number[]; pushes: number[] }>`
    with people as materialized (${recipientsOf(notice, notice.gathered_to, size)}),
    told as (
      select p.user_id, concern.events, concern.event_id, concern.actor_id, (${[...reasons]}::text[])[p.rank + 1] as because,
        exists (select from emails m where m.user_id = u.id and m.is_primary and m.verified_at is not null) as has_address,
        ${choice} = any(u.notify) as wants_mail, ${choice} = any(u.notify_app) or ${isOwed} as wants_app
      from people p join ${concern} as concern on concern.user_id = p.user_id join users u on u.id = p.user_id
      where u.suspended_at is null and not ${notice.hidden}
    ),
    made as (
      insert into deliveries (notice_id, user_id, channel, because, state, sent_at, events, event_id, actor_id)
      select ${noticeId}::bigint, user_id, 'mail', because, 'queued', null::timestamptz, events, event_id, actor_id from told
        where wants_mail and has_address and not ${isMailedElsewhere}
      union all
      -- Who chose mail alone and has no address that is theirs is told here, lest they are not told at all.
      select ${noticeId}::bigint, user_id, 'app', because, 'sent', now(), events, event_id, actor_id
        from told where wants_app or (wants_mail and not has_address)
      union all
      -- To devices goes what somebody asked to hear at once, by whichever way.
      select ${noticeId}::bigint, user_id, 'push', because, 'queued', null, events, event_id, actor_id from told
        where ${notice.kind === "published"} and (wants_app or wants_mail)
          and exists (select from push_devices device where device.user_id = told.user_id)
      on conflict (notice_id, user_id, channel) do nothing
      returning id, channel
    )
    select (select max(user_id) from people) as last, (select count(*) from people)::int as count,
      to_json(array(select id from made where channel = 'mail')) as mails,
      to_json(array(select id from made where channel = 'push')) as pushes`.execute(tx)
  const { last, count, mails, pushes } = made[0] as (typeof made)[number]
  await enqueueAll(tx, "notices.mail", inJobs(mails))
  await enqueueAll(tx, "notices.push", inJobs(pushes))
  const isDone = count < size
  await sql`update notices set started_at = coalesce(started_at, now()), gathered_to = ${last ?? notice.gathered_to},
    gathered_at = ${isDone ? sql`now()` : sql`null`} where id = ${noticeId}`.execute(tx)
  if (isDone) await tx.deleteFrom("notice_people").where("notice_id", "=", noticeId).execute()
  return !isDone
}

function inJobs(ids: number[]): { deliveryIds: number[] }[] {
  return piecesOf(ids, together).map((deliveryIds) => ({ deliveryIds }))
}
