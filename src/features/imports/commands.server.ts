import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { retriedTransaction } from "#db/retry.ts"
import { writing } from "#db/writing.ts"
import { may, type Relation } from "#features/accounts/rights.ts"
import type { Viewer } from "#features/accounts/viewer.ts"
import { saveEvents } from "#features/events/store.server.ts"
import type { Event } from "#features/events/event.ts"
import { findEvent } from "#features/events/queries.server.ts"
import type { EventDraft } from "#features/events/draft.ts"
import type { By, Changed } from "#features/changes/change.ts"
import { bySystem } from "#features/changes/change.ts"
import { notePictures } from "#features/documents/elsewhere/commands.server.ts"
import type { PictureElsewhere } from "#features/documents/elsewhere/picture-elsewhere.ts"
import { changed as tellChanges } from "#features/changes/commands.server.ts"
import { refuse } from "#lib/refusal.ts"
import { enqueue } from "#queue/enqueue.ts"
import { batchWriters } from "./batch-writers.ts"
import { makePlacePages, venueKey, venuesAmong } from "./places/place-pages.server.ts"
import { settlePoints } from "./places/points.server.ts"
import { matchPlaces } from "./places/places.server.ts"
import { readInWorker } from "./reading/reader.server.ts"
import type { Format, Reading, ReadOptions, Reason } from "./reading/record.ts"
import { openSource, type Source } from "./reading/source.server.ts"
import {
  deletedAmong,
  type Host,
  keyOf,
  lockSources,
  originOf,
  sourcesOf,
  type Taken,
  writeSources,
} from "./store.server.ts"
import { giveUsualCategories } from "./categories/usual-category.server.ts"

export type ImportOptions = Partial<Omit<ReadOptions, "timezone">> & {
  /** IANA zone of times that do not say theirs. */
  timezone?: string
  /** The fid of the actor that becomes the host. */
  as?: string
  /** Reads and compares, writes nothing: the preview. */
  dryRun?: boolean
  /** Makes a page, which nobody owns and its venue can claim, of each venue that has none. */
  places?: boolean
  /** For tests: addresses of this machine may be read. */
  allowPrivate?: boolean
}

export type Refused = { position: number; title?: string; external_id?: string; reason: Reason }
export type ImportProgress = {
  read: number
  created: number
  updated: number
  unchanged: number
  refused: number
  occurrences: number
  /** Place pages that were made; of a preview those that would be. */
  places: number
}
export type ImportReport = Omit<ImportProgress, "refused"> & {
  formats: Format[]
  /** One for each record that was refused, and why; position 0 is the whole. */
  refused: Refused[]
  /** What was left out of records that were taken. */
  notes: Refused[]
}

/**
 * Imports events from a file, an address or bytes, in any format known here, and yields how far it is after each batch;
 * its last word is the report. A record that is known and has not changed is not touched; one that changed keeps its id.
 * The operator of the instance may import for anyone; others only as an actor that they manage.
 */
export async function* importEvents(
  db: Db,
  viewer: Viewer | "operator",
  source: Source,
  options: ImportOptions = {},
): AsyncGenerator<ImportProgress, ImportReport> {
  const host = await hostOf(db, viewer, options.as)
  const report: ImportReport = {
    read: 0,
    created: 0,
    updated: 0,
    unchanged: 0,
    occurrences: 0,
    places: 0,
    formats: [],
    refused: [],
    notes: [],
  }
  const opened = await openSource(source, options.allowPrivate)
  if ("refused" in opened) {
    report.refused.push({ position: 0, reason: opened.refused })
    return report
  }

  const { language, format, categories, now = Date.now(), timezone = "Europe/Brussels" } = options
  const by: By =
    viewer === "operator" || viewer === null
      ? bySystem("import")
      : { userId: viewer.userId, actorId: viewer.actorId, isOffice: false, through: "import" }
  const places = options.places ? new Set<string>() : undefined
  const how = { by, dryRun: options.dryRun ?? false, places, pictures: 0 }
  const since = await clockOf(db)
  // A page that one batch makes of a venue is seen by the next.
  const writers = batchWriters(how.places ? 1 : 2)
  const reading = { ...opened, options: { language, format, categories, now, timezone } }
  try {
    for await (const readings of readInWorker(reading)) {
      const events = readings.filter((one): one is Taken => "event" in one)
      await settlePoints(db, events)
      for (const one of readings) count(report, one)
      await writers.write(() => saveBatch(db, events, host, how, report))
      yield { ...report, refused: report.refused.length }
    }
  } finally {
    await writers.end()
  }
  if (how.pictures > 0) await writing(db, (tx) => enqueue(tx, "documents.fetch-pictures", {}))
  report.refused.sort((one, other) => one.position - other.position)
  const origins = report.formats.map((each) => originOf(each, host))
  if (report.created + report.updated > 0 && !options.dryRun) await giveUsualCategories(db, origins, since, by)
  return report
}

