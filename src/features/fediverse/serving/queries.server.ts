import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { authorOf } from "../objects/queries.server.ts"

/**
 * Returns whether a remote actor follows the page, or the author of the event, or is the server actor of a follower, which is
 * how most servers fetch.
 */
export async function isOfFollower(db: Db, of: { event: number } | { page: number }, reader: number): Promise<boolean> {
  const page =
    "event" in of ? sql`(select ${authorOf} from events e where e.id = ${of.event})` : sql`${of.page}::bigint`
  const { rows } = await sql`
    select from fediverse_identities i join fediverse_followers f on f.identity_id = i.id
      join remote_actors r on r.id = f.remote_actor_id join remote_actors asks on asks.id = ${reader}
    where i.actor_id = ${page}
      and (r.id = asks.id or (asks.type in ('Application', 'Service') and asks.host = r.host)) limit 1`.execute(db)
  return rows.length > 0
}
