import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import type { SignedIn } from "#features/accounts/viewer.ts"
import { enqueue } from "#queue/enqueue.ts"
import { managersOfEvent } from "#features/events/access/queries.server.ts"
import { gatherRecipients } from "../gather.server.ts"
import { type AnswerCounts, type Facts, graceSeconds, type ReactionCounts } from "../notice.ts"

/** Shortest interval between two notices of answers for one event. */
const pause = "1 day"

/**
 * Adds an answer to the notice for the managers of the event: they get the first one soon and later ones together, once a
 * day. Answers of managers themselves are not reported.
 */
export async function noteAnswer(tx: Db, by: Pick<SignedIn, "userId">, eventId: number): Promise<void> {
  const { rows: own } = await sql`
    select from (${managersOfEvent(eventId)}) as managers where user_id = ${by.userId} limit 1`.execute(tx)
  if (own.length > 0) return
  const noticeId = await waitingNotice(tx, eventId)
  await sql`insert into notice_people (notice_id, user_id) values (${noticeId}, ${by.userId})
    on conflict do nothing`.execute(tx)
}

/** Adds the attendance of a remote person to the notice, where it is counted with the others. */
export async function noteRemoteAnswer(tx: Db, eventId: number): Promise<void> {
  await waitingNotice(tx, eventId)
}

/** Adds a remote like, share or reply to the notice for the managers of the event; those of a day are reported together. */
export async function noteReaction(tx: Db, eventId: number): Promise<void> {
  await waitingNotice(tx, eventId, "reactions")
}

/**
 * Notifies a user that the remote host of an event rejected their attendance; once, however often the host changes its mind.
 * @param asked when the host was asked
 */
