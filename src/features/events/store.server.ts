import { sql } from "kysely"
import { v7 as uuidv7 } from "uuid"
import type { Db } from "#db/connection.ts"
import { locationIds } from "#features/places/commands.server.ts"
import { sanitiseEach } from "#lib/text/html.ts"
import { refuse } from "#lib/refusal.ts"
import type { EventDraft } from "./draft.ts"
import { type StoredOccurrence, storedOccurrences } from "./dates/occurrences.ts"
import { addSpellingWords, draftSearchDocument } from "./search/commands.server.ts"

/**
 * Stores events, new ones and (with an `id`) existing ones, all or none, and returns their ids in order. Fields that a draft
 * leaves undefined stay unchanged in an existing event; null or an empty list clears them. A date keeps its row (and the rows
 * that refer to it) as long as its start, or the start its rule gave, stays the same. Organizers are stored as accepted, unless
 * they are pending or had answered otherwise: the caller has checked who may name whom.
 */
export async function saveEvents(db: Db, drafts: (EventDraft & { id?: number })[]): Promise<number[]> {
  if (drafts.length === 0) return []
  if (!db.isTransaction) return db.transaction().execute((tx) => saveEvents(tx, drafts))

  const events = drafts.map((draft) => ({ ...columnsOf(draft), occurrences: occurrencesOf(draft) }))
  const locations = await locationIds(
    db,
    drafts.map(({ location }) => location),
  )
  for (const [index, location_id] of locations.entries())
    if (location_id !== undefined) Object.assign(events[index] as object, { location_id })

  const known = events.filter((event) => event.id !== undefined)
  const added = events.filter((event) => event.id === undefined)
  const isNew = new Set(added)
  if (known.length > 0) await lockEvents(db, known)
  if (known.length > 0) await updateEvents(db, known)
  if (added.length > 0) await insertEvents(db, withLists(drafts, events, isNew))
  const ids = events.map((event) => event.id as number)
  const knownIds = known.map((event) => event.id as number)

  await writeOccurrences(db, knownIds, known)
  await insertOccurrences(db, added)
  await writeOrganizers(db, ids, drafts, knownIds)
  await writeLineup(db, ids, drafts, knownIds)
  await writePrices(db, ids, drafts, knownIds)
  await addSpellingWords(
    db,
    added.map((event) => event.id as number),
  )
  return ids
}

type EventColumns = ReturnType<typeof columnsOf> & { occurrences: StoredOccurrence[] }

/** Locks rows in the order of their ids, so that two writers of the same events wait for each other without a deadlock. */
async function lockEvents(db: Db, events: EventColumns[]) {
  const ids = events.map(({ id }) => id as number)
  await sql`select from events where id = any(${ids}::bigint[]) order by id for no key update`.execute(db)
}

/** Returns new events with everything their row needs: the lists that the search reads, and their last date. */
function withLists(drafts: EventDraft[], events: EventColumns[], isNew: Set<EventColumns>) {
  return events.flatMap((event, index) => {
    if (!isNew.has(event)) return []
    const draft = drafts[index] as EventDraft
    const organizers = [...new Set(draft.organizer_ids)].map((actor_id) => ({
      actor_id,
      status: draft.pending_organizer_ids?.includes(actor_id) ? "pending" : "accepted",
    }))
    const last = event.occurrences
      .filter(({ next_from }) => next_from !== "infinity")
      .reduce<StoredOccurrence | undefined>(
        (late, one) => (late && Number(late.until_at) > Number(one.until_at) ? late : one),
        undefined,
      )
    const { occurrences: _, ...columns } = event
    const dates = { last_start: last?.starts_at, last_until: last?.until_at }
    return [{ event, given: { ...columns, ...dates, organizers, lineup: draft.lineup ?? [] } }]
  })
}

/** Returns the columns that a draft sets. Undefined ones are left out of the JSON and so stay as they are. */
function columnsOf(draft: EventDraft & { id?: number }) {
  const { location: _, occurrences: __, organizer_ids: ___, lineup: ____, prices, description, ...rest } = draft
  const { pending_organizer_ids: _____, ...columns } = rest
  return {
    ...columns,
    uid: draft.uid ?? (draft.id === undefined ? uuidv7() : undefined),
    description: description && sanitiseEach(description),
    // An event is free when nobody pays: one free price among others does not make it so.
    is_free: prices && prices.length > 0 && prices.every((price) => price.free || price.amount === 0),
  }
}

function occurrencesOf(draft: EventDraft) {
  return storedOccurrences(draft.occurrences, draft.timezone, draft.all_day ?? false)
}

/** Returns JSON that PostgreSQL accepts: it takes neither NUL nor lone surrogates, which JSON writes as escapes. */
function json(value: unknown): string {
  const text = JSON.stringify(value)
  if (!/\\u(?:0000|d[89a-f])/.test(text)) return text
  return JSON.stringify(value, (_, each) =>
    typeof each === "string" ? each.toWellFormed().replaceAll("\0", "") : each,
  )
}

