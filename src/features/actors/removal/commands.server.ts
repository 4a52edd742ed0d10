import { type RawBuilder, sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { writing } from "#db/writing.ts"
import { refreshSearch } from "#features/events/search.server.ts"

type Removed = { pages: number[]; events?: number[] }

/**
 * Removes for good what was deleted more than 30 days ago, so many pages and events at a time; returns the files to
 * remove. Called again until nothing is left.
 */
export async function purgeDeleted(db: Db, atOnce = 200): Promise<{ count: number; files: string[] }> {
  return writing(db, async (tx) => {
    const { rows: pages } = await sql<{ id: number }>`
      select id from actors where deleted_at < now() - interval '30 days'
      order by deleted_at, id limit ${atOnce} for update skip locked`.execute(tx)
    const { rows: events } = await sql<{ id: number }>`
      select id from events where deleted_at < now() - interval '30 days'
      order by deleted_at, id limit ${atOnce} for update skip locked`.execute(tx)
    const [pageIds, eventIds] = [pages.map(({ id }) => id), events.map(({ id }) => id)]
    const files = await removeForGood(tx, { pages: pageIds, events: eventIds })
    return { count: pageIds.length + eventIds.length, files }
  })
}

/**
 * Removes pages and events for good, with what is theirs, and returns the files to remove. Events that others organise
 * too stay, without the page; the words of its addresses stay taken.
 */
export async function removeForGood(tx: Db, { pages, events: alone = [] }: Removed): Promise<string[]> {
  if (pages.length + alone.length === 0) return []
  const ids = sql`${pages}::bigint[]`
  const { rows: hosted } = await sql<{ id: number }>`
    select event_id as id from event_organizers hosts where position = 0 and actor_id = any(${ids})
      and not exists (select from event_organizers other where other.event_id = hosts.event_id
        and other.status = 'accepted' and other.actor_id <> all(${ids}))`.execute(tx)
  const events = sql`${[...alone, ...hosted.map(({ id }) => id)]}::bigint[]`
  const { rows: mentioned } = await sql<{ id: number }>`
    select id from events where place_id = any(${ids}) and id <> all(${events})
    union select event_id from event_organizers where actor_id = any(${ids}) and event_id <> all(${events})
    union select event_id from event_lineup where actor_id = any(${ids}) and event_id <> all(${events})`.execute(tx)
  await passOnDocuments(tx, ids, events)
  const { rows: files } = await sql<{ file: string }>`
    select file from documents where actor_id = any(${ids}) or event_id = any(${events})`.execute(tx)
  const { rows: spots } = await sql<{ id: number }>`
    select location_id as id from actors where id = any(${ids}) and location_id is not null
    union select location_id from events where id = any(${events}) and location_id is not null`.execute(tx)
  const { rows: words } = await sql<{ word: string }>`
    select distinct word from (
      select search from actors where id = any(${ids}) union all select search from events where id = any(${events})
    ) as gone, unnest(tsvector_to_array(search)) as word`.execute(tx)

  // The next import must not bring back what was deleted for good.
  await sql`
    insert into deleted_sources (source)
    select sha256(convert_to(origin || ' ' || external_id, 'UTF8')) from event_sources where event_id = any(${events})
    on conflict do nothing`.execute(tx)
  await sql`delete from events where id = any(${events})`.execute(tx)
  // What takes place there still does, at the address without the page.
  await sql`
    update events set location_id = coalesce(events.location_id, actors.location_id), place_id = null, room_id = null
    from actors where actors.id = events.place_id and actors.id = any(${ids})`.execute(tx)
  await sql`delete from event_organizers where actor_id = any(${ids})`.execute(tx)
  // The next of those who agreed is the host; who has not answered yet is none.
  await sql`
    update event_organizers set position = 0 from (
      select event_id, min(position) filter (where status = 'accepted') as first from event_organizers
      where event_id = any(${mentioned.map(({ id }) => id)}::bigint[]) group by event_id having min(position) > 0
    ) as left_over where left_over.event_id = event_organizers.event_id and position = first`.execute(tx)
  await sql`
    insert into former_fids (fid) select fid from actors where id = any(${ids}) on conflict (fid) do nothing`.execute(
    tx,
  )
  await sql`delete from actors where id = any(${ids})`.execute(tx)
  await sql`
    delete from locations where id = any(${spots.map(({ id }) => id)}::bigint[])
      and not exists (select from actors where location_id = locations.id)
      and not exists (select from events where location_id = locations.id)`.execute(tx)
  await refreshSearch(
    tx,
    mentioned.map(({ id }) => id),
  )
  await sql`
    delete from search_words where word = any(${words.map(({ word }) => word)}::text[])
      and not exists (select from events where listed and search @@ phraseto_tsquery('simple', word))
      and not exists (select from actors where status = 'published' and search @@ phraseto_tsquery('simple', word))`.execute(
    tx,
  )
  return files.map(({ file }) => file)
}

/**
 * What is shown elsewhere too outlives its owner: of a document of a page and an event the other one keeps it, an image that
 * another event shows (a copy, say) becomes that one's, and the face of another page that page's.
 */
async function passOnDocuments(tx: Db, pages: RawBuilder<unknown>, events: RawBuilder<unknown>): Promise<void> {
  await sql`
    update documents set event_id = null
    where event_id = any(${events}) and actor_id is not null and actor_id <> all(${pages})`.execute(tx)
  await sql`
    update documents set actor_id = null
    where actor_id = any(${pages}) and event_id is not null and event_id <> all(${events})`.execute(tx)
  const isLeftAlone = sql`(d.event_id = any(${events}) or d.actor_id = any(${pages}))`
  await sql`
    update documents set event_id = other.event_id, actor_id = null from (
      select i.document_id, min(i.event_id) as event_id from event_images i join documents d on d.id = i.document_id
      where ${isLeftAlone} and i.event_id <> all(${events}) group by i.document_id
    ) as other where other.document_id = documents.id`.execute(tx)
  await sql`
    update documents set actor_id = other.actor_id, event_id = null from (
      select d.id as document_id, min(a.id) as actor_id from documents d join actors a on d.id in (a.avatar_id, a.banner_id)
      where ${isLeftAlone} and a.id <> all(${pages}) group by d.id
    ) as other where other.document_id = documents.id`.execute(tx)
}
