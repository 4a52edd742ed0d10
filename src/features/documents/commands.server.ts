import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { writing } from "#db/writing.ts"
import { doneBy, type Relation } from "#features/accounts/rights.ts"
import type { SignedIn, Viewer } from "#features/accounts/viewer.ts"
import { actorFor, demand } from "#features/actors/access/queries.server.ts"
import { changed } from "#features/changes/commands.server.ts"
import type { ChangeKind } from "#features/changes/kinds.ts"
import { eventFor } from "#features/events/access/queries.server.ts"
import { refuse, refuseFields } from "#lib/refusal.ts"
import { sizeOf } from "#storage/file-source.ts"
import type { FileSet, Storage } from "#storage/storage.ts"
import { type BroughtFile, kindOfFile, sourceOf } from "./brought-file.server.ts"
import { demandWith, documentFor, type HeldDocument } from "./access/queries.server.ts"
import type { Document } from "./document.ts"
import { largest } from "./document-types.ts"
import { fileName, titleFrom } from "./file-name.ts"
import { filmAt } from "./film/film.ts"
import { makeImage } from "./image.server.ts"
import type { DocumentChange, NewDocument } from "./inputs.ts"
import { notePdf } from "./pdf/commands.server.ts"
import { findDocument, type Site } from "./queries.server.ts"

/** Bytes that the documents of one person may take, all their versions counted. */
const mostStored = 2 * 1024 ** 3

/** A file, and what is said of it; from a form, or from wherever it lies on disk. */
export type BroughtDocument = Omit<NewDocument, "file"> & { file?: BroughtFile | undefined }

/** What is kept of a film: its address. Of a file: an image drawn anew, in several widths; a PDF as it is, which is only ever downloaded. */
type Kept = { files: FileSet; type: "Image" | "Document" | "Video"; mime: string } & Partial<{
  url: string
  width: number
  height: number
  widths: number[]
}>

/**
 * Takes in a file for a page or an event the viewer manages, or for later use: then it is theirs alone until a page or an
 * event shows it. The file is safely stored before anything names it; what nothing names is swept up. A file on disk is
 * not read into memory, and stays where it is, for the caller to remove.
 */
export async function addDocument(
  db: Db,
  storage: Storage,
  viewer: Viewer,
  given: BroughtDocument,
  site: Site,
): Promise<Document> {
  const me = viewer ?? refuse("sign_in_needed")
  await ownerOf(db, me, given)
  await leaveRoom(db, me, 0)
  const kept = await keptOf(given, site)
  const sizes = new Map(
    await Promise.all(Object.entries(kept.files).map(async ([name, one]) => [name, await sizeOf(one)] as const)),
  )
  const stored = [...sizes.values()].reduce((sum, size) => sum + size, 0)

  const file = kept.url === undefined ? await storage.keep(kept.files) : null
  try {
    return await writing(db, async (tx) => {
      // One at a time for one account: the room is theirs.
      await tx.selectFrom("users").select("id").where("id", "=", me.userId).forNoKeyUpdate().executeTakeFirstOrThrow()
      await leaveRoom(tx, me, stored)
      const { relations, isShown, ...owner } = await ownerOf(tx, me, given, true)
      const name = given.file && fileName(given.file.name)
      const [x, y] = given.focal_point ?? [0.5, 0.5]
      const { id, title } = await tx
        .insertInto("documents")
        .values({
          ...owner,
          type: kept.type,
          title: given.title ?? (name ? titleFrom(name) : (kept.url?.replace("https://", "") ?? kept.type)),
          description: given.description ?? null,
          file,
          url: kept.url ?? null,
          mime: kept.mime,
          size: sizes.get(`${kept.width}.jpg`) ?? stored,
          stored,
          width: kept.width ?? null,
          height: kept.height ?? null,
          widths: kept.widths ?? [],
          alt: given.alt ?? null,
          credit: given.credit ?? null,
          licence: given.licence ?? null,
          visibility: given.visibility ?? "public",
          focal_x: x,
          focal_y: y,
          name: name ?? null,
          created_by: me.userId,
        })
        .returning(["id", "title"])
        .executeTakeFirstOrThrow()
      const isPublic = isShown && given.visibility !== "managers"
      if (kept.type === "Document") await notePdf(tx, id)
      await tell(tx, me, { ...owner, id, relations }, "document_added", isPublic, [null, title])
      return findDocument(tx, me, id, site)
    })
  } catch (error) {
    if (file) await storage.remove(file).catch(() => {})
    throw error
  }
}

/** Changes what is said of a document. Refuses `stale` when it is not at one of the versions allowed. */
export async function changeDocument(
  db: Db,
  viewer: Viewer,
  id: number,
  given: DocumentChange,
  versions: number[] | undefined,
  site: Site,
): Promise<Document> {
  return writing(db, async (tx) => {
    const held = await documentFor(tx, viewer, id, true)
    demandWith(viewer, "edit", held)
    if (versions && !versions.includes(held.version)) refuse("stale")
    const { focal_point, ...words } = given
    await tx
      .updateTable("documents")
      .set({
        ...words,
        ...(focal_point ? { focal_x: focal_point[0], focal_y: focal_point[1] } : {}),
        version: sql`version + 1`,
        updated_at: sql`now()`,
      })
      .where("id", "=", id)
      .execute()
    const isPublic = held.is_open || (await documentFor(tx, viewer, id)).is_open
    await tell(tx, viewer as SignedIn, held, "document_changed", isPublic, [held.title, given.title ?? held.title])
    return findDocument(tx, viewer, id, site)
  })
}

