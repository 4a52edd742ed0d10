import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import type { Viewer } from "#features/accounts/viewer.ts"
import { refuse } from "#lib/refusal.ts"
import { changeEntry, storeOrder, reorderedIds } from "../entries/commands.server.ts"
import type { Site } from "../reading.server.ts"
import { storeConsent, performersOf } from "../writing/fields.server.ts"
import type { NewPerformer } from "../writing/inputs.ts"
import { mostPerformers, type PerformerChange } from "./inputs.ts"

type At = { eventId: number; versions: number[] | undefined; site: Site }

/**
 * Adds a performer to the end of the line-up and returns the id of the entry. An identical entry is not added again. Entries that
 * others add meanwhile stay.
 */
export async function addPerformer(
  db: Db,
  viewer: Viewer,
  { eventId, versions, site }: At,
  given: NewPerformer,
): Promise<{ id: number; isNew: boolean }> {
  return changeEntry<{ id: number; isNew: boolean }>(db, viewer, eventId, versions, site, async (tx, me, held) => {
    const { lineup, performers } = await performersOf(tx, me, [given], held, () => "fid")
    const { actor_id = null, name, role = null, confirmed = false } = lineup[0] as (typeof lineup)[number]
    const who = actor_id === null ? sql`actor_id is null and lower(name) = lower(${name})` : sql`actor_id = ${actor_id}`
    const { rows: same } = await sql<{ id: number }>`
      select id from event_lineup where event_id = ${eventId} and ${who} and role is not distinct from ${role}
      order by position limit 1`.execute(tx)
    if (same[0]) return { isChanged: false, result: { id: same[0].id, isNew: false } }
    const { rows } = await sql<{ id: number }>`
      insert into event_lineup (event_id, position, actor_id, name, role, confirmed)
      select ${eventId}, coalesce(max(position) + 1, 0), ${actor_id}, ${name}, ${role}, ${confirmed}
      from event_lineup where event_id = ${eventId} having count(*) < ${mostPerformers} returning id`.execute(tx)
    const id = rows[0]?.id ?? refuse("too_many")
    await storeConsent(tx, me, eventId, { performers, places: [] }, undefined)
    return { isChanged: true, result: { id, isNew: true } }
  })
}

/** Changes the text of one entry of the line-up, or moves it. The others stay in order. */
export async function changePerformer(
  db: Db,
  viewer: Viewer,
  { eventId, versions, site }: At,
  entry: number,
  given: PerformerChange,
): Promise<void> {
  await changeEntry(db, viewer, eventId, versions, site, async (tx) => {
    const { rows } = await sql<{ id: number; name: string; role: string | null }>`
      select id, name, role from event_lineup where event_id = ${eventId} order by position`.execute(tx)
    const held = rows.find(({ id }) => id === entry) ?? refuse("performer_not_found")
    const { name = held.name, role = held.role, position } = given
    const before = rows.map(({ id }) => id)
    const after = position === undefined ? before : reorderedIds(before, entry, position)
    const isSame = name === held.name && role === held.role && after.join() === before.join()
    if (isSame) return { isChanged: false, result: undefined }
    await sql`update event_lineup set name = ${name}, role = ${role} where id = ${entry}`.execute(tx)
    if (position !== undefined) await storeOrder(tx, sql`event_lineup`, sql`id`, eventId, after)
    return { isChanged: true, result: undefined }
  })
}

/** Removes one entry of the line-up, whatever was added before or after it. */
export async function removePerformer(
  db: Db,
  viewer: Viewer,
  { eventId, versions, site }: At,
  entry: number,
): Promise<void> {
  await changeEntry(db, viewer, eventId, versions, site, async (tx) => {
    const { rows } = await sql`
      delete from event_lineup where event_id = ${eventId} and id = ${entry} returning id`.execute(tx)
    if (rows.length === 0) refuse("performer_not_found")
    return { isChanged: true, result: undefined }
  })
}
