import { type RawBuilder, sql } from "kysely"
import type { Db } from "#db/connection.ts"
import type { Viewer } from "#features/accounts/viewer.ts"
import { isStaff } from "#features/actors/access/queries.server.ts"
import type { Site } from "#features/actors/queries.server.ts"
import { isoAt } from "#lib/time.ts"
import { paths } from "#web/paths.ts"
import type { Channel, MessageState } from "./message.ts"
import type { MessageOf } from "./representation.server.ts"

/** Returns the channels for writing to a page; none where nobody would read the message. */
export async function channelsOf(db: Db, actorId: number): Promise<Channel[]> {
  const { rows } = await sql<{ hands: number; addresses: number }>`
    select count(*)::int as hands, count(e.id)::int as addresses
    from relations r left join emails e on e.user_id = r.user_id and e.is_primary and e.verified_at is not null
    where r.actor_id = ${actorId} and ${isStaff}`.execute(db)
  const { hands = 0, addresses = 0 } = rows[0] ?? {}
  return [...(addresses > 0 ? (["email"] as const) : []), ...(hands > 0 ? (["inbox"] as const) : [])]
}

type Row = Omit<MessageOf, "created" | "read_by" | "to" | "from"> & {
  created_at: Date
  to: Omit<MessageOf["to"], "url">
  from: Omit<MessageOf["to"], "url"> | null
  read_by: { name: string; at: string }[]
}
type Page = { start: number; limit: number }
type Of = { actorId: number } | "mine"

/** Lists the messages to one page, or to all pages the viewer manages, newest first, with the total count. */
export async function listMessages(
  db: Db,
  viewer: NonNullable<Viewer>,
  of: Of,
  filter: Page & { state: MessageState },
  site: Site,
): Promise<{ messages: MessageOf[]; total: number }> {
  const where = sql`m.actor_id = p.actor_id and ${inState(filter.state, viewer)}`
  const most = filter.start + filter.limit
  // Reads only the newest messages of each page, by the index: the time grows with the number of pages, not of messages.
  const [{ rows }, total] = await Promise.all([
    sql<Row>`select ${columns(viewer)} from (
        select newest.* from (${pagesOf(of, viewer)}) as p cross join lateral (
          select m.* from contact_messages m where ${where} order by m.id desc limit ${most}) as newest
        order by newest.id desc limit ${filter.limit} offset ${filter.start}) as m ${joins} order by m.id desc`.execute(
      db,
    ),
    sql<{ count: number }>`
      select count(*) as count from (${pagesOf(of, viewer)}) as p join contact_messages m on ${where}`.execute(db),
  ])
  return { messages: rows.map((row) => messageFrom(row, site)), total: Number(total.rows[0]?.count ?? 0) }
}

/** Returns one message to a page; undefined when there is none. */
export async function findMessage(
  db: Db,
  viewer: NonNullable<Viewer>,
  actorId: number,
  id: number,
  site: Site,
): Promise<MessageOf | undefined> {
  const { rows } = await sql<Row>`
    select ${columns(viewer)} from contact_messages m ${joins} where m.id = ${id} and m.actor_id = ${actorId}`.execute(
    db,
  )
  return rows[0] && messageFrom(rows[0], site)
}

function pagesOf(of: Of, viewer: NonNullable<Viewer>): RawBuilder<unknown> {
  if (of !== "mine") return sql`select ${of.actorId}::bigint as actor_id`
  return sql`select r.actor_id from relations r join actors a on a.id = r.actor_id and a.deleted_at is null
    where r.user_id = ${viewer.userId} and r.status = 'accepted' and r.relation in ('owner', 'member', 'assistant')`
}

function inState(state: MessageState, viewer: NonNullable<Viewer>): RawBuilder<unknown> {
  if (state === "archived") return sql`m.archived_at is not null`
  const isUnread = sql`not exists (
    select from contact_reads r where r.message_id = m.id and r.user_id = ${viewer.userId})`
  return state === "unread" ? sql`m.archived_at is null and ${isUnread}` : sql`m.archived_at is null`
}

const joins = sql`join actors page on page.id = m.actor_id
  left join users sender on sender.id = m.user_id
  left join actors other on other.id = sender.identity_id and other.status = 'published'`

const reference = (alias: string) =>
  sql.raw(`json_build_object('fid', ${alias}.fid, 'type', ${alias}.type, 'name', ${alias}.name)`)

function columns(viewer: NonNullable<Viewer>) {
  return sql`m.id, m.channel, m.name, m.email, m.email_verified, m.subject, m.message, m.created_at,
    m.archived_at is not null as is_archived, ${reference("page")} as "to",
    case when other.id is not null then ${reference("other")} end as "from",
    exists (select from contact_reads r where r.message_id = m.id and r.user_id = ${viewer.userId}) as is_read,
    array(select json_build_object('name', coalesce(a.name, u.name, u.username), 'at', r.read_at)
      from contact_reads r join users u on u.id = r.user_id
      left join actors a on a.id = u.identity_id and a.status = 'published'
      where r.message_id = m.id and r.user_id <> ${viewer.userId} order by r.read_at, u.id limit 20) as read_by`
}

function messageFrom({ created_at, to, from, read_by, ...row }: Row, site: Site): MessageOf {
  const withUrl = (one: Omit<MessageOf["to"], "url">) => ({ ...one, url: `${site.publicUrl}${paths.actor(one.fid)}` })
  return {
    ...row,
    to: withUrl(to),
    from: from && withUrl(from),
    read_by: read_by.map(({ name, at }) => ({ name, at: isoAt(new Date(at), site.timezone) })),
    created: isoAt(created_at, site.timezone),
  }
}
