import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { writing } from "#db/writing.ts"
import { enqueue } from "#queue/enqueue.ts"

/**
 * Writes anew what a search finds these events by: titles in every language, tags, the place and its locality, organizers
 * and line-up with their identifiers. New words also become known to the spelling help.
 */
export async function refreshSearch(db: Db, eventIds: number[]): Promise<void> {
  if (eventIds.length === 0) return
  await sql`
    with texts as (
      select events.id, concat_ws(' ',
        (select string_agg(value, ' ') from jsonb_each_text(events.title)),
        array_to_string(events.tags, ' '),
        place.name, place.fid,
        place_location.locality, location.name, location.locality,
        (select string_agg(concat_ws(' ', actors.name, actors.fid), ' ')
          from event_organizers join actors on actors.id = event_organizers.actor_id
          where event_organizers.event_id = events.id and event_organizers.status = 'accepted' and actors.status <> 'draft'),
        (select string_agg(concat_ws(' ', event_lineup.name, actors.name, actors.fid), ' ')
          from event_lineup left join actors on actors.id = event_lineup.actor_id and actors.status <> 'draft'
          where event_lineup.event_id = events.id)
      ) as words
      from events
      left join actors place on place.id = events.place_id and place.status <> 'draft'
      left join locations place_location on place_location.id = place.location_id
      left join locations location on location.id = events.location_id
      where events.id = any(${eventIds}::bigint[])
    ), refreshed as (
      update events set search = search_document(texts.words)
      from texts where events.id = texts.id
      returning events.search, events.listed
    )
    insert into search_words (word)
    select distinct word from refreshed, unnest(tsvector_to_array(refreshed.search)) as word
    -- The words of a draft stay unknown until it is published. In order, so that two writers never wait for each other.
    where listed and length(word) between 2 and 100
    order by word
    on conflict do nothing
  `.execute(db)
}

/** So many events are written anew at once, a part of a second; of what many thousands mention, a job does the rest. */
const atOnce = 500

/**
 * After pages were renamed, hidden or shown: every event that mentions one is found by what it is called now. Those ahead
 * at once; of a house with thousands the others follow within moments.
 */
export async function refreshSearchOfActors(db: Db, actorIds: number[]): Promise<void> {
  if (actorIds.length === 0) return
  const { rows } = await sql<{ id: number }>`
    select events.id from events join (${mentions(actorIds)}) as mentioned on mentioned.id = events.id
    order by coalesce(listed and last_until > now(), false) desc, events.id limit ${atOnce + 1}`.execute(db)
  await refreshSearch(
    db,
    rows.slice(0, atOnce).map(({ id }) => id),
  )
  if (rows.length > atOnce) await enqueue(db, "events.refresh-search", { actorIds })
}

/** Writes anew what a search finds every event by that mentions one of these pages, some at a time. */
export async function refreshAllSearchOfActors(db: Db, actorIds: number[], size = atOnce): Promise<void> {
  for (let after = 0, isMore = true; isMore;) {
    const { rows } = await sql<{ id: number }>`
      select id from (${mentions(actorIds)}) as mentioned where id > ${after} order by id limit ${size}`.execute(db)
    const ids = rows.map(({ id }) => id)
    await writing(db, (tx) => refreshSearch(tx, ids))
    after = ids.at(-1) ?? after
    isMore = ids.length === size
  }
}

/** The events that mention a page: as place, organizer or in the line-up. */
function mentions(actorIds: number[]) {
  return sql`
    select id from events where place_id = any(${actorIds}::bigint[])
    union select event_id from event_organizers where actor_id = any(${actorIds}::bigint[])
    union select event_id from event_lineup where actor_id = any(${actorIds}::bigint[])`
}
