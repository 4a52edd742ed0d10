import { type RawBuilder, sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { writing } from "#db/writing.ts"
import { actorsIn, type Changed, eventsIn } from "#features/changes/change.ts"
import { raiseContentVersion } from "#features/changes/commands.server.ts"
import { type ChangeKind, documentKinds, openingKinds, relationKinds } from "#features/changes/kinds.ts"
import { enqueue } from "#queue/enqueue.ts"

/**
 * Returns the searchable text of an event as SQL: titles in every language, tags, the place and its locality, organizers and
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
 * Returns the search document of a new event before it is stored, so that its row is written only once. `given` is its draft,
 * with the lists `organizers` and `lineup`; `event` its row.
 */
export function draftSearchDocument(event: RawBuilder<unknown>, given: RawBuilder<unknown>) {
  const organizers = sql`select * from jsonb_to_recordset(${given}->'organizers') as given(actor_id bigint, status text)`
  const lineup = sql`select * from jsonb_to_recordset(${given}->'lineup') as given(name text, actor_id bigint)`
  return sql`search_document(${searchedWords(event, organizers, lineup)})`
}

/** Adds the words of these events to the spelling suggestions. */
export async function addSpellingWords(db: Db, eventIds: number[]): Promise<void> {
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

/** Updates the search documents of these events, and adds new words to the spelling suggestions. */
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
  await addSpellingWords(db, eventIds)
}

/**
 * Kinds of change after which names are the same, or nothing can be found any more; a new event is stored with its search
 * document.
 */
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

/** Updates searches after changes: for the changed events, and for those that mention a changed page. */
export async function refreshSearchAfter(tx: Db, changes: Changed[]): Promise<void> {
  const renamed = changes.filter(({ kind }) => !sameWords.has(kind))
  await refreshSearch(tx, eventsIn(renamed.filter(({ kind }) => !outOfSight.has(kind))))
  await refreshSearchOfActors(tx, actorsIn(renamed))
}

/** Events updated at once, in a fraction of a second; a job does the rest when many thousands mention a page. */
const atOnce = 500

/**
 * Updates every event that mentions a page, after the page was renamed, hidden or shown. Coming events are updated at once; for a
 * house with thousands the others follow within moments.
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

/** Updates the search document of every event that mentions one of these pages, in batches. */
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

/** Selects the events that mention a page: as place, organizer or in the line-up. */
function mentions(actorIds: number[]) {
  return sql`
    select id from events where place_id = any(${actorIds}::bigint[])
    union select event_id from event_organizers where actor_id = any(${actorIds}::bigint[])
    union select event_id from event_lineup where actor_id = any(${actorIds}::bigint[])`
}
