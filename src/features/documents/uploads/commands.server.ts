import { randomBytes } from "node:crypto"
import { mkdir, readdir, rm, stat, statfs } from "node:fs/promises"
import { join } from "node:path"
import { sql } from "kysely"
import type { Config } from "#config/config.ts"
import type { Db } from "#db/connection.ts"
import { writing } from "#db/writing.ts"
import type { Viewer } from "#features/accounts/viewer.ts"
import { InvalidFields, Refusal, refuse } from "#lib/refusal.ts"
import type { Storage } from "#storage/storage.ts"
import { addDocument, admitFile } from "../commands.server.ts"
import type { Document } from "../document.ts"
import { largest } from "../document-types.ts"
import { fileName } from "../file/file-name.ts"
import { findDocument } from "../queries.server.ts"
import { largestSound } from "../sound/sound-kinds.ts"
import type { NewUpload } from "./inputs.ts"
import { uploadFolder, isUploadId, uploadFor, type UploadSettings } from "./queries.server.ts"
import { uploadHours } from "./upload.ts"

/** Largest number of unfinished uploads of one account. */
const mostOfOne = 20
/** Bytes that stay free on the disk, whatever uploads are in progress. */
const left = 512 * 1024 ** 2
/** Seconds for which a request may make the document of an upload before another one may try: longer than that ever takes. */
const claimedFor = 180
const atOnce = 200

type Words = Omit<NewUpload, "filename" | "filetype" | "modified" | "actor" | "event">
type Settings = UploadSettings & Pick<Config, "pageQuota">
type Site = Pick<Config, "publicUrl" | "timezone" | "pageQuota" | "scanner"> & UploadSettings

/**
 * Starts an upload and returns its id, once it is known to be allowed. Refuses an uploader who may not add to the page or the
 * event, a file too large for its type, and one for which there is no room.
 */
export async function beginUpload(
  db: Db,
  viewer: Viewer,
  given: NewUpload,
  size: number,
  settings: Settings,
): Promise<string> {
  const me = viewer ?? refuse("sign_in_needed")
  const { filename, filetype, modified, actor: _actor, event: _event, ...words } = given
  if (size > largestOf(filetype)) refuse("upload_too_large")
  await mkdir(uploadFolder(settings), { recursive: true, mode: 0o750 })
  return writing(db, async (tx) => {
    // The account is locked, so that its uploads are counted correctly.
    await tx.selectFrom("users").select("id").where("id", "=", me.userId).forNoKeyUpdate().executeTakeFirstOrThrow()
    const owner = await admitFile(tx, me, given, size, settings)
    const { rows } = await sql<{ own: number; waiting: string }>`
      select count(*) filter (where user_id = ${me.userId})::int as own, coalesce(sum(size), 0) as waiting
      from uploads where document_id is null`.execute(tx)
    if ((rows[0]?.own ?? 0) >= mostOfOne) refuse("uploads_waiting")
    const disk = await statfs(uploadFolder(settings))
    if (disk.bavail * disk.bsize - Number(rows[0]?.waiting) - size < left) refuse("storage_full")
    const id = randomBytes(16).toString("hex")
    await tx
      .insertInto("uploads")
      .values({
        id,
        user_id: me.userId,
        name: fileName(filename) ?? "file",
        size,
        modified: modified ?? null,
        ...owner,
        words: JSON.stringify(words),
      })
      .execute()
    return id
  })
}

/**
 * Makes the document of a complete upload. A repeated or simultaneous request gets the same document. A file that can never
 * become a document is removed; after a temporary failure it can be tried again.
 */
