import { sql } from "kysely"
import type { Db } from "#db/connection.ts"

/** Counts the content of the instance for NodeInfo: local posts are published events. */
export async function countSite(db: Db) {
  const { rows } = await sql<{ users: number; events: number; actors: number; places: number }>`
    select (select count(*) from users where deleted_at is null)::int as users,
      (select count(*) from events where listed)::int as events,
      (select count(*) from actors where status = 'published')::int as actors,
      (select count(*) from actors where status = 'published' and type = 'place')::int as places`.execute(db)
  return rows[0] as { users: number; events: number; actors: number; places: number }
}

/** Lists published events by id with the time of their last change, for the sitemap. At most `limit` from `start` on. */
export async function sitemapEvents(db: Db, start: number, limit: number) {
  return db
    .selectFrom("events")
    .select(["id", "updated_at"])
    .where("listed", "=", true)
    .orderBy("id")
    .offset(start)
    .limit(limit)
    .execute()
}

/** Lists published pages by age, for the sitemap. */
export async function sitemapActors(db: Db, start: number, limit: number) {
  return db
    .selectFrom("actors")
    .select(["fid", "updated_at"])
    .where("status", "=", "published")
    .where("in_directory", "=", true)
    .orderBy("id")
    .offset(start)
    .limit(limit)
    .execute()
}
