import { type RawBuilder, sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { writing } from "#db/writing.ts"
import { type By, bySystem } from "#features/changes/change.ts"
import { changed, forgetJournals } from "#features/changes/commands.server.ts"
import type { Event } from "#features/events/event.ts"

/** Number of other organisers' events from which a page is removed in one transaction. */
const mostDetached = 500

/**
 * Removes for good what was deleted more than 30 days ago, a limited number of pages and events at a time; returns the stored
 * files to remove. Called again until nothing is left.
 */
export async function purgeDeleted(db: Db, atOnce = 200): Promise<{ count: number; files: string[] }> {
  return writing(db, async (tx) => {
    const { rows: events } = await sql<{ id: number }>`
      select id from events where deleted_at < now() - interval '30 days'
      order by deleted_at, id limit ${atOnce} for update skip locked`.execute(tx)
    const by = bySystem("schedule")
    const files = await removeEvents(
      tx,
      events.map(({ id }) => id),
      { by },
    )
    if (events.length === atOnce) return { count: events.length, files }
    const { rows: pages } = await sql<{ id: number }>`
      select id from actors where deleted_at < now() - interval '30 days'
      order by deleted_at, id limit ${atOnce} for update skip locked`.execute(tx)
    const more = await removePagesBatch(
      tx,
      pages.map(({ id }) => id),
      { by, atOnce },
    )
    return { count: events.length + pages.length, files: [...files, ...more.files] }
  })
}

/**
 * Removes a part of these pages for good: some of their events, else their name from some events of other organisers, else the
 * pages themselves. Returns the stored files to remove, and whether that was all. The caller locks the pages.
 */
export async function removePagesBatch(
  tx: Db,
  pages: number[],
  { by, atOnce = 200, asKnown }: Removal & { atOnce?: number },
): Promise<{ files: string[]; isDone: boolean }> {
  if (pages.length === 0) return { files: [], isDone: true }
  const events = await hostedBy(tx, pages, atOnce)
  const files = await removeEvents(tx, events, { by, asKnown })
  if (events.length === atOnce) return { files, isDone: false }
  if ((await detachEvents(tx, pages, by)) === mostDetached) return { files, isDone: false }
  return { files: [...files, ...(await removePages(tx, pages, by))], isDone: true }
}

type Removal = {
  by: By
  /**
   * Returns those of the events about to be removed whose audience is notified, as people last saw them; the notices outlive the
   * events.
   */
  asKnown?: ((tx: Db, ids: number[]) => Promise<Event[]>) | undefined
}

/** Lists the events that are deleted with these pages, because no other organiser accepted them. Upcoming events come first. */
export async function hostedBy(tx: Db, pages: number[], limit: number, isDeleted?: boolean): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select e.id from event_organizers hosts join events e on e.id = hosts.event_id
    where hosts.position = 0 and hosts.actor_id = any(${pages}::bigint[])
      and (${isDeleted ?? null}::boolean is null or ${isDeleted ?? null}::boolean = (e.deleted_at is not null))
      and not exists (select from event_organizers other where other.event_id = hosts.event_id
        and other.status = 'accepted' and other.actor_id <> all(${pages}::bigint[]))
    order by coalesce(e.listed and e.last_until > now(), false) desc, e.last_until, e.id limit ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}

async function removeEvents(tx: Db, ids: number[], { by, asKnown }: Removal): Promise<string[]> {
  if (ids.length === 0) return []
  const known = new Map((await asKnown?.(tx, ids))?.map((event) => [event.id, event]))
  const { rows: listed } = await sql<{ id: number }>`
    select id from events where id = any(${ids}::bigint[]) and listed`.execute(tx)
  const shown = new Set(listed.map(({ id }) => id))
  await changed(
    tx,
    ids.map((id) => ({
      by,
      subject: { event: id },
      kind: "purged",
      isPublic: shown.has(id),
      before: known.get(id),
      noticeContext: { toFollowers: false, outlives: asKnown !== undefined },
    })),
  )
  await forgetJournals(tx, { events: ids })
  const events = sql`${ids}::bigint[]`
  await passOnDocuments(tx, sql`'{}'::bigint[]`, events)
  const files = await filesOf(tx, sql`d.event_id = any(${events})`)
  const { rows: spots } = await sql<{ id: number }>`
    select distinct location_id as id from events where id = any(${events}) and location_id is not null`.execute(tx)
  const words = await wordsOf(tx, sql`select search from events where id = any(${events})`)
  // The next import must not bring back what was deleted for good.
  await sql`
    insert into deleted_sources (source)
    select sha256(convert_to(origin || ' ' || external_id, 'UTF8')) from event_sources where event_id = any(${events})
    on conflict do nothing`.execute(tx)
  await sql`delete from events where id = any(${events})`.execute(tx)
  await removeUnusedLocations(tx, spots)
  await forgetWords(tx, words)
  return files
}

