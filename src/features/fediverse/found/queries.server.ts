import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { authorOf } from "../objects/queries.server.ts"

/** Does this reader follow the page that says an event, or is it the server of somebody who does (which is how most ask)? */
export async function isOfFollower(db: Db, event: number, reader: number): Promise<boolean> {
  const { rows } = await sql`
    select from events e join fediverse_identities i on i.actor_id = ${authorOf}
      join fediverse_followers f on f.identity_id = i.id
      join remote_actors r on r.id = f.remote_actor_id join remote_actors asks on asks.id = ${reader}
    where e.id = ${event}
      and (r.id = asks.id or (asks.type in ('Application', 'Service') and asks.host = r.host)) limit 1`.execute(db)
  return rows.length > 0
}
