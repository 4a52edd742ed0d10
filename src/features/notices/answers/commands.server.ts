import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import type { SignedIn } from "#features/accounts/viewer.ts"
import { enqueue } from "#queue/enqueue.ts"
import { managersOfEvent } from "#features/events/access/queries.server.ts"
import { gatherPeople } from "../gather.server.ts"
import { type AnswerCounts, type Facts, graceSeconds, type ReactionCounts } from "../notice.ts"

/** Who manages an event is told of answers so often at most. */
const pause = "1 day"

/**
 * Notes that somebody answered an event, for those who manage it: they are told of the first one soon, and of all that
 * come after together, once a day. What they answer themselves tells nobody.
 */
export async function noteAnswer(tx: Db, by: Pick<SignedIn, "userId">, eventId: number): Promise<void> {
  const { rows: own } = await sql`
    select from (${managersOfEvent(eventId)}) as managers where user_id = ${by.userId} limit 1`.execute(tx)
  if (own.length > 0) return
  const noticeId = await waitingNotice(tx, eventId)
  await sql`insert into notice_people (notice_id, user_id) values (${noticeId}, ${by.userId})
    on conflict do nothing`.execute(tx)
}

/** The same of somebody elsewhere who comes: counted with the others. */
export async function noteAnswerElsewhere(tx: Db, eventId: number): Promise<void> {
  await waitingNotice(tx, eventId)
}

/** Notes that people elsewhere like, pass on or comment an event, for those who manage it: all of a day is told together. */
export async function noteReaction(tx: Db, eventId: number): Promise<void> {
  await waitingNotice(tx, eventId, "reactions")
}

/** Tells whoever wanted to come to an event elsewhere that its host took it otherwise. */
export async function noteRefusal(tx: Db, userId: number, eventId: number, host: string): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    with made as (
      insert into notices (kind, event_id, event_title, event_language, becomes)
      select 'refused', id, title, language, ${JSON.stringify({ host } satisfies Facts)}::jsonb from events
      where id = ${eventId} returning id),
    told as (insert into notice_people (notice_id, user_id) select id, ${userId} from made)
    select id from made`.execute(tx)
  for (const { id } of rows) await enqueue(tx, "notices.gather", { noticeId: id })
}

/** Of so many events organisers are told at once; the others show it where they are managed. */
const mostAtOnce = 20

/** The same of what somebody answered last before they confirmed their address. */
export async function noteConfirmedAnswers(tx: Db, userId: number): Promise<void> {
  const { rows } = await sql<{ event_id: number }>`
    select distinct t.event_id from attendances t join events e on e.id = t.event_id and e.listed
    where t.user_id = ${userId} 
    order by t.event_id desc limit ${mostAtOnce}`.execute(tx)
  for (const { event_id } of rows) await noteAnswer(tx, { userId }, event_id)
}

/** What of an event is gathered, and told together. */
type Gathered = "answers" | "reactions"

/** The notice of an event that gathers answers, held so that it is not told before this one is in it. */
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
    // Somebody else's was there a moment ago: it is found now, or was told meanwhile.
    if (!notice) continue
    await enqueue(tx, "notices.answers", { noticeId: notice.id }, { startAfter: notice.wait })
    return notice.id
  }
}

/**
 * Tells those who manage an event how many answered what, or what people elsewhere said of it, since they were last told;
 * nobody, when all took it back.
 */
export async function tellAnswers(db: Db, noticeId: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // Locked first, then counted: whoever was answering meanwhile is there.
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
  await gatherPeople(db, noticeId)
}

/** By what each of them answered last, as it is now. Who has confirmed no address yet is counted once they have. */
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

/** What is still said of it elsewhere, of that which came since the notice waits. */
async function countReactions(tx: Db, noticeId: number): Promise<ReactionCounts> {
  const { rows } = await sql<ReactionCounts>`
    select count(*) filter (where f.kind = 'reply')::int as reply, count(*) filter (where f.kind = 'like')::int as "like",
      count(*) filter (where f.kind = 'announce')::int as announce
    from notices n join events e on e.id = n.event_id and e.deleted_at is null
    join fediverse_reactions f on f.event_id = n.event_id and f.created_at >= n.created_at
    where n.id = ${noticeId}`.execute(tx)
  return rows[0] as ReactionCounts
}

/** Two events become one: what waits to be told of the first is told with what waits for the second. Both are locked. */
export async function joinAnswers(tx: Db, from: number, to: number): Promise<void> {
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