const columns = sql.raw(
  `uid, language, title, summary, description, category, tags, timezone, all_day, doors_minutes, recurrence, status,
  status_reason, mode, online_url, place_id, room_id, location_id, parent_id, ticket_url, capacity, age_min, age_max,
  languages, access, workflow, publish_at, poster_roll, is_free`,
)

/** Writes each row once, with the values that triggers and the search would otherwise write into it afterwards. */
async function insertEvents(db: Db, events: { event: EventColumns; given: object }[]) {
  const defaults = {
    summary: {},
    description: {},
    tags: [],
    all_day: false,
    status: "scheduled",
    mode: "onsite",
    languages: [],
    access: {},
    workflow: "draft",
    poster_roll: 0,
    is_free: false,
  }
  const inserted = await sql<{ id: number; uid: string }>`
    insert into events (${columns}, last_start, last_until, search)
    select ${columns}, last_start, last_until, ${draftSearchDocument(sql`event`, sql`draft`)}
    from jsonb_array_elements(${json(events.map(({ given }) => given))}::jsonb) with ordinality as given(draft, position),
      jsonb_populate_record(null::events, ${json(defaults)}::jsonb || (draft - 'organizers' - 'lineup')) as event
    order by position
    returning id, uid
  `.execute(db)
  const ids = new Map(inserted.rows.map(({ id, uid }) => [uid, id]))
  for (const { event } of events) event.id = ids.get((event.uid as string).toLowerCase())
}

async function updateEvents(db: Db, events: EventColumns[]) {
  const updated = await sql`
    update events set (${columns}, sequence, version, updated_at) = (
      select ${columns}, events.sequence + case when
          (place_id, room_id, location_id, status, timezone, all_day, mode, online_url) is distinct from (
            events.place_id, events.room_id, events.location_id, events.status,
            events.timezone, events.all_day, events.mode, events.online_url)
          or (select array_agg((starts_at, ends_at, occurrences.status) order by starts_at)
              from occurrences where event_id = events.id)
            is distinct from
            (select array_agg((starts_at, ends_at, dates.status) order by starts_at)
              from jsonb_to_recordset(draft->'occurrences')
                as dates(starts_at timestamptz, ends_at timestamptz, status text))
          then 1 else 0 end,
        events.version + 1, now()
      from jsonb_populate_record(events, draft - 'occurrences')
    )
    from jsonb_array_elements(${json(events)}::jsonb) as given(draft)
    where events.id = (draft->>'id')::bigint
    returning 1
  `.execute(db)
  if (updated.rows.length < events.length) refuse("event_not_found")
}

/** Inserts the dates of new events, which cannot conflict with existing rows. */
async function insertOccurrences(db: Db, events: EventColumns[]) {
  const rows = events.flatMap(({ id, workflow, category, occurrences }) =>
    occurrences.map((one) => Object.assign({ event_id: id, listed: workflow === "published", category }, one)),
  )
  if (rows.length === 0) return
  await sql`
    insert into occurrences (event_id, listed, category, starts_at, ends_at, until_at, next_from, status, recurrence_id)
    select event_id, listed, category, starts_at, ends_at, until_at, next_from, status, recurrence_id
    from jsonb_to_recordset(${json(rows)}::jsonb) as given(event_id bigint, listed boolean, category text,
      starts_at timestamptz, ends_at timestamptz, until_at timestamptz, next_from timestamptz, status text,
      recurrence_id timestamptz)
    order by event_id, starts_at
  `.execute(db)
}

async function writeOccurrences(db: Db, ids: number[], events: EventColumns[]) {
  if (events.length === 0) return
  const given = json(
    events.flatMap((event) => event.occurrences.map((one) => Object.assign({ event_id: event.id }, one))),
  )
  const dates = sql`jsonb_to_recordset(${given}::jsonb) as given(event_id bigint, starts_at timestamptz,
    ends_at timestamptz, until_at timestamptz, next_from timestamptz, status text, recurrence_id timestamptz)`

  if (events.some((event) => event.occurrences.some((one) => one.recurrence_id))) {
    // A moved date stays the same date.
    await sql`
      update occurrences set starts_at = given.starts_at, ends_at = given.ends_at, until_at = given.until_at
      from ${dates}
      where occurrences.event_id = given.event_id and occurrences.starts_at <> given.starts_at
        and coalesce(occurrences.recurrence_id, occurrences.starts_at) = given.recurrence_id
        and not exists (
          select from occurrences taken where taken.event_id = given.event_id and taken.starts_at = given.starts_at)
    `.execute(db)
  }
  await sql`
    delete from occurrences where event_id = any(${ids}::bigint[])
      and (event_id, starts_at) not in (select event_id, starts_at from ${dates})
  `.execute(db)
  await sql`
    insert into occurrences (event_id, listed, category, starts_at, ends_at, until_at, next_from, status, recurrence_id)
    select given.event_id, events.listed, events.category,
      given.starts_at, given.ends_at, given.until_at, given.next_from, given.status, given.recurrence_id
    from ${dates} join events on events.id = given.event_id
    order by given.event_id, given.starts_at
    on conflict (event_id, starts_at) do update set
      ends_at = excluded.ends_at, until_at = excluded.until_at, next_from = excluded.next_from,
      status = excluded.status, recurrence_id = excluded.recurrence_id,
      status_reason = case when excluded.status = 'cancelled' then occurrences.status_reason end
    where (occurrences.ends_at, occurrences.until_at, occurrences.next_from, occurrences.status, occurrences.recurrence_id)
      is distinct from
      (excluded.ends_at, excluded.until_at, excluded.next_from, excluded.status, excluded.recurrence_id)
  `.execute(db)
}

