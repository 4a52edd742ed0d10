import { type RawBuilder, sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { remotePersonJson } from "#features/events/elsewhere/queries.server.ts"
import { isoAt } from "#lib/time.ts"
import type { ManagedComment, RemoteComment, RemoteReaction } from "./representation.server.ts"

type Site = { publicUrl: string; timezone: string }
type Page = { start: number; limit: number }

/** Lists the remote comments that the event's managers show, newest first, and counts them. */
export async function listShownComments(
  db: Db,
  eventId: number,
  page: Page,
  site: Site,
): Promise<{ comments: RemoteComment[]; total: number }> {
  const { comments, total } = await listed(db, sql`f.event_id = ${eventId} and f.shown_at is not null`, page, site)
  return { comments: comments.map(shownOf), total }
}

/** Returns a shown comment; undefined when there is none, or it is not shown. */
export async function findShownComment(
  db: Db,
  eventId: number,
  id: number,
  site: Site,
): Promise<RemoteComment | undefined> {
  const where = sql`f.id = ${id} and f.event_id = ${eventId} and f.shown_at is not null`
  const [comment] = (await listed(db, where, { start: 0, limit: 1 }, site)).comments
  return comment && shownOf(comment)
}

/** Returns a comment without the fields that only managers see. */
function shownOf({ id, by, content, url, published, is_edited }: ManagedComment): RemoteComment {
  return { id, by, content, url, published, is_edited }
}

/** Lists all remote comments of an event, newest first, for its managers. */
export async function listComments(
  db: Db,
  eventId: number,
  page: Page,
  site: Site,
): Promise<{ comments: ManagedComment[]; total: number }> {
  return listed(db, sql`f.event_id = ${eventId} and f.kind = 'reply'`, page, site)
}

/** Returns a comment for managers; undefined when there is none. */
export async function findComment(db: Db, id: number, site: Site): Promise<ManagedComment | undefined> {
  const { comments } = await listed(db, sql`f.id = ${id} and f.kind = 'reply'`, { start: 0, limit: 1 }, site)
  return comments[0]
}

async function listed(db: Db, where: RawBuilder<unknown>, { start, limit }: Page, { publicUrl, timezone }: Site) {
  type Row = Omit<ManagedComment, "published"> & { published_at: Date }
  const [{ rows }, { rows: counted }] = await Promise.all([
    sql<Row>`
      select f.id, ${remotePersonJson(publicUrl)} as by, f.content, coalesce(f.url, f.uri) as url, f.edited_at is not null as is_edited,
        f.shown_at is not null as is_shown, f.hidden_at is not null as is_hidden, least(coalesce(f.published_at, f.created_at), f.created_at) as published_at
      from fediverse_reactions f join remote_actors r on r.id = f.remote_actor_id
      where ${where} order by f.id desc limit ${limit} offset ${start}`.execute(db),
    sql<{ count: number }>`select count(*)::int as count from fediverse_reactions f where ${where}`.execute(db),
  ])
  const comments = rows.map(({ published_at, ...row }): ManagedComment => ({
    ...row,
    published: isoAt(published_at, timezone),
  }))
  return { comments, total: counted[0]?.count ?? 0 }
}

/** Lists the remote likes and shares of an event, newest first, for its managers. */
export async function listReactions(
  db: Db,
  eventId: number,
  { start, limit }: Page,
  { publicUrl, timezone }: Site,
): Promise<{ reactions: RemoteReaction[]; total: number }> {
  const where = sql`f.event_id = ${eventId} and f.kind <> 'reply'`
  const [{ rows }, { rows: counted }] = await Promise.all([
    sql<Omit<RemoteReaction, "created"> & { created_at: Date }>`
      select f.id, f.kind, ${remotePersonJson(publicUrl)} as by, f.created_at
      from fediverse_reactions f join remote_actors r on r.id = f.remote_actor_id
      where ${where} order by f.id desc limit ${limit} offset ${start}`.execute(db),
    sql<{ count: number }>`select count(*)::int as count from fediverse_reactions f where ${where}`.execute(db),
  ])
  const reactions = rows.map(({ created_at, ...row }) => ({ ...row, created: isoAt(created_at, timezone) }))
  return { reactions, total: counted[0]?.count ?? 0 }
}
