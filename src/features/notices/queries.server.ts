import { type RawBuilder, sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { isoAt } from "#lib/time.ts"
import { hasPage } from "#features/events/elsewhere/queries.server.ts"
import { paths } from "#web/paths.ts"
import { type RecipientFields, recipientsOf } from "./audience.server.ts"
import { graceSeconds, type NoticeKind } from "./notice.ts"
import type { Audience, Delivery, Notice, Notification } from "./representation.server.ts"

type Page = { start: number; limit: number }
type Site = { publicUrl: string; timezone: string }
type ActorRow = Omit<NonNullable<Notice["actor"]>, "url">

const actorOf = (alias: string) =>
  sql.raw(
    `case when ${alias}.id is not null then json_build_object('fid', ${alias}.fid, 'type', ${alias}.type, 'name', ${alias}.name) end`,
  )
const withUrl = (site: Site, actor: ActorRow | null) =>
  actor && { ...actor, url: `${site.publicUrl}${paths.actor(actor.fid)}` }

/** SQL of the title of the event (`e`) of a notice (`n`): the present one if public, otherwise the last public one. */
export const eventTitle = sql`case when ${hasPage} then e.title else coalesce(n.event_title, e.title) end`
/** SQL condition: the notice is about an event, which may be deleted. */
export const isOfEvent = sql.raw("coalesce(e.title, n.event_title) is not null")
/** SQL join conditions for the event and the page of a notice (`n`); those of publications differ by delivery (`d`). */
export const isAboutEvent = sql.raw(`e.id = coalesce(n.event_id, d.event_id) and (n.kind <> 'published' or e.listed)`)
export const isAboutActor = sql.raw(
  `a.id = coalesce(n.actor_id, d.actor_id) and (n.kind not in ('withdrawn', 'published') or a.status = 'published')`,
)
export const becomesOf = sql.raw(
  `case when n.kind = 'published' then jsonb_build_object('count', d.events) else n.becomes end`,
)
export const eventLanguage = sql`case when ${hasPage} then e.language else coalesce(n.event_language, e.language) end`

/** Lists a user's notifications, newest first, and counts them. */
export async function listNotifications(
  db: Db,
  userId: number,
  state: "all" | "unread" | undefined,
  page: Page,
  site: Site,
): Promise<{ notifications: Notification[]; total: number }> {
  const where = sql`d.user_id = ${userId} and d.channel = 'app' and d.hidden_at is null
    ${state === "unread" ? sql`and d.read_at is null` : sql``}`
  const [{ rows }, total] = await Promise.all([
    sql<Omit<Notification, "created" | "actor"> & { created_at: Date; actor: ActorRow | null }>`
      select d.id, n.kind, n.was, ${becomesOf} as becomes, n.subject, n.body as text, d.because, d.read_at is not null as read,
        d.created_at, ${actorOf("a")} as actor,
        case when ${isOfEvent} then json_build_object('id', e.id, 'title', ${eventTitle},
          'language', ${eventLanguage}, 'listed', coalesce(${hasPage}, false)) end as event
      from deliveries d join notices n on n.id = d.notice_id
      left join events e on ${isAboutEvent}
      left join actors a on ${isAboutActor}
      where ${where} order by d.id desc limit ${page.limit} offset ${page.start}`.execute(db),
    counted(db, sql`deliveries d where ${where}`),
  ])
  return {
    notifications: rows.map(({ created_at, actor, ...rest }) => ({
      ...rest,
      actor: withUrl(site, actor),
      created: isoAt(created_at, site.timezone),
    })),
    total,
  }
}

/** Lists the notices of an event, newest first, with the state of their deliveries. */
export async function listNotices(
  db: Db,
  eventId: number,
  page: Page,
  site: Site,
): Promise<{ notices: Notice[]; total: number }> {
  type Row = Omit<Notice, "created" | "due" | "actor"> & { created_at: Date; due_at: Date; actor: ActorRow | null }
  // Notices of answers and reactions are addressed to the managers, not to attendees and followers.
  const where = sql`n.event_id = ${eventId} and n.kind not in ('answers', 'reactions', 'refused')`
  const [{ rows }, total] = await Promise.all([
    sql<Row>`
      select n.id, n.kind, n.was, n.becomes, n.subject, n.body as text, n.created_at, ${actorOf("asked")} as actor,
        case when u.id is not null then json_build_object('name', coalesce(a.name, u.name, u.username), 'fid', a.fid) end as by,
        case when n.gathered_at is not null then 'done' when n.started_at is not null then 'sending' else 'waiting' end as state,
        n.created_at + make_interval(secs => case when n.kind in ('message', 'invitation') then 0 else ${graceSeconds} end) as due_at,
        json_build_object('answered', d.answered, 'others', d.others) as people,
        json_build_object('queued', d.queued, 'sent', d.mailed, 'failed', d.failed) as mail,
        json_build_object('sent', d.told, 'read', d.read) as app
      from notices n left join users u on u.id = n.user_id
      left join actors a on a.id = u.identity_id and a.status = 'published'
      left join actors asked on asked.id = n.actor_id
      cross join lateral (
        select count(distinct user_id) filter (where because = 'answer')::int as answered,
          count(distinct user_id) filter (where because <> 'answer')::int as others,
          count(*) filter (where channel = 'mail' and state = 'queued')::int as queued,
          count(*) filter (where channel = 'mail' and state = 'sent')::int as mailed,
          count(*) filter (where channel = 'mail' and state = 'failed')::int as failed,
          count(*) filter (where channel = 'app')::int as told,
          count(*) filter (where channel = 'app' and read_at is not null)::int as read
        from deliveries where notice_id = n.id
      ) as d
      where ${where} order by n.id desc limit ${page.limit} offset ${page.start}`.execute(db),
    counted(db, sql`notices n where ${where}`),
  ])
  return {
    notices: rows.map(({ created_at, due_at, actor, ...rest }) => ({
      ...rest,
      actor: withUrl(site, actor),
      created: isoAt(created_at, site.timezone),
      due: isoAt(due_at, site.timezone),
    })),
    total,
  }
}

/** Lists the recipients who answered the event, with the state of their deliveries. Other recipients are not named. */
export async function listDeliveries(
  db: Db,
  eventId: number,
  noticeId: number,
  page: Page,
  site: Site,
): Promise<{ deliveries: Delivery[]; total: number } | undefined> {
  const known = await db
    .selectFrom("notices")
    .select("id")
    .where("id", "=", noticeId)
    .where("event_id", "=", eventId)
    .executeTakeFirst()
  if (!known) return undefined
  type Row = { actor: ActorRow | null; channels: (Delivery["channels"][number] & { sent: string | null })[] }
  const [{ rows }, { rows: all }] = await Promise.all([
    sql<Row>`
      select ${actorOf("a")} as actor, told.channels
      from (
        select user_id, min(id) as first, json_agg(json_build_object('channel', channel, 'state', state, 'failure', failure,
          'sent', sent_at) order by channel desc) as channels
        from deliveries where notice_id = ${noticeId} and because = 'answer'
        group by user_id order by min(id) limit ${page.limit} offset ${page.start}
      ) as told
      join users u on u.id = told.user_id
      left join actors a on a.status = 'published' and a.id = coalesce(
        (select actor_id from attendances t where t.event_id = ${eventId} and t.user_id = told.user_id
          order by t.updated_at desc, t.id desc limit 1), u.identity_id)
      order by told.first`.execute(db),
    sql<{ count: number }>`select count(distinct user_id)::int as count from deliveries
      where notice_id = ${noticeId} and because = 'answer'`.execute(db),
  ])
  return {
    deliveries: rows.map(({ actor, channels }) => ({
      actor: withUrl(site, actor),
      channels: channels.map((one) => ({ ...one, sent: one.sent && isoAt(new Date(one.sent), site.timezone) })),
    })),
    total: all[0]?.count ?? 0,
  }
}

/** Counts the people who would get a notice of a change, or a message, at this moment. */
export async function countAudience(
  db: Db,
  eventId: number,
  userId: number,
  of: { to?: string[] | undefined; occurrences?: number[] | undefined },
): Promise<Audience> {
  const { rows: pages } = await sql<{ id: number }>`
    select actor_id as id from event_organizers where event_id = ${eventId} and position = 0
    union select place_id from events where id = ${eventId} and place_id is not null`.execute(db)
  const asked: RecipientFields = {
    id: 0,
    kind: of.to ? "message" : ("dates" satisfies NoticeKind),
    event_id: eventId,
    actor_id: null,
    relation_id: null,
    claim_id: null,
    occurrence_ids: of.occurrences ?? null,
    followed: pages.map(({ id }) => id),
    answers: of.to ?? null,
    user_id: userId,
  }
  const values = of.to ?? ["interested", "confirmed"]
  const waiting = sql`select t.user_id from attendances t join actors a on a.id = t.actor_id
    where t.event_id = ${eventId} and a.awaits_address_since is not null`
  const [{ rows }, { rows: dates }] = await Promise.all([
    sql<Pick<Audience, "answered" | "others" | "unconfirmed">>`
      select count(*) filter (where rank = 0 and not waits)::int as answered,
        count(*) filter (where rank > 0 and not waits)::int as others, count(*) filter (where waits)::int as unconfirmed
      from (select people.rank, people.user_id in (${waiting}) as waits from (${recipientsOf(asked)}) as people) as told`.execute(
      db,
    ),
    sql<{ occurrence: number | null; answered: number }>`
      with said as (select user_id, occurrence_id from attendances where event_id = ${eventId}
        and value = any(${values}::text[]) and user_id <> ${userId} and user_id not in (${waiting}))
      select occurrence_id as occurrence, count(*)::int as answered from said
      where occurrence_id is null or user_id not in (select user_id from said where occurrence_id is null)
      group by occurrence_id limit 1001`.execute(db),
  ])
  const all = dates.find(({ occurrence }) => occurrence === null)?.answered ?? 0
  return {
    ...(rows[0] ?? { answered: 0, others: 0, unconfirmed: 0 }),
    dates: dates.flatMap(({ occurrence, answered }) =>
      occurrence === null ? [] : [{ occurrence, answered: answered + all }],
    ),
    all_dates: all,
  }
}

async function counted(db: Db, rows: RawBuilder<unknown>): Promise<number> {
  const { rows: found } = await sql<{ count: number }>`select count(*)::int as count from ${rows}`.execute(db)
  return found[0]?.count ?? 0
}

/** Returns the users who answered for occurrences that are about to be removed. */
export async function attendeesOfDates(tx: Db, occurrenceIds: number[]): Promise<number[]> {
  if (occurrenceIds.length === 0) return []
  const rows = await tx
    .selectFrom("attendances")
    .select("user_id")
    .distinct()
    .where("occurrence_id", "in", occurrenceIds)
    .where("value", "<>", "declined")
    .execute()
  return rows.map(({ user_id }) => user_id)
}
