// Writes a batch of records: the new ones, the changed ones, and the consequences.
import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { retriedTransaction } from "#db/retry.ts"
import type { By, Changed } from "#features/changes/change.ts"
import { changed as tellChanges } from "#features/changes/commands.server.ts"
import { notePictures } from "#features/documents/remote-pictures/commands.server.ts"
import type { RemotePicture } from "#features/documents/remote-pictures/remote-picture.ts"
import type { EventDraft } from "#features/events/draft.ts"
import type { Event } from "#features/events/event.ts"
import { findEvent } from "#features/events/queries.server.ts"
import { saveEvents } from "#features/events/store.server.ts"
import { storedEventsOf } from "./queries.server.ts"
import { type StoredEvent, type Imported, importedOf, mergeRecord } from "./merge.ts"
import { makePlacePages, venueKey, venuesAmong } from "../places/place-pages.server.ts"
import { matchPlaces } from "../places/places.server.ts"
import type { ImportReport } from "../report.ts"
import {
  deletedAmong,
  type Host,
  keyOf,
  lockSources,
  originOf,
  sourcesOf,
  type AcceptedRecord,
  writeSources,
} from "../store.server.ts"

/**
 * How batches are written. `places` collects the venues that got pages, if pages are to be made; `pictures` counts the pictures
 * to fetch.
 */
export type BatchOptions = { by: By; dryRun: boolean; places: Set<string> | undefined; pictures: number }
/** Most venues a preview remembers. Beyond them it counts a venue twice rather than growing without end. */
const mostPlaces = 100_000

/**
 * Writes new and changed records in one transaction. If it fails, writes each half on its own, so that one bad record does not
 * lose the others.
 */
export async function saveBatch(
  db: Db,
  events: AcceptedRecord[],
  host: Host,
  how: BatchOptions,
  report: ImportReport,
): Promise<void> {
  if (events.length === 0) return
  try {
    const done = await retriedTransaction(db, (tx) => saveChanged(tx, events, host, how))
    report.created += done.created
    report.updated += done.updated
    report.unchanged += done.unchanged
    how.pictures += done.pictures
    report.places += done.venues.length
    for (const venue of done.venues) if (how.places && how.places.size < mostPlaces) how.places.add(venue)
    for (const { position, title, external_id } of done.gone)
      report.refused.push({ position, title, external_id, reason: { id: "deleted_here" } })
    for (const { taken, fields } of done.clashes) {
      const { position, title, external_id } = taken
      const reason = { id: "note_kept" as const, args: { fields: fields.join(",") } }
      report.notes.push({ position, title, external_id, reason })
    }
    const taken = events.filter((event) => !done.gone.includes(event))
    report.occurrences += taken.reduce((sum, { event }) => sum + event.occurrences.length, 0)
  } catch (error) {
    if (!isAboutData(error)) throw error
    if (events.length > 1) {
      const middle = Math.ceil(events.length / 2)
      await saveBatch(db, events.slice(0, middle), host, how, report)
      await saveBatch(db, events.slice(middle), host, how, report)
      return
    }
    const { position, title, external_id } = events[0] as AcceptedRecord
    const detail = String((error as Error).message).slice(0, 200)
    report.refused.push({ position, title, external_id, reason: { id: "not_saved", args: { detail } } })
  }
}

/**
 * Whether an error is caused by the record: PostgreSQL's classes 21 to 23 (data, constraints) and 54 (limits), a statement that
 * took too long (57014), or repeated conflicts (40001, 40P01). Any other error is ours.
 */
function isAboutData(error: unknown) {
  return /^(2[123]|54|57014|40001|40P01)/.test(String((error as { code?: unknown }).code ?? ""))
}