export async function finishUpload(
  db: Db,
  storage: Storage,
  viewer: Viewer,
  id: string,
  site: Site,
): Promise<{ document: Document; isNew: boolean }> {
  const held = await uploadFor(db, viewer, id)
  if (held.document_id !== null)
    return { document: await findDocument(db, viewer, held.document_id, site), isNew: false }
  const path = join(uploadFolder(site), id)
  if ((await stat(path).catch(() => undefined))?.size !== held.size) refuse("upload_unfinished")
  // The page may have been renamed and the event merged meanwhile.
  const { rows } = await sql<{ words: Words; actor: string | null; event: number | null }>`
    update uploads set claimed_until = now() + make_interval(secs => ${claimedFor})
    where id = ${id} and document_id is null and (claimed_until is null or claimed_until < now())
    returning words, event_id as event, (select fid from actors where id = actor_id) as actor`.execute(db)
  const [claimed] = rows
  if (!claimed) {
    const { document_id } = await uploadFor(db, viewer, id)
    if (document_id === null) throw new Refusal("busy", 3)
    return { document: await findDocument(db, viewer, document_id, site), isNew: false }
  }
  try {
    const owner = { actor: claimed.actor ?? undefined, event: claimed.event ?? undefined }
    const given = { ...claimed.words, ...owner, file: { path, name: held.name, size: held.size } }
    const document = await addDocument(db, storage, viewer, given, site, async (tx, documentId) => {
      const { numUpdatedRows } = await tx
        .updateTable("uploads")
        .set({ document_id: documentId, claimed_until: null })
        .where("id", "=", id)
        .where("document_id", "is", null)
        .executeTakeFirst()
      // The request that seemed dead was only slow, or the upload was cancelled meanwhile.
      if (numUpdatedRows === 0n) refuse("upload_not_found")
    })
    await rm(path, { force: true })
    return { document, isNew: true }
  } catch (error) {
    if (error instanceof InvalidFields) await remove(db, site, id)
    else await sql`update uploads set claimed_until = null where id = ${id} and document_id is null`.execute(db)
    throw error
  }
}

/** Deletes an upload and its bytes. A document already made from it stays. */
export async function cancelUpload(db: Db, viewer: Viewer, id: string, settings: UploadSettings): Promise<void> {
  await uploadFor(db, viewer, id)
  await remove(db, settings, id)
}

/** Removes uploads that were not finished in time, and files that belong to no upload. */
export async function sweepUploads(db: Db, settings: UploadSettings): Promise<void> {
  for (let isMore = true; isMore;) {
    const { rows } = await sql<{ id: string }>`
      delete from uploads where id in (select id from uploads
        where created_at < now() - make_interval(hours => ${uploadHours})
          and (claimed_until is null or claimed_until < now()) limit ${atOnce} for update skip locked)
      returning id`.execute(db)
    for (const { id } of rows) await rm(join(uploadFolder(settings), id), { force: true })
    isMore = rows.length === atOnce
  }
  const names = (await readdir(uploadFolder(settings)).catch(() => [])).filter(isUploadId)
  for (let at = 0; at < names.length; at += atOnce) {
    const { rows } = await sql<{ id: string }>`
      select id from unnest(${names.slice(at, at + atOnce)}::text[]) id
      where not exists (select from uploads u where u.id = id.id and u.document_id is null)`.execute(db)
    for (const { id } of rows) await rm(join(uploadFolder(settings), id), { force: true })
  }
}

/** Releases uploads that were claimed or begun while the database's clock was ahead, at the latest when their claim would end. */
export async function resetFutureUploads(db: Db): Promise<void> {
  const ends = sql`now() + make_interval(secs => ${claimedFor})`
  await sql`
    update uploads set claimed_until = least(claimed_until, ${ends}), created_at = least(created_at, now())
    where document_id is null and (claimed_until > ${ends} or created_at > now())`.execute(db)
}

async function remove(db: Db, settings: UploadSettings, id: string) {
  await db.deleteFrom("uploads").where("id", "=", id).execute()
  await rm(join(uploadFolder(settings), id), { force: true })
}

/** Judged by the type the browser states; the real type is recognised once the bytes have arrived. */
function largestOf(type = "") {
  if (type.startsWith("image/")) return largest.image
  if (type === "application/pdf") return largest.document
  return largestSound
}
