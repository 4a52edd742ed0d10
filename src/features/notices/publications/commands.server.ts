import { type RawBuilder, sql } from "kysely"
import type { Db } from "#db/connection.ts"
import type { Changed, LoggedChange } from "#features/changes/change.ts"
import type { ChangeKind } from "#features/changes/kinds.ts"
import { enqueue } from "#queue/enqueue.ts"
import { graceSeconds } from "../notice.ts"

// Notifies followers who asked a page to be told at once of what is published (docs/decisions/0040).

/** Longest time that publications wait for further ones; an import that takes hours is reported in several notices. */
export const longestWait = "30 minutes"
/** Days for which notices of publications stay in inboxes. */
const days = 90

/** Kinds of changes after which an event may be public that was not before, or name another page. */
const appears: ReadonlySet<ChangeKind> = new Set<ChangeKind>([
  "created",
  "copied",
  "published",
  "restored",
  "shown_again",
  "confirmation_accepted",
])

/** Returns whether followers may have asked to be notified of a change at once. */
export function mayNotifyFollowers({
  subject,
  kind,
  isPublic,
  by,
}: Pick<Changed, "subject" | "kind" | "isPublic" | "by">) {
  return "event" in subject && isPublic && appears.has(kind) && by.through !== "sample"
}

/**
 * Writes which events became public, for followers who asked to be notified at once by one of their pages: host, confirmed
 * co-organisers and line-up, and the place. What one person publishes within moments is one notice, even an import or a
 * series. Events that were public before are not news, unless they were withdrawn before anybody was notified.
 */
export async function notifyFollowers(tx: Db, changes: LoggedChange[]): Promise<void> {
  for (const [userId, those] of Map.groupBy(changes, ({ by }) => by.userId)) {
    const rows = those.flatMap(({ id, subject, kind, fields }) => {
      if (!("event" in subject)) return []
      const [, said] = fields.confirmation ?? []
      const page = (said as { fid?: string } | null | undefined)?.fid ?? null
      return kind === "confirmation_accepted" && page === null ? [] : [{ event: subject.event, change: id, page }]
    })
    const { rows: fresh } = await sql<{ event_id: number; actor_id: number; user_id: number | null }>`
      select distinct on (named.event_id, named.actor_id) named.event_id, named.actor_id,
        (select u.id from users u where u.id = coalesce(${userId}::bigint, (select c.user_id from changes c
          where c.event_id = named.event_id and c.action = 'scheduled' order by c.id desc limit 1))) as user_id
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(event bigint, change bigint, page text)
      join (${pagesOf(rows.map(({ event }) => event))}) as named(event_id, actor_id) on named.event_id = given.event
      join actors a on a.id = named.actor_id and a.status = 'published' and (given.page is null or given.page = a.fid)
      left join notice_events noted on noted.event_id = named.event_id and noted.actor_id = named.actor_id
      where exists (select from follows f where f.actor_id = named.actor_id and f.notify = 'now')
        and noted.told_at is null
        and (noted.notice_id is null or exists (select from notices n where n.id = noted.notice_id and n.started_at is not null))
        and (given.page is not null or noted.event_id is not null or not exists (select from changes c
          where c.event_id = named.event_id and c.id < given.change and (c.is_public or c.action = 'published')))`.execute(
      tx,
    )
    if (fresh.length > 0) await addToNotice(tx, userId ?? 0, fresh)
  }
}

/**
 * SQL condition: event `e` is announced to followers. It is public, has a date to come, is not cancelled, and its makers
 * allow it.
 */
export const isAnnounced = sql.raw("e.listed and e.tells and e.last_until > now() and e.status <> 'cancelled'")

/** SQL of the pages (event_id, actor_id) whose followers are notified of these events. Pages that did not agree are left out. */
function pagesOf(events: number[]): RawBuilder<unknown> {
  const ids = sql`any(${events}::bigint[])`
  return sql`
    select p.event_id, p.actor_id from (
      select event_id, actor_id from event_organizers where event_id = ${ids} and status = 'accepted'
      union select event_id, actor_id from event_lineup where event_id = ${ids} and confirmed and actor_id is not null
      -- A house that nobody manages has nobody who could agree.
      union select h.id, h.place_id from events h where h.id = ${ids} and h.place_id is not null
        and (exists (select from event_confirmations ec where ec.event_id = h.id and ec.actor_id = h.place_id
            and ec.part = 'place' and ec.status = 'accepted')
          or not exists (select from relations r where r.actor_id = h.place_id and r.user_id is not null
            and r.status = 'accepted' and r.relation in ('owner', 'member', 'assistant')))
    ) as p join events e on e.id = p.event_id and ${isAnnounced}`
}

/** Adds events to the open notice of their publisher (a user, or the schedule); the last job queued for it sends the notice. */
async function addToNotice(
  tx: Db,
  publisher: number,
  rows: { event_id: number; actor_id: number; user_id: number | null }[],
): Promise<void> {
  const { rows: made } = await sql<{ id: number; rounds: number }>`
    insert into notices (kind, user_id, publisher)
    values ('published', (select id from users where id = ${publisher}), ${publisher})
    on conflict (publisher) where publisher is not null do update set rounds = notices.rounds + 1
    returning id, rounds`.execute(tx)
  const { id, rounds } = made[0] as { id: number; rounds: number }
  await sql`
    insert into notice_events (event_id, actor_id, notice_id, user_id)
    select event_id, actor_id, ${id}, user_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(event_id bigint, actor_id bigint, user_id bigint)
    on conflict (event_id, actor_id) do update set notice_id = excluded.notice_id, user_id = excluded.user_id`.execute(
    tx,
  )
  await enqueue(tx, "notices.gather", { noticeId: id, round: rounds }, { startAfter: graceSeconds })
}

/**
 * Starts sending a notice of publications, with those events that may still be announced. Returns false when there are none,
 * or when the notice waits for later additions.
 */
export async function startPublications(tx: Db, noticeId: number, round: number | undefined): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean; hasBegun: boolean }>`
    select started_at is not null as "hasBegun",
      rounds > ${round ?? null}::int and created_at > now() - ${longestWait}::interval as waits
    from notices where id = ${noticeId} and gathered_at is null for update`.execute(tx)
  const notice = rows[0]
  if (!notice) return false
  if (notice.hasBegun) return true
  if (notice.waits) return false
  const { numAffectedRows } = await sql`
    update notice_events set told_at = now() from events e
    where notice_id = ${noticeId} and e.id = notice_events.event_id and ${isAnnounced}`.execute(tx)
  if (!numAffectedRows) {
    await tx.deleteFrom("notices").where("id", "=", noticeId).execute()
    return false
  }
  await sql`update notices set publisher = null, started_at = now() where id = ${noticeId}`.execute(tx)
  return true
}

/** SQL condition: an old notice of publications, to be deleted; which events were announced stays stored. */
export const isExpired = sql`kind = 'published' and created_at < now() - make_interval(days => ${days})`