/** Deletes a document: it is shown nowhere any more, and its file is gone. Doing it again finds nothing. */
export async function deleteDocument(
  db: Db,
  storage: Storage,
  viewer: Viewer,
  id: number,
  versions: number[] | undefined,
): Promise<void> {
  const files = await writing(db, async (tx) => {
    const held = await documentFor(tx, viewer, id, true)
    demandWith(viewer, "edit", held)
    if (versions && !versions.includes(held.version)) refuse("stale")
    await sql`
      update actors set version = version + 1, updated_at = now() where ${id} in (avatar_id, banner_id)`.execute(tx)
    await sql`
      update events set version = version + 1, updated_at = now()
      where id in (select event_id from event_images where document_id = ${id})`.execute(tx)
    const pdf = await tx.selectFrom("pdfs").select("made").where("document_id", "=", id).executeTakeFirst()
    await tx.deleteFrom("documents").where("id", "=", id).execute()
    await tell(tx, viewer as SignedIn, held, "document_deleted", held.is_open, [held.title, null])
    return [held.file, pdf?.made]
  })
  for (const key of files) if (key) await storage.remove(key)
}

type Owner = { actor_id: number | null; event_id: number | null; relations: Relation[]; isShown: boolean }

/** Whose it will be: a page or an event (or both) that the viewer may edit; nobody's yet when neither is named. */
async function ownerOf(
  db: Db,
  me: SignedIn,
  { actor, event }: Pick<NewDocument, "actor" | "event">,
  lock = false,
): Promise<Owner> {
  const page = actor === undefined ? undefined : await actorFor(db, me, actor, lock)
  if (page) demand(me, "edit", page)
  const held = event === undefined ? undefined : await eventFor(db, me, event, lock)
  if (held) demand(me, "edit", held)
  const isShown = page?.status === "published" || held?.listed === true
  return { actor_id: page?.id ?? null, event_id: held?.id ?? null, relations: (page ?? held)?.relations ?? [], isShown }
}

/** Refuses `storage_used_up` when so many bytes more are too many. */
async function leaveRoom(db: Db, { userId }: SignedIn, more: number): Promise<void> {
  const { rows } = await sql<{ used: number }>`
    select coalesce(sum(stored), 0)::bigint as used from documents where created_by = ${userId}`.execute(db)
  if (Number(rows[0]?.used ?? 0) + more >= mostStored) refuse("storage_used_up")
}

async function keptOf({ file, url, type }: BroughtDocument, { peertubeHosts = [] }: Site): Promise<Kept> {
  if (url !== undefined && !file) return keptFilm(url, type, peertubeHosts)
  if (!file) return refuseFields({ file: ["errors.required"] })
  if (type === "Audio" || type === "Video") refuseFields({ type: ["errors.file_no_sound"] })
  const kind = await kindOfFile(file)
  if (kind === "film") refuseFields({ file: ["errors.file_no_sound"] })
  if (file.size > largest.document) tooLarge(largest.document)
  if (!kind || (type && type !== kind.type)) {
    return refuseFields({ file: [type === "Image" ? "errors.image_type" : "errors.file_type"] })
  }
  if (kind.type === "Document") {
    return { files: { "file.pdf": await sourceOf(file) }, type: "Document", mime: kind.mime }
  }
  if (file.size > largest.image) tooLarge(largest.image)
  return { ...(await makeImage(await sourceOf(file))), type: "Image", mime: "image/jpeg" }
}

/** A film stays where it is: it is asked for nothing, and shown when somebody wants to see it. */
function keptFilm(url: string, type: BroughtDocument["type"], peertube: readonly string[]): Kept {
  const film = filmAt(url, peertube)
  if (!film || (type && type !== "Video")) return refuseFields({ url: ["films.not_known"] })
  return { files: {}, type: "Video", mime: "text/html", url: film.url }
}

function tooLarge(bytes: number): never {
  return refuseFields({ file: [{ id: "errors.file_too_large", with: { megabytes: bytes / 1024 ** 2 } }] })
}

/** Told of the page, or else of the event; what is nobody's yet is nobody's business. */
async function tell(
  tx: Db,
  me: SignedIn,
  { id, actor_id, event_id, relations }: Pick<HeldDocument, "id" | "actor_id" | "event_id" | "relations">,
  kind: ChangeKind,
  isPublic: boolean,
  [was, is]: [string | null, string | null],
): Promise<void> {
  const subject = actor_id !== null ? { actor: actor_id } : event_id !== null ? { event: event_id } : undefined
  if (!subject) return
  const before = { documents: was, document: was === null ? null : id }
  const after = { documents: is, document: is === null ? null : id }
  await changed(tx, { by: doneBy(me, "edit", { relations }), subject, kind, isPublic, before, after })
}
