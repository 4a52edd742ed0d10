import { sql } from "kysely"
import { stat } from "node:fs/promises"
import type { Db } from "#db/connection.ts"
import { writing } from "#db/writing.ts"
import { changed } from "#features/changes/commands.server.ts"
import { byPerson, bySystem } from "#features/changes/change.ts"
import { Refusal, refuse, refuseFields } from "#lib/refusal.ts"
import { enqueue, enqueueAll } from "#queue/enqueue.ts"
import type { FileSet, Storage } from "#storage/storage.ts"
import type { SignedIn, Viewer } from "#features/accounts/viewer.ts"
import { demandOnDocument, documentFor, isOpen } from "../access/queries.server.ts"
import { readChapters } from "./chapters.ts"
import { hasFfmpeg } from "./ffmpeg.server.ts"
import { inWorkFolder, type MadeSound, makeSound, NotMade } from "./making.server.ts"
import { containerOf, containers } from "./sound-kinds.ts"
import { durationOf, type Tags } from "./tags.server.ts"

type Settings = { dataDir: string; ffmpeg: string }

/** Marks a document as a sound and enqueues its renditions, in the transaction that makes the document. */
export async function noteSound(tx: Db, documentId: number, { artist, album }: Partial<Tags>): Promise<void> {
  await tx
    .insertInto("sounds")
    .values({ document_id: documentId, artist: artist ?? null, album: album ?? null })
    .execute()
  await enqueue(tx, "documents.sound", { documentId })
}

/** Stores the transcript and chapters of a sound; refuses `chapters` that are not lines of a time and a title. */
export async function describeSound(
  tx: Db,
  { id, type }: { id: number; type: string },
  { chapters, transcript }: { chapters?: string | null | undefined; transcript?: string | null | undefined },
): Promise<void> {
  if (type !== "Audio") return
  if (chapters && !readChapters(chapters)) refuseFields({ chapters: ["errors.chapters"] })
  await tx
    .updateTable("sounds")
    .set({
      ...(chapters === undefined ? {} : { chapters: chapters || null }),
      ...(transcript === undefined ? {} : { transcript: transcript || null }),
    })
    .where("document_id", "=", id)
    .execute()
}

/**
 * Makes the renditions of a sound: loudness, waveform, Opus and AAC, and the original file without its metadata, which replaces
 * the upload. Without ffmpeg the upload itself is played. A second run makes everything again; for a sound deleted meanwhile no
 * files are left.
 */
export async function makeRenditions(db: Db, storage: Storage, config: Settings, documentId: number): Promise<void> {
  const { rows } = await sql<{ file: string; mime: string }>`
    select d.file, d.mime from documents d join sounds s on s.document_id = d.id where d.id = ${documentId}`.execute(db)
  const [held] = rows
  const container = held && containerOf(held.mime)
  if (!held || !container) return
  const name = `sound.${containers[container].ending}`
  const isThere = await hasFfmpeg(config.ffmpeg)
  try {
    const done = await storage.onDisk(held.file, name, (path) =>
      isThere
        ? inWorkFolder(config.dataDir, async (folder) => {
            const made = await makeSound(config.ffmpeg, path, container, folder)
            return settle(db, storage, documentId, held.file, made)
          })
        : playAsItIs(db, documentId, path, held.mime),
    )
    if (done === undefined) await fail(db, documentId, "unreadable")
  } catch (error) {
    if (error instanceof NotMade) return fail(db, documentId, error.reason)
    const isFull =
      (error instanceof Refusal && error.code === "storage_full") || /No space left|ENOSPC/.test(String(error))
    if (isFull) await fail(db, documentId, "no_room")
    throw error // the job is tried again later
  }
}

/** Stores the renditions and updates the document once both sets of files are stored; then removes the earlier files. */
async function settle(db: Db, storage: Storage, documentId: number, file: string, made: MadeSound): Promise<true> {
  const { ending, mime } = containers[made.clean.container]
  const sizes = await Promise.all([made.clean.path, made.opus, made.aac].map(async (path) => (await stat(path)).size))
  const [cleanSize = 0, opusSize = 0, aacSize = 0] = sizes
  const clean = await storage.keep({ [`sound.${ending}`]: { path: made.clean.path } })
  const renditions: FileSet = {
    "sound.webm": { path: made.opus },
    "sound.m4a": { path: made.aac },
    ...(made.cover ? { "cover.jpg": made.cover } : {}),
  }
  const set = await storage.keep(renditions).catch(async (error: unknown) => {
    await storage.remove(clean)
    throw error
  })
  const former = await writing(db, async (tx) => {
    const { rows } = await sql<{ made: string | null; has_cover: boolean }>`
      select s.made, s.has_cover from documents d join sounds s on s.document_id = d.id
      where d.id = ${documentId} and d.file = ${file} for no key update`.execute(tx)
    const [sound] = rows
    if (!sound) return undefined
    const stored = cleanSize + opusSize + aacSize + (made.cover?.length ?? 0)
    await sql`
      update documents set file = ${clean}, mime = ${mime}, size = ${cleanSize}, stored = ${stored},
        duration = ${made.duration} where id = ${documentId}`.execute(tx)
    await tx
      .updateTable("sounds")
      .set({
        made: set,
        opus_size: opusSize,
        aac_size: aacSize,
        has_cover: made.cover !== undefined,
        loudness: made.loudness,
        true_peak: made.truePeak,
        peaks: Buffer.from(made.peaks),
      })
      .where("document_id", "=", documentId)
      .execute()
    await becomeHeard(tx, documentId, "ready")
    return sound
  }).catch(async (error: unknown) => {
    await Promise.all([storage.remove(clean), storage.remove(set)])
    throw error
  })
  if (!former) await Promise.all([storage.remove(clean), storage.remove(set)])
  else await Promise.all([storage.remove(file), former.made === null ? undefined : storage.remove(former.made)])
  return true
}

