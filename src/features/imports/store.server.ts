// Stores where imported events came from: their origin, and what their records contained.
import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import type { Imported } from "./batches/merge.ts"
import type { Format, Reading } from "./reading/record.ts"

/** A record that was accepted as an event. */
export type AcceptedRecord = Extract<Reading, { event: unknown }>
/** The page that becomes the host of the imported events. */
export type Host = { id: number; fid: string } | undefined

/**
 * Returns the origin of records, which numbers them: the records that a page imports are separate from those that others import
 * in the same format.
 */
export function originOf(format: Format, host: Host) {
  return host ? `${format}:${host.fid}` : format
}

/** The stored source of a record that was imported before. */
export type Source = { event_id: number; digest: string; is_merged: boolean; imported: Imported | null }

/** Returns the stored sources of these records, by `keyOf`; without the former content for records that did not change. */
export async function sourcesOf(tx: Db, events: AcceptedRecord[], host: Host): Promise<Map<string, Source>> {
  const { rows } = await sql<Source & { origin: string; external_id: string }>`
    select origin, external_id, event_id, digest, is_merged,
      case when not digest = any(${events.map(({ digest }) => digest)}::text[]) then imported end as imported
    from event_sources where origin = any(${[...new Set(events.map(({ format }) => originOf(format, host)))]}::text[])
      and external_id = any(${events.map(({ event }) => event.external_id)}::text[])`.execute(tx)
  return new Map(rows.map((row) => [`${row.origin} ${row.external_id}`, row]))
}

/** Returns the same key for the same record at every import. */
export function keyOf({ format, event }: AcceptedRecord, host: Host) {
  return `${originOf(format, host)} ${event.external_id.toWellFormed()}`
}

/** Locks these events in the order of their ids, so that the stored content of their records cannot change. */
export async function lockSources(tx: Db, eventIds: number[]): Promise<void> {
  await sql`select from events where id = any(${eventIds}::bigint[]) order by id for no key update`.execute(tx)
}

/**
 * Another import created the same record meanwhile. It carries PostgreSQL's code for a serialization failure, so that the
 * transaction is retried.
 */
class BroughtInMeanwhile extends Error {
  readonly code = "40001"
}

/**
 * Stores where events came from, and what their records contained. An import that creates a record which another import is
 * creating waits here until that one commits, and then repeats its batch: nothing is doubled.
 */
export async function writeSources(
  tx: Db,
  host: Host,
  written: { taken: AcceptedRecord; eventId: number; imported: Imported }[],
): Promise<void> {
  const column = <Value>(of: (taken: AcceptedRecord) => Value) => written.map(({ taken }) => of(taken))
  const { rows } = await sql<{ event_id: number }>`
    insert into event_sources (event_id, origin, external_id, digest, url, category_said, imported)
    select event_id, origin, external_id, digest, url, category_said, imported from unnest(
      ${written.map(({ eventId }) => eventId)}::bigint[], ${column(({ format }) => originOf(format, host))}::text[],
      ${column(({ event }) => event.external_id)}::text[], ${column(({ digest }) => digest)}::text[],
      ${column(({ event }) => event.url ?? null)}::text[], ${column(({ event }) => event.category !== undefined)}::boolean[],
      ${written.map(({ imported }) => JSON.stringify(imported))}::jsonb[]
    ) as given(event_id, origin, external_id, digest, url, category_said, imported)
    -- In order, so that two writers never wait for each other.
    order by origin, external_id
    on conflict (origin, external_id) do update set digest = excluded.digest, url = excluded.url,
      category_said = excluded.category_said, imported = excluded.imported, imported_at = now()
    returning event_id`.execute(tx)
  const ours = new Set(written.map(({ eventId }) => eventId))
  if (rows.some(({ event_id }) => !ours.has(event_id))) throw new BroughtInMeanwhile()
}

/** Returns the records whose event was permanently deleted here. */
export async function deletedAmong(tx: Db, events: AcceptedRecord[], host: Host): Promise<AcceptedRecord[]> {
  if (events.length === 0) return []
  const { rows } = await sql<{ at: number }>`
    select position::int - 1 as at from unnest(${events.map((event) => keyOf(event, host))}::text[]) with ordinality as given(key, position)
    where sha256(convert_to(key, 'UTF8')) in (select source from deleted_sources)`.execute(tx)
  return rows.map(({ at }) => events[at] as AcceptedRecord)
}