/** Removes pages from some of the events of other organisers; returns the number of events. */
async function detachEvents(tx: Db, pages: number[], by: By): Promise<number> {
  const ids = sql`${pages}::bigint[]`
  const { rows } = await sql<{ id: number; listed: boolean }>`
    select id, listed from events where id in (
      select id from events where place_id = any(${ids})
      union select event_id from event_organizers where actor_id = any(${ids})
      union select event_id from event_lineup where actor_id = any(${ids})
      limit ${mostDetached})`.execute(tx)
  if (rows.length === 0) return 0
  const events = rows.map(({ id }) => id)
  const mentioned = sql`${events}::bigint[]`
  // Events at a removed place keep its address without the page.
  await sql`
    update events set location_id = coalesce(events.location_id, actors.location_id), place_id = null, room_id = null
    from actors where actors.id = events.place_id and actors.id = any(${ids}) and events.id = any(${mentioned})`.execute(
    tx,
  )
  await sql`delete from event_organizers where actor_id = any(${ids}) and event_id = any(${mentioned})`.execute(tx)
  // The next organiser that accepted becomes the host; one that has not answered yet does not.
  await sql`
    update event_organizers set position = 0 from (
      select event_id, min(position) filter (where status = 'accepted') as first from event_organizers
      where event_id = any(${mentioned}) group by event_id having min(position) > 0
    ) as left_over where left_over.event_id = event_organizers.event_id and position = first`.execute(tx)
  await sql`
    update event_lineup set actor_id = null where actor_id = any(${ids}) and event_id = any(${mentioned})`.execute(tx)
  await changed(
    tx,
    rows.map(({ id, listed }) => ({ by, subject: { event: id }, kind: "detached", isPublic: listed })),
  )
  return events.length
}

/** Removes pages that no event refers to any more. Their fids stay reserved. */
async function removePages(tx: Db, pages: number[], by: By): Promise<string[]> {
  await changed(
    tx,
    pages.map((id) => ({ by, subject: { actor: id }, kind: "purged", isPublic: false })), // a deleted page was visible to nobody
  )
  await forgetJournals(tx, { actors: pages })
  const ids = sql`${pages}::bigint[]`
  await passOnDocuments(tx, ids, sql`'{}'::bigint[]`)
  const files = await filesOf(tx, sql`d.actor_id = any(${ids})`)
  const { rows: spots } = await sql<{ id: number }>`
    select distinct location_id as id from actors where id = any(${ids}) and location_id is not null`.execute(tx)
  const words = await wordsOf(tx, sql`select search from actors where id = any(${ids})`)
  await sql`
    insert into former_fids (fid) select fid from actors where id = any(${ids}) on conflict (fid) do nothing`.execute(
    tx,
  )
  await sql`delete from actors where id = any(${ids})`.execute(tx)
  await removeUnusedLocations(tx, spots)
  await forgetWords(tx, words)
  return files
}

/** Returns the storage keys of these documents: of uploaded files and of files made from them. */
async function filesOf(tx: Db, those: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select d.file as key from documents d where ${those} and d.file is not null
    union all select p.made from pdfs p join documents d on d.id = p.document_id where ${those} and p.made is not null
    union all select s.made from sounds s join documents d on d.id = s.document_id where ${those} and s.made is not null`.execute(
    tx,
  )
  return rows.map(({ key }) => key)
}

/** Removes locations that no page and no event refers to any more. */
export async function removeUnusedLocations(tx: Db, spots: { id: number }[]): Promise<void> {
  await sql`
    delete from locations where id = any(${spots.map(({ id }) => id)}::bigint[])
      and not exists (select from actors where location_id = locations.id)
      and not exists (select from events where location_id = locations.id)`.execute(tx)
}

async function wordsOf(tx: Db, searches: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select distinct word from (${searches}) as gone, unnest(tsvector_to_array(search)) as word`.execute(tx)
  return rows.map(({ word }) => word)
}

/** Number of words looked at in one step: a few milliseconds each thousand. */
const wordsAtOnce = 2000

/**
 * Removes search words that no longer occur in a published event or page: after a change of a title, say, or once something was
 * withdrawn. A misspelt word that was corrected would count as known otherwise, and the name of somebody who left would stay.
 */
export async function sweepSearchWords(db: Db): Promise<void> {
  for (let last: string | undefined = ""; last !== undefined;) {
    const { rows } = await sql<{ word: string }>`
      select distinct word from search_words where word > ${last} order by word limit ${wordsAtOnce}`.execute(db)
    const words = rows.map(({ word }) => word)
    await writing(db, (tx) => forgetWords(tx, words))
    last = words.at(-1)
  }
}

/** Removes words from the index of search words that no longer occur in an event or a page. */
async function forgetWords(tx: Db, words: string[]): Promise<void> {
  if (words.length === 0) return
  await sql`
    delete from search_words where word = any(${words}::text[])
      and not exists (select from events where listed and search @@ phraseto_tsquery('simple', word))
      and not exists (select from actors where status = 'published' and search @@ phraseto_tsquery('simple', word))`.execute(
    tx,
  )
}

/**
 * Keeps documents that are shown elsewhere when their owner is removed: a document of a page and an event stays with the other of
 * the two, an image that another event shows (a copy, say) passes to that event, and the avatar or banner of another page to that
 * page.
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