/** Without ffmpeg only the duration is read, and the sound is played as uploaded. */
async function playAsItIs(db: Db, documentId: number, path: string, mime: string): Promise<true> {
  const duration = await durationOf(path, (await stat(path)).size, mime)
  await writing(db, async (tx) => {
    await sql`
      update documents set duration = coalesce(${duration ?? null}, duration) where id = ${documentId}`.execute(tx)
    await becomeHeard(tx, documentId, "original")
  })
  return true
}

/** Marks a sound as playable; the first time, the new sound is announced. */
async function becomeHeard(tx: Db, documentId: number, state: "ready" | "original"): Promise<void> {
  const { rows: before } = await sql<{ state: string }>`
    select state from sounds where document_id = ${documentId} for no key update`.execute(tx)
  if (!before[0]) return
  const isNew = before[0].state === "waiting" || before[0].state === "failed"
  await sql`
    update sounds set state = ${state}, reason = null, updated_at = now() where document_id = ${documentId}`.execute(tx)
  const { rows } = await sql<Told>`
    update documents d set version = version + 1, updated_at = now() where id = ${documentId}
    returning d.title, d.actor_id, d.event_id, d.created_by, ${isOpen("d")} as is_open`.execute(tx)
  const [told] = rows
  if (!told) return
  const subject =
    told.actor_id !== null ? { actor: told.actor_id } : told.event_id !== null ? { event: told.event_id } : undefined
  if (!subject) return
  const after = { documents: told.title, document: documentId }
  await changed(tx, {
    by: told.created_by === null ? bySystem("schedule") : byPerson(told.created_by),
    subject,
    kind: isNew ? "document_added" : "document_changed",
    isPublic: told.is_open,
    before: isNew ? { documents: null, document: null } : after,
    after,
  })
}

type Told = {
  title: string
  actor_id: number | null
  event_id: number | null
  created_by: number | null
  is_open: boolean
}

/** Marks a sound as failed, with a reason that its editors see. A sound that was playable before stays so. */
async function fail(db: Db, documentId: number, reason: "unreadable" | "too_long" | "no_room"): Promise<void> {
  await writing(db, async (tx) => {
    const { rows } = await sql<{ actor_id: number | null; event_id: number | null }>`
      with failed as (
        update sounds set state = 'failed', reason = ${reason}, updated_at = now()
        where document_id = ${documentId} and state in ('waiting', 'failed') returning document_id)
      update documents d set version = version + 1 from failed where d.id = failed.document_id
      returning d.actor_id, d.event_id`.execute(tx)
    const [held] = rows
    const subject =
      held?.actor_id != null ? { actor: held.actor_id } : held?.event_id != null ? { event: held.event_id } : undefined
    if (subject) await changed(tx, { by: bySystem("schedule"), subject, kind: "document_changed", isPublic: false })
  })
}

/**
 * Tries a failed sound again, for those who may edit it. Does nothing for a sound that is waiting or ready, so that a second
 * request has no effect. Refuses `document_not_found`, `not_allowed`.
 */
export async function retrySound(db: Db, viewer: Viewer, id: number): Promise<void> {
  await writing(db, async (tx) => {
    const held = await documentFor(tx, viewer, id, true)
    demandOnDocument(viewer, "edit", held)
    if (held.type !== "Audio") refuse("document_not_found")
    const { numUpdatedRows } = await tx
      .updateTable("sounds")
      .set({ state: "waiting", reason: null, updated_at: sql`now()` })
      .where("document_id", "=", id)
      .where("state", "=", "failed")
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    await sql`update documents set version = version + 1 where id = ${id}`.execute(tx)
    await enqueue(tx, "documents.sound", { documentId: id })
    const subject =
      held.actor_id !== null ? { actor: held.actor_id } : held.event_id !== null ? { event: held.event_id } : undefined
    const by = byPerson((viewer as SignedIn).userId)
    if (subject) await changed(tx, { by, subject, kind: "document_changed", isPublic: false })
  })
}

/** Enqueues all sounds in a state, or all sounds, to be made again, a few hundred at once. Returns the number. */
export async function remakeSounds(db: Db, which: "waiting" | "failed" | "original" | "all"): Promise<number> {
  let after = 0
  for (let count = 0; ;) {
    const { rows } = await sql<{ documentId: number }>`
      select document_id as "documentId" from sounds
      where document_id > ${after} and (${which} = 'all' or state = ${which})
        -- What has just come is queued already.
        and (${which} <> 'waiting' or updated_at < now() - interval '1 day')
      order by document_id limit 500`.execute(db)
    await db.transaction().execute((tx) => enqueueAll(tx, "documents.sound", rows))
    count += rows.length
    const last = rows.at(-1)
    if (!last || rows.length < 500) return count
    after = last.documentId
  }
}
