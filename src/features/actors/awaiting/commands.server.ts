import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { writing } from "#db/writing.ts"
import { bySystem, byPerson } from "#features/changes/change.ts"
import { changed } from "#features/changes/commands.server.ts"
import { removePagesBatch } from "../removal/commands.server.ts"
import { awaitingDays } from "./awaiting.ts"

/**
 * Publishes the pages that waited for this person to verify an address, and makes public what was answered in their name. Called
 * in the transaction that verifies the address, with the account locked. Returns the number of pages.
 */
export async function publishAwaiting(tx: Db, userId: number): Promise<number> {
  const { rows: pages } = await sql<{ id: number }>`
    update actors set status = 'published', awaits_address_since = null, version = version + 1, updated_at = now()
    where awaits_address_since is not null and status = 'draft' and deleted_at is null and hidden_at is null
      and id in (select actor_id from relations where user_id = ${userId} and relation = 'owner' and status = 'accepted')
    returning id`.execute(tx)
  if (pages.length === 0) return 0
  const ids = pages.map(({ id }) => id)
  const { rows: events } = await sql<{ id: number }>`
    select distinct event_id as id from attendances where user_id = ${userId} and actor_id = any(${ids}::bigint[])
      and visibility = 'public' and value = 'confirmed'`.execute(tx)
  const by = byPerson(userId)
  await changed(tx, [
    ...ids.map((id) => ({ by, subject: { actor: id }, kind: "published" as const, isPublic: true })),
    { by, subject: { user: userId }, kind: "identity_changed" as const, isPublic: true },
    ...events.map(({ id }) => ({ by, subject: { event: id }, kind: "answered" as const, isPublic: true })),
  ])
  return pages.length
}

/**
 * Removes pages whose owners verified no address in time, up to a number at once, and the attendances answered in their name;
 * returns how many there were. A page that events or documents refer to meanwhile stays as a draft of its owner.
 * @param now for tests
 */
export async function removeUnconfirmed(db: Db, now = new Date(), atOnce = 200): Promise<number> {
  return writing(db, async (tx) => {
    const { rows } = await sql<{ id: number; isUsed: boolean }>`
      select a.id, exists (select from event_organizers where actor_id = a.id)
        or exists (select from events where place_id = a.id) or exists (select from event_lineup where actor_id = a.id)
        or exists (select from documents where actor_id = a.id) as "isUsed"
      from actors a
      where a.awaits_address_since <= ${now}::timestamptz - make_interval(days => ${awaitingDays})
        and a.status = 'draft' and a.deleted_at is null
        and not exists (select from relations r join emails e on e.user_id = r.user_id
          where r.actor_id = a.id and r.relation = 'owner' and r.status = 'accepted' and e.verified_at is not null)
      order by a.awaits_address_since, a.id limit ${atOnce} for update of a skip locked`.execute(tx)
    const ids = (those: typeof rows) => those.map(({ id }) => id)
    // Only organisers could see these attendances, so nothing that others saw changes.
    await sql`delete from attendances where actor_id = any(${ids(rows)}::bigint[])`.execute(tx)
    const used = ids(rows.filter(({ isUsed }) => isUsed))
    await sql`update actors set awaits_address_since = null where id = any(${used}::bigint[])`.execute(tx)
    await removePagesBatch(tx, ids(rows.filter(({ isUsed }) => !isUsed)), { by: bySystem("schedule") })
    return rows.length
  })
}
