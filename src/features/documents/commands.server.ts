import { sql } from "kysely"
import type { Config } from "#config/config.ts"
import type { Db } from "#db/connection.ts"
import { writing, writeIfDifferent } from "#db/writing.ts"
import { doneBy, type Relation } from "#features/accounts/rights.ts"
import type { SignedIn, Viewer } from "#features/accounts/viewer.ts"
import { actorFor, demand } from "#features/actors/access/queries.server.ts"
import { changed } from "#features/changes/commands.server.ts"
import type { ChangeKind } from "#features/changes/kinds.ts"
import { eventFor } from "#features/events/access/queries.server.ts"
import { Refusal, refuse, refuseFields } from "#lib/refusal.ts"
import { sizeOf } from "#storage/file-source.ts"
import { isInfected } from "#storage/scanner.ts"
import type { FileSet, FileSource, Storage } from "#storage/storage.ts"
import { type UploadedFile, kindOfFile, sourceOf } from "./file/uploaded-file.server.ts"
import { demandOnDocument, documentFor, type HeldDocument } from "./access/queries.server.ts"
import type { Document } from "./document.ts"
import { largest } from "./document-types.ts"
import { fileName, titleFrom } from "./file/file-name.ts"
import { filmAt } from "./film/film.ts"
import { makeImage } from "./image/image.server.ts"
import type { DocumentChange, NewDocument } from "./inputs.ts"
import { notePdf } from "./pdf/commands.server.ts"
import { findDocument, type Site } from "./queries.server.ts"
import { checkQuota, type QuotaSettings } from "./quota/queries.server.ts"
import { describeSound, noteSound } from "./sound/commands.server.ts"
import { type Container, containers, largestSound } from "./sound/sound-kinds.ts"
import { readTags, type Tags } from "./sound/tags.server.ts"

/** A new document: a file with its description, from a form or from disk. */
export type UploadedDocument = Omit<NewDocument, "file"> & { file?: UploadedFile | undefined }

/** The settings that limit new files. */
type Rules = QuotaSettings & Pick<Config, "scanner">

/**
 * What is stored of a film is its address. Of a file it is an image drawn again in several widths; a PDF unchanged, which is only
 * ever downloaded; or a sound unchanged, until a job has made its renditions.
 */
type Kept = { files: FileSet; type: "Image" | "Document" | "Audio" | "Video"; mime: string; tags?: Tags } & Partial<{
  url: string
  width: number
  height: number
  widths: number[]
}>

/**
 * Adds a file to a page or an event the viewer manages, or for later use: then it is visible only to them until a page or an
 * event shows it. The file is stored before any row refers to it; files without a row are swept up. A file on disk is not read
 * into memory, and the caller removes it.
 * @param whenMade writes what has to be stored in the same transaction as the document
 */
export async function addDocument(
  db: Db,
  storage: Storage,
  viewer: Viewer,
  given: UploadedDocument,
  site: Site & Rules,
  whenMade?: (tx: Db, id: number) => Promise<void>,
): Promise<Document> {
  const me = viewer ?? refuse("sign_in_needed")
  await admitFile(db, me, given, given.file?.size ?? 0, site)
  const kept = await keptOf(given, site)
  const sizes = new Map(
    await Promise.all(Object.entries(kept.files).map(async ([name, one]) => [name, await sizeOf(one)] as const)),
  )
  const stored = [...sizes.values()].reduce((sum, size) => sum + size, 0)

  const file = kept.url === undefined ? await storage.keep(kept.files) : null
  try {
    return await writing(db, async (tx) => {
      // The account is locked, so that simultaneous uploads are counted correctly against its storage.
      await tx.selectFrom("users").select("id").where("id", "=", me.userId).forNoKeyUpdate().executeTakeFirstOrThrow()
      const { relations, isShown, ...owner } = await ownerOf(tx, me, given, true)
      await checkQuota(tx, { userId: me.userId, actorId: owner.actor_id }, stored, site)
      const name = given.file && fileName(given.file.name)
      const [x, y] = given.focal_point ?? [0.5, 0.5]
      const { id, title } = await tx
        .insertInto("documents")
        .values({
          ...owner,
          type: kept.type,
          title:
            given.title ??
            kept.tags?.title ??
            (name ? titleFrom(name) : (kept.url?.replace("https://", "") ?? kept.type)),
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
          credit: given.credit ?? kept.tags?.artist ?? null,
          duration: kept.tags?.duration ?? null,
          licence: given.licence ?? null,
          visibility: given.visibility ?? "public",
          focal_x: x,
          focal_y: y,
          name: name ?? null,
          created_by: me.userId,
        })
        .returning(["id", "title"])
        .executeTakeFirstOrThrow()
      await whenMade?.(tx, id)
      const isPublic = isShown && given.visibility !== "managers"
      if (kept.type === "Document") await notePdf(tx, id)
      // A sound is announced only once it can be played.
      if (kept.tags) await noteSound(tx, id, kept.tags)
      else await tell(tx, me, { ...owner, id, relations }, "document_added", isPublic, [null, title])
      return findDocument(tx, me, id, site)
    })
  } catch (error) {
    if (file) await storage.remove(file).catch(() => {})
    throw error
  }
}

/** Refuses, before anything of a file is read, an uploader who may not add to the page or event, or who has no room left. */
export async function admitFile(
  db: Db,
  me: SignedIn,
  given: Pick<NewDocument, "actor" | "event">,
  size: number,
  room: QuotaSettings,
): Promise<Pick<Owner, "actor_id" | "event_id">> {
  const { actor_id, event_id } = await ownerOf(db, me, given)
  await checkQuota(db, { userId: me.userId, actorId: actor_id }, size, room)
  return { actor_id, event_id }
}

