import { type RawBuilder, sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { writing } from "#db/writing.ts"
import { actorsIn, type Changed, eventsIn } from "#features/changes/change.ts"
import { raiseContentVersion } from "#features/changes/commands.server.ts"
import { type ChangeKind, documentKinds, openingKinds, relationKinds } from "#features/changes/kinds.ts"
import { enqueue } from "#queue/enqueue.ts"

/**
 * What a search finds an event by, as SQL: titles in every language, tags, the place and its locality, organizers and
 * line-up with their identifiers.
 * @param event an alias with the columns of an event
 * @param organizers rows of its organizers (actor_id, status)
 * @param lineup rows of its line-up (name, actor_id)
 */
function searchedWords(event: RawBuilder<unknown>, organizers: RawBuilder<unknown>, lineup: RawBuilder<unknown>) {
  return sql`concat_ws(' ',
    (select string_agg(value, ' ') from jsonb_each_text(${event}.title)),
    array_to_string(${event}.tags, ' '),
    (select concat_ws(' ', place.name, case when place.status = 'published' then place.fid end, spot.locality) from actors place
      left join locations spot on spot.id = place.location_id
      where place.id = ${event}.place_id and place.status <> 'draft'),
    (select concat_ws(' ', name, locality) from locations where id = ${event}.location_id),
    (select string_agg(concat_ws(' ', actors.name, actors.fid), ' ')
      from (${organizers}) as organizers join actors on actors.id = organizers.actor_id
      where organizers.status = 'accepted' and actors.status = 'published'),
    (select string_agg(concat_ws(' ', lineup.name, actors.name, actors.fid), ' ')
      from (${lineup}) as lineup left join actors on actors.id = lineup.actor_id and actors.status = 'published'))`
}

/**
 * What a search finds a new event by, before it is written: then it is written once. `given` is its draft, with the lists
 * `organizers` and `lineup`; `event` its row.
 */
export function searchOfDraft(event: RawBuilder<unknown>, given: RawBuilder<unknown>) {
  const organizers = sql`select * from jsonb_to_recordset(${given}->'organizers') as given(actor_id bigint, status text)`
  const lineup = sql`select * from jsonb_to_recordset(${given}->'lineup') as given(name text, actor_id bigint)`
  return sql`search_document(${searchedWords(event, organizers, lineup)})`
}

/** Makes the words of these events known to the spelling help. */
export async function learnWords(db: Db, eventIds: number[]): Promise<void> {
  if (eventIds.length === 0) return
  await sql`
    insert into search_words (word)
    select distinct words.word from events, unnest(tsvector_to_array(events.search)) as words(word)
    -- The words of a draft stay unknown until it is published. In order, so that two writers never wait for each other.
    where events.id = any(${eventIds}::bigint[]) and listed and length(words.word) between 2 and 100
      and not exists (select from search_words known where known.kind = 'event' and known.word = words.word)
    order by words.word
    on conflict do nothing
  `.execute(db)
}

/** Writes anew what a search finds these events by. New words also become known to the spelling help. */
export async function refreshSearch(db: Db, eventIds: number[]): Promise<void> {
  if (eventIds.length === 0) return
  const organizers = sql`select actor_id, status from event_organizers where event_id = events.id`
  const lineup = sql`select name, actor_id from event_lineup where event_id = events.id`
  await sql`
    with texts as (
      select events.id, search_document(${searchedWords(sql`events`, organizers, lineup)}) as search
      from events where events.id = any(${eventIds}::bigint[])
    )
    -- What is found by the same words as before is not written again.
    update events set search = texts.search from texts
    where events.id = texts.id and events.search is distinct from texts.search
  `.execute(db)
  await learnWords(db, eventIds)
}

/** What is called the same afterwards, or found no more; a new event is written with what it is found by. */
const sameWords: ReadonlySet<ChangeKind> = new Set<ChangeKind>([
  "created",
  "copied",
  "purged",
  "answered",
  "seen",
  "messages_seen",
  "inside_seen",
  "message_sent",
  "message_deleted",
  ...documentKinds,
  ...relationKinds,
  ...openingKinds,
  "claim_accepted",
  "claim_refused",
])
const outOfSight: ReadonlySet<ChangeKind> = new Set<ChangeKind>(["deleted", "hidden"])

/** Lets searches find what changed by what it is called now: the events themselves, and those that mention a page. */
export async function refreshSearchAfter(tx: Db, changes: Changed[]): Promise<void> {
  const renamed = changes.filter(({ kind }) => !sameWords.has(kind))
  await refreshSearch(tx, eventsIn(renamed.filter(({ kind }) => !outOfSight.has(kind))))
  await refreshSearchOfActors(tx, actorsIn(renamed))
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
    await writing(db, async (tx) => {
      await refreshSearch(tx, ids)
      await raiseContentVersion(tx)
    })
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
