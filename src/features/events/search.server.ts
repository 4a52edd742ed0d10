import { sql } from "kysely"
import type { Db } from "#db/connection.ts"

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

/** After an actor was renamed: every event that mentions it is found by the new name. */
export async function refreshSearchOfActor(db: Db, actorId: number): Promise<void> {
  const mentions = await sql<{ id: number }>`
    select id from events where place_id = ${actorId}
    union select event_id from event_organizers where actor_id = ${actorId}
    union select event_id from event_lineup where actor_id = ${actorId}
  `.execute(db)
  await refreshSearch(
    db,
    mentions.rows.map(({ id }) => id),
  )
}