export async function noteRefusal(tx: Db, userId: number, eventId: number, host: string, asked: Date): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    with made as (
      insert into notices (kind, event_id, event_title, event_language, becomes)
      select 'refused', id, title, language, ${JSON.stringify({ host } satisfies Facts)}::jsonb from events
      where id = ${eventId} and not exists (
        select from notices n where n.kind = 'refused' and n.event_id = ${eventId} and n.created_at >= ${asked}
          and (exists (select from notice_people p where p.notice_id = n.id and p.user_id = ${userId})
            or exists (select from deliveries d where d.notice_id = n.id and d.user_id = ${userId})))
      returning id),
    told as (insert into notice_people (notice_id, user_id) select id, ${userId} from made)
    select id from made`.execute(tx)
  for (const { id } of rows) await enqueue(tx, "notices.gather", { noticeId: id })
}

/** Events whose organisers are notified at once; for others, the answers are only shown where the event is managed. */
const mostAtOnce = 20

/** Adds the latest answers that a user gave before confirming their address. */
export async function noteConfirmedAnswers(tx: Db, userId: number): Promise<void> {
  const { rows } = await sql<{ event_id: number }>`
    select distinct t.event_id from attendances t join events e on e.id = t.event_id and e.listed
    where t.user_id = ${userId} 
    order by t.event_id desc limit ${mostAtOnce}`.execute(tx)
  for (const { event_id } of rows) await noteAnswer(tx, { userId }, event_id)
}

/** Kinds of notices that gather several answers or reactions. */
type Gathered = "answers" | "reactions"

/**
 * Returns the id of the event's open notice that gathers answers, made if necessary; it is locked so that it is not sent
 * before this answer is added.
 */
async function waitingNotice(tx: Db, eventId: number, kind: Gathered = "answers"): Promise<number> {
  for (;;) {
    const { rows: found } = await sql<{ id: number }>`
      select id from notices where event_id = ${eventId} and kind = ${kind} and started_at is null
      for key share`.execute(tx)
    if (found[0]) return found[0].id
    const { rows: made } = await sql<{ id: number; wait: number }>`
      insert into notices (kind, event_id) values (${kind}, ${eventId})
      on conflict (event_id) where kind = ${sql.lit(kind)} and started_at is null do nothing
      returning id, (select greatest(${graceSeconds}, ceil(extract(epoch from max(told.started_at) + ${pause}::interval - now())))::int
        from notices told where told.event_id = ${eventId} and told.kind = ${kind}) as wait`.execute(tx)
    const notice = made[0]
    // Another transaction inserted it a moment ago: either it is found now, or it was sent meanwhile.
    if (!notice) continue
    await enqueue(tx, "notices.answers", { noticeId: notice.id }, { startAfter: notice.wait })
    return notice.id
  }
}

/**
 * Sends the managers of an event the number of answers or remote reactions since the last notice; if all were withdrawn,
 * nothing is sent.
 */
export async function sendAnswerNotice(db: Db, noticeId: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // Lock first, then count, so that answers being added meanwhile are included.
    const { rows } = await sql<{ kind: Gathered }>`
      select kind from notices where id = ${noticeId} and started_at is null for update`.execute(tx)
    if (!rows[0]) return
    const facts: Facts =
      rows[0].kind === "answers"
        ? { answers: await countAnswers(tx, noticeId) }
        : { reactions: await countReactions(tx, noticeId) }
    if (Object.values(facts.answers ?? facts.reactions ?? {}).every((count) => count === 0)) {
      await tx.deleteFrom("notices").where("id", "=", noticeId).execute()
      return
    }
    await tx
      .updateTable("notices")
      .set({ becomes: JSON.stringify(facts), started_at: sql`now()` })
      .where("id", "=", noticeId)
      .execute()
  })
  await gatherRecipients(db, noticeId)
}

/**
 * Counts the present answer of each person in the notice. People without a confirmed address are counted once they confirm
 * one.
 */
async function countAnswers(tx: Db, noticeId: number): Promise<AnswerCounts> {
  const { rows } = await sql<AnswerCounts>`
    select count(*) filter (where value = 'confirmed')::int + (
        select count(*)::int from notices n join events e on e.id = n.event_id and e.deleted_at is null
        join fediverse_attendances f on f.event_id = n.event_id and f.state = 'accepted' and f.joined_at >= n.created_at
        where n.id = ${noticeId}) as confirmed,
      count(*) filter (where value = 'interested')::int as interested,
      count(*) filter (where value = 'declined')::int as declined
    from (
      select distinct on (t.user_id) t.value from notices n
      join events e on e.id = n.event_id and e.deleted_at is null
      join notice_people p on p.notice_id = n.id
      join attendances t on t.event_id = n.event_id and t.user_id = p.user_id
      join actors a on a.id = t.actor_id and a.awaits_address_since is null
      where n.id = ${noticeId} order by t.user_id, t.updated_at desc, t.id desc) as latest`.execute(tx)
  return rows[0] as AnswerCounts
}

/** Counts the remote reactions since the notice was opened that still exist. */
async function countReactions(tx: Db, noticeId: number): Promise<ReactionCounts> {
  const { rows } = await sql<ReactionCounts>`
    select count(*) filter (where f.kind = 'reply')::int as reply, count(*) filter (where f.kind = 'like')::int as "like",
      count(*) filter (where f.kind = 'announce')::int as announce
    from notices n join events e on e.id = n.event_id and e.deleted_at is null
    join fediverse_reactions f on f.event_id = n.event_id and f.created_at >= n.created_at
    where n.id = ${noticeId}`.execute(tx)
  return rows[0] as ReactionCounts
}

/** Merges the open notices of two events that become one. Both events are locked. */
export async function mergeAnswers(tx: Db, from: number, to: number): Promise<void> {
  await sql`
    with waiting as (
      select id, event_id, kind, created_at from notices
      where event_id in (${from}, ${to}) and kind in ('answers', 'reactions') and started_at is null
      order by id for update),
    moved as (
      insert into notice_people (notice_id, user_id)
      select there.id, p.user_id from waiting here join waiting there on there.event_id = ${to} and there.kind = here.kind
      join notice_people p on p.notice_id = here.id
      where here.event_id = ${from} on conflict do nothing),
    -- What was said of either since is counted.
    since as (
      update notices set created_at = least(there.created_at, here.created_at) from waiting here, waiting there
      where notices.id = there.id and there.event_id = ${to} and here.event_id = ${from} and here.kind = there.kind)
    delete from notices using waiting here, waiting there
    where notices.id = here.id and here.event_id = ${from} and there.event_id = ${to}
      and there.kind = here.kind`.execute(tx)
}