async function writeOrganizers(db: Db, ids: number[], drafts: EventDraft[], known: number[]) {
  const touched = ids.filter((_, index) => drafts[index]?.organizer_ids)
  if (touched.length === 0) return
  const rows = drafts.flatMap(({ organizer_ids, pending_organizer_ids }, index) =>
    [...new Set(organizer_ids)].map((actor_id, position) => {
      const status = pending_organizer_ids?.includes(actor_id) ? "pending" : "accepted"
      return { event_id: ids[index], actor_id, position, status }
    }),
  )
  const written = touched.filter((id) => known.includes(id))
  const none: { rows: { event_id: number; actor_id: number; status: string }[] } = { rows: [] }
  const before =
    written.length === 0
      ? none
      : await sql<(typeof none.rows)[number]>`
    delete from event_organizers where event_id = any(${written}::bigint[]) returning event_id, actor_id, status
  `.execute(db)
  if (rows.length === 0) return
  await sql`
    insert into event_organizers (event_id, actor_id, position, status)
    select given.event_id, given.actor_id, given.position, coalesce(before.status, given.status)
    from jsonb_to_recordset(${json(rows)}::jsonb) as given(event_id bigint, actor_id bigint, position int, status text)
    left join jsonb_to_recordset(${json(before.rows)}::jsonb) as before(event_id bigint, actor_id bigint, status text)
      on before.event_id = given.event_id and before.actor_id = given.actor_id
  `.execute(db)
}

async function writeLineup(db: Db, ids: number[], drafts: EventDraft[], known: number[]) {
  const touched = ids.filter((_, index) => drafts[index]?.lineup)
  if (touched.length === 0) return
  const rows = drafts.flatMap(({ lineup = [] }, index) =>
    lineup.map((one, position) => ({ confirmed: false, ...one, event_id: ids[index], position })),
  )
  const former = touched.filter((id) => known.includes(id))
  const before =
    former.length === 0
      ? { rows: [] }
      : await sql<LineupRow & { id: number }>`
    delete from event_lineup where event_id = any(${former}::bigint[]) returning id, event_id, actor_id, name, role
  `.execute(db)
  if (rows.length === 0) return
  // An entry that stays keeps its id, which is its address.
  const idsOf = Map.groupBy<string, LineupRow & { id: number }>(before.rows, entryOf)
  const written = rows.map((row) => ({ ...row, id: idsOf.get(entryOf(row as LineupRow))?.shift()?.id }))
  await sql`
    insert into event_lineup (id, event_id, position, actor_id, name, role, confirmed)
    select coalesce(id, nextval(pg_get_serial_sequence('event_lineup', 'id'))), event_id, position, actor_id, name, role,
      confirmed
    from jsonb_populate_recordset(null::event_lineup, ${json(written)}::jsonb)
  `.execute(db)
}

type LineupRow = { event_id: number; actor_id?: number | null; name: string; role?: string | null }

function entryOf({ event_id, actor_id, name, role }: LineupRow) {
  return JSON.stringify([event_id, actor_id ?? name, role ?? null])
}

async function writePrices(db: Db, ids: number[], drafts: EventDraft[], known: number[]) {
  const touched = ids.filter((_, index) => drafts[index]?.prices)
  if (touched.length === 0) return
  const rows = drafts.flatMap(({ prices = [] }, index) =>
    prices.map((price, position) => ({
      currency: "EUR",
      free: false,
      pay_what_you_can: false,
      ...price,
      event_id: ids[index],
      position,
    })),
  )
  if (known.length > 0) await sql`delete from event_prices where event_id = any(${touched}::bigint[])`.execute(db)
  if (rows.length === 0) return
  await sql`
    insert into event_prices (event_id, position, label, amount, currency, free, pay_what_you_can)
    select event_id, position, label, amount, currency, free, pay_what_you_can
    from jsonb_populate_recordset(null::event_prices, ${json(rows)}::jsonb)
  `.execute(db)
}