async function saveChanged(tx: Db, events: AcceptedRecord[], host: Host, how: BatchOptions) {
  // Imports that make pages wait for each other, so that a venue gets a single page.
  if (how.places) {
    const origins = new Set(events.map(({ format }) => originOf(format, host)))
    for (const origin of [...origins].toSorted())
      await sql`select pg_advisory_xact_lock(hashtextextended(${origin}, 0))`.execute(tx)
  }
  let sources = await sourcesOf(tx, events, host)
  const sourceOf = (event: AcceptedRecord) => sources.get(keyOf(event, host))
  const differs = (event: AcceptedRecord) => sourceOf(event)?.digest !== event.digest && !sourceOf(event)?.is_merged
  const former = events.flatMap((event) => (differs(event) ? (sourceOf(event)?.event_id ?? []) : []))
  if (former.length > 0 && !how.dryRun) {
    await lockSources(tx, former)
    sources = await sourcesOf(tx, events, host)
  }

  const gone = await deletedAmong(
    tx,
    events.filter((event) => !sourceOf(event)),
    host,
  )
  // A record whose event was merged into another must not overwrite that event.
  const changed = events.filter((event) => differs(event) && !gone.includes(event))
  const updated = changed.filter((event) => sourceOf(event)).length
  const unchanged = events.length - changed.length - gone.length
  const clashes: { taken: AcceptedRecord; fields: string[] }[] = []
  const counts = {
    created: changed.length - updated,
    updated,
    unchanged,
    gone,
    clashes,
    venues: [] as string[],
    pictures: 0,
  }
  if (!how.dryRun) {
    const same = events.filter((event) => !changed.includes(event))
    counts.pictures = await notePicturesOf(tx, same, (event) => sourceOf(event))
  }
  if (changed.length === 0) return counts

  const newPages: number[] = []
  const places = await matchPlaces(
    tx,
    changed.map(({ event }) => event),
    host,
  )
  if (how.places) {
    const venues = venuesAmong(changed.filter((_, at) => places[at] === undefined).map(({ event }) => event))
    for (const key of how.places) venues.delete(key)
    const made = how.dryRun ? undefined : await makePlacePages(tx, venues)
    counts.venues = [...(made ?? venues).keys()]
    newPages.push(...(made?.values() ?? []))
    // A preview makes no pages, and compares as if they existed.
    const isSeen = (key: string) => venues.has(key) || how.places?.has(key)
    for (const [at, { event }] of changed.entries()) {
      const key = (event.location && venueKey(event.location)) ?? ""
      places[at] ??= made ? made.get(key) : isSeen(key) ? -1 : undefined
    }
  }
  const { before, tell } = await changesOf(
    tx,
    changed.flatMap((taken) => sourceOf(taken)?.event_id ?? []),
  )
  const here = await storedEventsOf(tx, [...before.keys()], before)
  const written = changed.map((taken, at) => {
    const source = sourceOf(taken)
    const result = afterAll(draftOf(taken, source?.event_id, places[at], host), source, here)
    if (result.clashes.length > 0) clashes.push({ taken, fields: result.clashes })
    return { taken, ...result }
  })
  const saved = written.flatMap(({ draft }, at) => (draft ? [{ draft, at }] : []))
  counts.updated -= changed.length - saved.length
  counts.unchanged += changed.length - saved.length
  if (how.dryRun) return counts
  const savedIds = await saveEvents(
    tx,
    saved.map(({ draft }) => draft),
  )
  const ids = changed.map((taken) => sourceOf(taken)?.event_id as number)
  for (const [index, { at }] of saved.entries()) ids[at] = savedIds[index] as number
  await tellChanges(tx, [
    ...newPages.map((actor) => ({ by: how.by, subject: { actor }, kind: "created" as const, isPublic: true })),
    ...(await tell(
      how.by,
      saved.flatMap(({ draft }) => draft.id ?? []),
    )),
    // The log only says that a new event exists, without its content: there are thousands.
    ...changed.flatMap((taken, at) =>
      sourceOf(taken)
        ? []
        : {
            by: how.by,
            subject: { event: ids[at] as number },
            kind: "created" as const,
            isPublic: taken.event.workflow === "published",
          },
    ),
  ])
  await writeSources(
    tx,
    host,
    written.map(({ taken, imported }, at) => ({ taken, eventId: ids[at] as number, imported })),
  )
  counts.pictures += await notePicturesOf(tx, changed, (_, at) => ({ event_id: ids[at] as number }))
  return counts
}

type Known = { event_id: number; is_merged?: boolean }

/** Notes the pictures of records to be fetched later, except for records whose event was merged into another. */
async function notePicturesOf(
  tx: Db,
  all: AcceptedRecord[],
  sourceOf: (taken: AcceptedRecord, at: number) => Known | undefined,
) {
  const named = all.flatMap((taken, at) => {
    const source = taken.picture && sourceOf(taken, at)
    return source && !source.is_merged ? [{ eventId: source.event_id, picture: taken.picture as RemotePicture }] : []
  })
  return notePictures(tx, named)
}

type Draft = EventDraft & { id?: number }

/** Returns what to write for a new or known record; no draft where the source changed nothing that may be written. */
function afterAll(
  draft: Draft,
  source: { event_id: number; imported: Imported | null } | undefined,
  here: Map<number, StoredEvent>,
): { draft: Draft | undefined; clashes: string[]; imported: Imported } {
  const event = source && here.get(source.event_id)
  return event ? mergeRecord(draft, source.imported, event) : { draft, clashes: [], imported: importedOf(draft) }
}

/** Reads the present state of these events; the returned `tell` describes how the written ones changed. */
async function changesOf(tx: Db, ids: number[]) {
  // Addresses are not compared.
  const site = { publicUrl: "", timezone: "UTC" }
  const before = new Map<number, Event | undefined>()
  for (const id of ids) before.set(id, await findEvent(tx, null, id, site))
  if (ids.length === 0) return { before, tell: async (): Promise<Changed[]> => [] }
  const answered = await tx
    .selectFrom("attendances")
    .select(["event_id", "occurrence_id", "user_id"])
    .where("event_id", "in", ids)
    .where("occurrence_id", "is not", null)
    .where("value", "<>", "declined")
    .execute()
  const tell = async (by: By, written: number[]) => {
    const changes: Changed[] = []
    for (const id of written) {
      const event = before.get(id)
      const after = event && (await findEvent(tx, null, id, site))
      const of = { by, subject: { event: id }, kind: "updated" as const, isPublic: event !== undefined }
      if (!after) {
        changes.push(of)
        continue
      }
      const left = new Set(after.occurrences.map((one) => one.id))
      const lost = answered.filter((one) => one.event_id === id && !left.has(one.occurrence_id as number))
      changes.push({
        ...of,
        before: event,
        after,
        noticeContext: { lost: [...new Set(lost.map(({ user_id }) => user_id))] },
      })
    }
    return changes
  }
  return { before, tell }
}

function draftOf(taken: AcceptedRecord, id: number | undefined, placeId: number | undefined, host: Host): Draft {
  const { external_id: _, url: __, workflow, ...event } = taken.event
  return {
    ...event,
    category: event.category ?? "other",
    place_id: placeId ?? null,
    location: placeId ? null : (event.location ?? null),
    // Organizers that people added since, and events they have hidden, stay so when the source changes.
    ...(id === undefined ? { workflow, organizer_ids: host ? [host.id] : [] } : { id }),
  }
}
