import { sql } from "kysely"
import type { Config } from "#config/config.ts"
import type { Db } from "#db/connection.ts"
import { federateEvent } from "./events.server.ts"

/** Events handled by one job. */
const atOnce = 25

/**
 * Federates the events of a page anew after its Fediverse settings changed: those it organizes, hosts, takes part in or
 * announced. Returns the last id when there may be more.
 */
export async function refederateEvents(
  db: Db,
  config: Config,
  actorId: number,
  after: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    with own as (select id from fediverse_identities where actor_id = ${actorId})
    select id from (
      select event_id as id from event_organizers where actor_id = ${actorId} and status = 'accepted'
      union select id from events where place_id = ${actorId}
      union select event_id from fediverse_objects where identity_id in (select id from own) and event_id is not null
    ) as theirs where id > ${after} order by id limit ${atOnce}`.execute(db)
  for (const { id } of rows) await federateEvent(db, config, id, false)
  return rows.length === atOnce ? rows.at(-1)?.id : undefined
}
