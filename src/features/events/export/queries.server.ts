import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import type { Event } from "../event.ts"
import { eventFrom, eventRows, type Site } from "../reading.server.ts"

const batch = 200

/** Yields every published event, complete and as the public sees it, in the order of ids; reads a few at a time. */
export async function* allEvents(db: Db, site: Site): AsyncGenerator<Event> {
  const now = new Date()
  for (let after = 0; ;) {
    const chosen = sql`select id as event_id, null::bigint as occurrence_id, id as position, null::float8 as distance
      from events where listed and id > ${after} order by id limit ${batch}`
    const { rows } = await eventRows(chosen, { dates: 1000, whole: true }).execute(db)
    for (const row of rows) yield eventFrom(row, site, now)
    if (rows.length < batch) return
    after = (rows.at(-1) as { id: number }).id
  }
}
