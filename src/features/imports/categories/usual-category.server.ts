import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { retriedTransaction } from "#db/retry.ts"
import type { By } from "#features/changes/change.ts"
import { changed } from "#features/changes/commands.server.ts"

/** A venue has a usual category when at least this number of differently named events, and this share of all, belong to it. */
const fewest = 5
const share = 0.9

/**
 * Gives imported events without a recognised category the usual category of their venue, taken from events there that state
 * theirs: those at the same place, or at a free location of the same name and town. One statement for all of them.
 */
export async function giveUsualCategories(db: Db, origins: string[], since: Date, by: By): Promise<void> {
  if (origins.length === 0) return
  await retriedTransaction(db, async (tx) => {
    const given = await giveAll(tx, origins, since)
    await changed(
      tx,
      given.map(({ id, isPublic, category }) => ({
        by,
        subject: { event: id },
        kind: "updated",
        isPublic,
        before: { category: "other" },
        after: { category },
      })),
    )
  })
}

type Given = { id: number; isPublic: boolean; category: string }

async function giveAll(tx: Db, origins: string[], since: Date): Promise<Given[]> {
  const { rows } = await sql<Given>`
    -- Read once: after a large import, before its rows were counted, the planner would read all of an origin again for each event.
    with imported as materialized (
      select event_id from event_sources
      where origin = any(${origins}::text[]) and imported_at >= ${since} and not category_said and not is_merged
    ), silent as (
      select events.id, events.place_id, locations.name, locations.locality
      from imported join events on events.id = imported.event_id
        left join locations on locations.id = events.location_id and events.place_id is null
      where events.category = 'other'
    ), venues as (
      select distinct place_id, name, locality from silent where place_id is not null or name is not null
    ), speaking as (
      select venues.*, events.id, events.category, events.title->>events.language as title
      from venues join events on events.place_id = venues.place_id
      union all
      select venues.*, events.id, events.category, events.title->>events.language
      from venues
        join locations on locations.name = venues.name and locations.locality is not distinct from venues.locality
        join events on events.location_id = locations.id and events.workflow <> 'remote'
    ), shown as (
      select place_id, name, locality, category, count(distinct title) as events
      from speaking
      where category <> 'other' and not exists (
        select from event_sources where event_id = speaking.id and not category_said)
      group by place_id, name, locality, category
    ), usual as (
      select place_id, name, locality, (array_agg(category order by events desc))[1] as category
      from shown group by place_id, name, locality
      having max(events) >= ${fewest} and max(events) >= ${share}::float * sum(events)
    )
    update events set category = usual.category, version = events.version + 1, updated_at = now()
    from silent join usual on (silent.place_id, silent.name, silent.locality)
      is not distinct from (usual.place_id, usual.name, usual.locality)
    where events.id = silent.id
    returning events.id, events.listed as "isPublic", events.category
  `.execute(tx)
  return rows
}