/** What time it is for the database, which dates what it writes. */
async function clockOf(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now()`.execute(db)
  return (rows[0] as { now: Date }).now
}

async function hostOf(db: Db, viewer: Viewer | "operator", as: string | undefined): Promise<Host> {
  if (viewer === null) return refuse("sign_in_needed")
  if (as === undefined) return viewer === "operator" ? undefined : refuse("import_forbidden")
  const actor = await db.selectFrom("actors").select(["id", "fid"]).where("fid", "=", as).executeTakeFirst()
  if (!actor) return refuse("actor_not_found")
  if (viewer === "operator") return actor
  const held = await db
    .selectFrom("relations")
    .select("relation")
    .where("user_id", "=", viewer.userId)
    .where("actor_id", "=", actor.id)
    .where("status", "=", "accepted")
    .execute()
  const relations = held.map((one) => one.relation as Relation)
  return may(viewer, "publish", { relations }) ? actor : refuse("import_forbidden")
}

function count(report: ImportReport, reading: Reading) {
  const { position, title, external_id } = reading
  if (position > 0) report.read++
  if ("refused" in reading) {
    report.refused.push({ position, title, external_id, reason: reading.refused })
    return
  }
  if (!report.formats.includes(reading.format)) report.formats.push(reading.format)
  if (reading.note) report.notes.push({ position, title, external_id, reason: reading.note })
}

/** How batches are written; `places` holds the venues that got pages, if they are to; `pictures` counts those to fetch. */
type How = { by: By; dryRun: boolean; places: Set<string> | undefined; pictures: number }
/** More are not remembered by a preview: it then counts one twice rather than growing without end. */
const mostPlaces = 100_000

/** Writes what is new or changed, in one transaction; if that fails, in halves, so that one record costs no other. */
async function saveBatch(db: Db, events: Taken[], host: Host, how: How, report: ImportReport): Promise<void> {
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
    const { position, title, external_id } = events[0] as Taken
    const detail = String((error as Error).message).slice(0, 200)
    report.refused.push({ position, title, external_id, reason: { id: "not_saved", args: { detail } } })
  }
}

/**
 * PostgreSQL's classes 21 to 23 (data, constraints) and 54 (limits) speak of the record, as does a statement that took too
 * long (57014), or what met another again and again (40001, 40P01); all else is our trouble.
 */
function isAboutData(error: unknown) {
  return /^(2[123]|54|57014|40001|40P01)/.test(String((error as { code?: unknown }).code ?? ""))
}

async function saveChanged(tx: Db, events: Taken[], host: Host, how: How) {
  // Two imports that make pages take turns, so that a venue gets one.
  if (how.places) {
    const origins = new Set(events.map(({ format }) => originOf(format, host)))
    for (const origin of [...origins].toSorted())
      await sql`select pg_advisory_xact_lock(hashtextextended(${origin}, 0))`.execute(tx)
  }
  let sources = await sourcesOf(tx, events, host)
  const sourceOf = (event: Taken) => sources.get(keyOf(event, host))
  const differs = (event: Taken) => sourceOf(event)?.digest !== event.digest && !sourceOf(event)?.is_merged
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
  // What was merged into another event does not write over that one.
  const changed = events.filter((event) => differs(event) && !gone.includes(event))
  const updated = changed.filter((event) => sourceOf(event)).length
  const unchanged = events.length - changed.length - gone.length
  const counts = { created: changed.length - updated, updated, unchanged, gone, venues: [] as string[], pictures: 0 }
  if (!how.dryRun) {
    const same = events.filter((event) => !changed.includes(event))
    counts.pictures = await notePicturesOf(tx, same, (event) => sourceOf(event))
  }
  if ((how.dryRun && !how.places) || changed.length === 0) return counts

  const newPages: number[] = []
  const places = await matchPlaces(
    tx,
    changed.map(({ event }) => event.location ?? null),
  )
  if (how.places) {
    const venues = venuesAmong(changed.filter((_, at) => places[at] === undefined).map(({ event }) => event))
    for (const key of how.places) venues.delete(key)
    counts.venues = [...venues.keys()]
    if (how.dryRun) return counts
    const made = await makePlacePages(tx, venues)
    counts.venues = [...made.keys()]
    newPages.push(...made.values())
    for (const [at, { event }] of changed.entries())
      places[at] ??= made.get((event.location && venueKey(event.location)) ?? "")
  }
  const tell = await changesOf(
    tx,
    changed.flatMap((taken) => sourceOf(taken)?.event_id ?? []),
  )
  const ids = await saveEvents(
    tx,
    changed.map((taken, at) => draftOf(taken, sourceOf(taken)?.event_id, places[at], host)),
  )
  await tellChanges(tx, [
    ...newPages.map((actor) => ({ by: how.by, subject: { actor }, kind: "created" as const, isPublic: true })),
    ...(await tell(how.by)),
    // Of what is new the log holds that it is there: there are thousands.
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
    changed.map((taken, at) => ({ taken, eventId: ids[at] as number })),
  )
  counts.pictures += await notePicturesOf(tx, changed, (_, at) => ({ event_id: ids[at] as number }))
  return counts
}

type Known = { event_id: number; is_merged?: boolean }

/** Notes the pictures of records, to be fetched later; not of what another event stands for now. */
async function notePicturesOf(tx: Db, all: Taken[], sourceOf: (taken: Taken, at: number) => Known | undefined) {
  const named = all.flatMap((taken, at) => {
    const source = taken.picture && sourceOf(taken, at)
    return source && !source.is_merged ? [{ eventId: source.event_id, picture: taken.picture as PictureElsewhere }] : []
  })
  return notePictures(tx, named)
}

/** How these events are now; what is returned says how they changed, once they are written anew. */
async function changesOf(tx: Db, ids: number[]): Promise<(by: By) => Promise<Changed[]>> {
  if (ids.length === 0) return async () => []
  // Addresses are no part of what is compared.
  const site = { publicUrl: "", timezone: "UTC" }
  const before = new Map<number, Event>()
  for (const id of ids) {
    const event = await findEvent(tx, null, id, site)
    if (event) before.set(id, event)
  }
  const answered = await tx
    .selectFrom("attendances")
    .select(["event_id", "occurrence_id", "user_id"])
    .where("event_id", "in", ids)
    .where("occurrence_id", "is not", null)
    .where("value", "<>", "declined")
    .execute()
  return async (by) => {
    const changes: Changed[] = []
    for (const id of ids) {
      const event = before.get(id)
      const after = event && (await findEvent(tx, null, id, site))
      const of = { by, subject: { event: id }, kind: "updated" as const, isPublic: event !== undefined }
      if (!after) {
        changes.push(of)
        continue
      }
      const left = new Set(after.occurrences.map((one) => one.id))
      const lost = answered.filter((one) => one.event_id === id && !left.has(one.occurrence_id as number))
      changes.push({ ...of, before: event, after, telling: { lost: [...new Set(lost.map(({ user_id }) => user_id))] } })
    }
    return changes
  }
}

function draftOf(
  taken: Taken,
  id: number | undefined,
  placeId: number | undefined,
  host: Host,
): EventDraft & { id?: number } {
  const { external_id: _, url: __, workflow, ...event } = taken.event
  return {
    ...event,
    category: event.category ?? "other",
    place_id: placeId ?? null,
    location: placeId ? null : (event.location ?? null),
    // Whom people added since, and what they have hidden, stays so when the source changes.
    ...(id === undefined ? { workflow, organizer_ids: host ? [host.id] : [] } : { id }),
  }
}