/**
 * Changes the description of a document; a change to the same values does nothing. Refuses `stale` when its version is not one of
 * those allowed.
 */
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
    demandOnDocument(viewer, "edit", held)
    if (versions && !versions.includes(held.version)) refuse("stale")
    const { focal_point, chapters, transcript, ...words } = given
    const state = sql`select jsonb_build_array(to_jsonb(d) - '{version,updated_at,search}'::text[],
      (select jsonb_build_array(s.chapters, s.transcript) from sounds s where s.document_id = d.id))
      from documents d where d.id = ${id}`
    const saved = await writeIfDifferent(tx, state, async () => {
      if (chapters !== undefined || transcript !== undefined) await describeSound(tx, held, { chapters, transcript })
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
    })
    if (!saved) return findDocument(tx, viewer, id, site)
    const isPublic = held.is_open || (await documentFor(tx, viewer, id)).is_open
    await tell(tx, viewer as SignedIn, held, "document_changed", isPublic, [held.title, given.title ?? held.title])
    return findDocument(tx, viewer, id, site)
  })
}

/** Deletes a document: it is shown nowhere any more, and its file is removed. Deleting it again finds nothing. */
export async function deleteDocument(
  db: Db,
  storage: Storage,
  viewer: Viewer,
  id: number,
  versions: number[] | undefined,
): Promise<void> {
  const files = await writing(db, async (tx) => {
    const held = await documentFor(tx, viewer, id, true)
    demandOnDocument(viewer, "edit", held)
    if (versions && !versions.includes(held.version)) refuse("stale")
    const sound = await tx.selectFrom("sounds").select("made").where("document_id", "=", id).executeTakeFirst()
    await sql`
      update actors set version = version + 1, updated_at = now() where ${id} in (avatar_id, banner_id)`.execute(tx)
    await sql`
      update events set version = version + 1, updated_at = now()
      where id in (select event_id from event_images where document_id = ${id})`.execute(tx)
    const pdf = await tx.selectFrom("pdfs").select("made").where("document_id", "=", id).executeTakeFirst()
    await tx.deleteFrom("documents").where("id", "=", id).execute()
    await tell(tx, viewer as SignedIn, held, "document_deleted", held.is_open, [held.title, null])
    return [held.file, sound?.made, pdf?.made].filter((key) => typeof key === "string")
  })
  // The document is hidden already; if the storage is unavailable, the files are swept up later.
  for (const file of files) {
    await storage.remove(file).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
    })
  }
}

type Owner = { actor_id: number | null; event_id: number | null; relations: Relation[]; isShown: boolean }

/** Finds the owner of a new document: a page or an event (or both) that the viewer may edit; none if neither is given. */
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

async function keptOf({ file, url, type }: UploadedDocument, rules: Site & Rules): Promise<Kept> {
  if (url !== undefined && !file) return keptFilm(url, type, rules.peertubeHosts ?? [])
  if (!file) return refuseFields({ file: ["errors.required"] })
  if (type === "Video") refuseFields({ type: ["errors.file_no_film"] })
  const kind = await kindOfFile(file)
  if (kind === "film") refuseFields({ file: ["errors.file_no_film"] })
  if (kind?.sound && (!type || type === kind.type)) return keptSound(file, kind.sound, rules)
  if (file.size > largest.document) tooLarge(largest.document)
  if (!kind || (type && type !== kind.type)) {
    return refuseFields({ file: [type === "Image" ? "errors.image_type" : "errors.file_type"] })
  }
  if (kind.type === "Image" && file.size > largest.image) tooLarge(largest.image)
  const source = await cleanSource(file, rules)
  if (kind.type === "Document") {
    return { files: { "file.pdf": source }, type: "Document", mime: kind.mime }
  }
  return { ...(await makeImage(source)), type: "Image", mime: "image/jpeg" }
}

/** A sound is read only as far as needed to recognise it. */
async function keptSound(file: UploadedFile, container: Container, rules: Rules): Promise<Kept> {
  if (file.size > largestSound) tooLarge(largestSound)
  const { mime, ending } = containers[container]
  const tags = await readTags(file, mime)
  if (!tags) return refuseFields({ file: ["errors.sound_unreadable"] })
  if (tags.hasPictures) return refuseFields({ file: ["errors.file_no_film"] })
  return { files: { [`sound.${ending}`]: await cleanSource(file, rules) }, type: "Audio", mime, tags }
}

/** Returns the file if the virus scanner finds nothing, or if there is no scanner. */
async function cleanSource(file: UploadedFile, { scanner }: Rules): Promise<FileSource> {
  const source = await sourceOf(file)
  if (scanner && (await isInfected(scanner, source))) refuseFields({ file: ["errors.file_infected"] })
  return source
}

/** A film stays on its own site: no request is made to it until somebody wants to see it. */
function keptFilm(url: string, type: UploadedDocument["type"], peertube: readonly string[]): Kept {
  const film = filmAt(url, peertube)
  if (!film || (type && type !== "Video")) return refuseFields({ url: ["films.not_known"] })
  return { files: {}, type: "Video", mime: "text/html", url: film.url }
}

function tooLarge(bytes: number): never {
  return refuseFields({ file: [{ id: "errors.file_too_large", with: { megabytes: bytes / 1024 ** 2 } }] })
}

/** Records the change for the page, or else for the event; a document without an owner has no journal. */
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
