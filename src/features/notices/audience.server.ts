import { type RawBuilder, sql } from "kysely"
import { managersOfPage } from "#features/actors/access/queries.server.ts"
import { managersOfEvent } from "#features/events/access/queries.server.ts"
import { type Choice, type NoticeKind, type NoticeReason, reasons } from "./notice.ts"
import { followersToNotify } from "./publications/audience.server.ts"

/** The fields of a notice that decide who receives it. */
export type RecipientFields = {
  id: number
  kind: NoticeKind
  event_id: number | null
  actor_id: number | null
  relation_id: number | null
  claim_id: number | null
  occurrence_ids: number[] | null
  followed: number[]
  answers: string[] | null
  /** The author of the change, who is not notified of it. */
  user_id: number | null
}

/** Returns the setting that a kind of notice belongs to (users.notify, users.notify_app). */
export function choiceOf(kind: NoticeKind): Choice {
  if (kind === "confirmation") return "invitation"
  if (kind === "invitation" || kind === "claim" || kind === "webhook") return "page"
  if (kind === "published") return "new"
  return kind === "answers" || kind === "reactions" ? "answer" : "change"
}

/** Reasons that can be stored with a recipient of a notice (notice_people.because), strongest first. */
const noted = ["answer", "agenda", "follow"] as const satisfies NoticeReason[]

/** SQL aggregate: the strongest of several reasons to notify one person. */
export const strongestReason = sql`(${[...noted]}::text[])[min(array_position(${[...noted]}::text[], because))]`

const rankOf = (because: NoticeReason) => reasons.indexOf(because)

/**
 * SQL of the recipients of a notice, each once (user_id, rank); the only place where this is decided. Ordered by user id,
 * from `after` on and at most `limit`, so that thousands of recipients are processed in small steps.
 */
export function recipientsOf(notice: RecipientFields, after = 0, limit = 1_000_000): RawBuilder<unknown> {
  const branches = branchesOf(notice, after, limit)
  const each = branches.map(
    ({ rank, rows }) => sql`select user_id, ${sql.lit(rank)} as rank from (
      select distinct user_id from (${rows}) as branch
      where user_id > ${after} and user_id is distinct from ${notice.user_id}::bigint order by user_id limit ${limit}) as one`,
  )
  return sql`select user_id, min(rank) as rank from (${sql.join(each, sql` union all `)}) as all_of_them
    group by user_id order by user_id limit ${limit}`
}

type Branch = { rank: number; rows: RawBuilder<unknown> }

function branchesOf(notice: RecipientFields, after: number, limit: number): Branch[] {
  if (notice.kind === "published") return [{ rank: rankOf("follow"), rows: followersToNotify(notice.id, after, limit) }]
  if (notice.kind === "answers" || notice.kind === "reactions")
    return [{ rank: rankOf("event"), rows: managersOfEvent(notice.event_id) }]
  if (notice.kind === "refused") return [{ rank: rankOf("answer"), rows: noticed(notice) }]
  if (notice.kind === "webhook") return [{ rank: rankOf("page"), rows: managersOfPage(sql`${notice.actor_id}`) }]
  if (notice.kind === "claim") return [{ rank: rankOf("claim"), rows: claimed(notice) }]
  return notice.kind === "confirmation" || notice.kind === "invitation" ? asked(notice) : concerned(notice)
}

const noticed = ({ id }: RecipientFields) => sql`select p.user_id from notice_people p where p.notice_id = ${id}`
const claimed = ({ claim_id }: RecipientFields) => sql`select c.user_id from claims c where c.id = ${claim_id}`

function concerned({ id, kind, event_id, occurrence_ids, followed, answers }: RecipientFields): Branch[] {
  const ofDates =
    occurrence_ids === null
      ? sql``
      : sql`and (t.occurrence_id is null or t.occurrence_id = any(${occurrence_ids}::bigint[]))`
  const answered = sql`select t.user_id from attendances t where t.event_id = ${event_id}
    and t.value = any(${answers ?? ["interested", "confirmed"]}::text[]) ${ofDates}`
  if (kind === "message") return [{ rank: rankOf("answer"), rows: answered }]
  // The return of an event concerns those who were notified of its withdrawal.
  if (kind === "returned")
    return reasons.map((because) => ({
      rank: rankOf(because),
      rows: sql`select d.user_id from notices gone join deliveries d on d.notice_id = gone.id
        where gone.event_id = ${event_id} and gone.kind = 'withdrawn' and d.because = ${because}`,
    }))
  return [
    { rank: rankOf("answer"), rows: answered },
    ...noted.map((because) => ({
      rank: rankOf(because),
      rows: sql`select p.user_id from notice_people p where p.notice_id = ${id} and p.because = ${because}`,
    })),
    {
      rank: rankOf("agenda"),
      rows: sql`select a.user_id from agenda_entries entry join agendas a on a.id = entry.agenda_id
        where entry.event_id = ${event_id}`,
    },
    {
      rank: rankOf("follow"),
      rows: sql`select f.user_id from follows f where f.actor_id = any(${followed}::bigint[])`,
    },
  ]
}

/** Returns the managers of a page that is asked for something, as long as it has not answered. */
function asked({ kind, event_id, actor_id, relation_id }: RecipientFields): Branch[] {
  if (kind === "confirmation") {
    const isOpen = sql`(exists (select from event_organizers eo
        where eo.event_id = ${event_id} and eo.actor_id = ${actor_id} and eo.status = 'pending')
      or exists (select from event_lineup l where l.event_id = ${event_id} and l.actor_id = ${actor_id} and not l.confirmed)
      or exists (select from events e where e.id = ${event_id} and e.place_id = ${actor_id}
        and not exists (select from event_confirmations ec
          where ec.event_id = e.id and ec.actor_id = e.place_id and ec.part = 'place')))`
    // A notice about many events of an import has no event of its own.
    const isAsked = event_id === null ? sql`true` : isOpen
    return [{ rank: rankOf("page"), rows: sql`${managersOfPage(sql`${actor_id}`)} and ${isAsked}` }]
  }
  const invited = sql`relations i where i.id = ${relation_id} and i.status = 'pending'`
  return [
    { rank: rankOf("page"), rows: sql`select i.user_id from ${invited} and i.user_id is not null` },
    { rank: rankOf("page"), rows: managersOfPage(sql`(select i.related_actor_id from ${invited})`) },
  ]
}
