import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { writing } from "#db/writing.ts"
import { may, type Relation } from "#features/accounts/rights.ts"
import type { Viewer } from "#features/accounts/viewer.ts"
import type { By } from "#features/changes/change.ts"
import { bySystem } from "#features/changes/change.ts"
import { refuse } from "#lib/refusal.ts"
import { enqueue } from "#queue/enqueue.ts"
import { batchWriters } from "./batches/batch-writers.ts"
import { saveBatch } from "./batches/commands.server.ts"
import { verifyPoints } from "./places/points.server.ts"
import { readInWorker } from "./reading/reader.server.ts"
import type { Reading, ReadOptions } from "./reading/record.ts"
import { openSource, type Source } from "./reading/source.server.ts"
import type { ImportProgress, ImportReport } from "./report.ts"
import { type Host, originOf, type AcceptedRecord } from "./store.server.ts"
import { giveUsualCategories } from "./categories/usual-category.server.ts"

export type ImportOptions = Partial<Omit<ReadOptions, "timezone">> & {
  /** IANA zone of times that state no zone. */
  timezone?: string
  /** The fid of the actor that becomes the host. */
  as?: string
  /** Preview: reads and compares, writes nothing. */
  dryRun?: boolean
  /** Makes an unowned page, which its venue can claim, for each venue without one. */
  places?: boolean
  /** For tests: allows reading addresses of this machine. */
  allowPrivate?: boolean
}

/**
 * Imports events from a file, an address or bytes, in any supported format; yields its progress after each batch and the report
 * at the end. A known record that has not changed is not touched; one that changed keeps its id, and what people changed here
 * since. The operator of the instance may import for anyone; others only as an actor that they manage.
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
  // With one writer, the page that a batch makes for a venue is visible to the next batch.
  const writers = batchWriters(how.places ? 1 : 2)
  const reading = { ...opened, options: { language, format, categories, now, timezone } }
  try {
    for await (const readings of readInWorker(reading)) {
      const events = readings.filter((one): one is AcceptedRecord => "event" in one)
      await verifyPoints(db, events)
      for (const one of readings) count(report, one)
      await writers.write(() => saveBatch(db, events, host, how, report))
      yield { ...report, refused: report.refused.length }
    }
  } finally {
    await writers.end()
  }
  if (how.pictures > 0) await writing(db, (tx) => enqueue(tx, "documents.fetch-pictures", {}))
  for (const list of [report.refused, report.notes]) list.sort((one, other) => one.position - other.position)
  const origins = report.formats.map((each) => originOf(each, host))
  if (report.created + report.updated > 0 && !options.dryRun) await giveUsualCategories(db, origins, since, by)
  return report
}

/** Returns the time of the database, which dates the rows it writes. */
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
