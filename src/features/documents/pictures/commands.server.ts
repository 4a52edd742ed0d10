import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import type { SignedIn } from "#features/accounts/viewer.ts"
import { gatherFaults } from "#lib/faults.ts"
import { Refusal, refuseFields } from "#lib/refusal.ts"
import { documentFor, type HeldDocument, mayOnDocument } from "../access/queries.server.ts"
import type { PictureInput, PictureList } from "../inputs.ts"

type Owner = { actor_id: number } | { event_id: number }
type Faces = { avatar?: PictureInput | undefined; banner?: PictureInput | undefined }

/** Refuses, by their fields, the avatar and banner the viewer may not use, before anything is stored. */
export async function checkActorImages(
  tx: Db,
  viewer: SignedIn,
  actorId: number | undefined,
  given: Faces,
): Promise<void> {
  const owner = actorId === undefined ? undefined : { actor_id: actorId }
  const faults = gatherFaults()
  for (const field of ["avatar", "banner"] as const) {
    const picture = given[field]
    if (picture) await faults.noting(() => usable(tx, viewer, picture.document, owner, field))
  }
  faults.refuse()
}

/** The same for the images of an event. */
export async function checkImages(
  tx: Db,
  viewer: SignedIn,
  eventId: number | undefined,
  given: PictureList,
): Promise<void> {
  const owner = eventId === undefined ? undefined : { event_id: eventId }
  const faults = gatherFaults()
  for (const [at, { document }] of given.entries())
    await faults.noting(() => usable(tx, viewer, document, owner, `images.${at}.document`))
  faults.refuse()
}

/**
 * Sets the avatar and banner of a page: undefined leaves one unchanged, null removes it. Refuses, by its field, a document that
 * is no image or that the viewer neither uploaded nor manages.
 */
export async function setActorImages(tx: Db, viewer: SignedIn, actorId: number, given: Faces): Promise<void> {
  for (const field of ["avatar", "banner"] as const) {
    const picture = given[field]
    if (picture === undefined) continue
    const id = picture && (await adopt(tx, viewer, picture.document, { actor_id: actorId }, field))
    if (picture) await retell(tx, picture)
    await sql`update actors set ${sql.id(`${field}_id`)} = ${id} where id = ${actorId}`.execute(tx)
  }
}

/** Sets all images of an event, in order. A description is stored for this event only where it differs from the image's own. */
export async function setImages(tx: Db, viewer: SignedIn, eventId: number, given: PictureList): Promise<void> {
  const different = given.filter((one, at) => given.findIndex(({ document }) => document === one.document) === at)
  for (const [at, { document }] of different.entries())
    await adopt(tx, viewer, document, { event_id: eventId }, `images.${at}.document`)
  await sql`delete from event_images where event_id = ${eventId}`.execute(tx)
  if (different.length === 0) return
  const rows = different.map(({ document, alt, credit, focal_point }, position) => ({
    position,
    document_id: document,
    alt: alt ?? null,
    credit: credit ?? null,
    focal_x: focal_point?.[0] ?? null,
    focal_y: focal_point?.[1] ?? null,
  }))
  await sql`
    insert into event_images (event_id, position, document_id, alt, credit, focal_x, focal_y)
    select ${eventId}, given.position, d.id, nullif(given.alt, d.alt), nullif(given.credit, d.credit),
      nullif(given.focal_x, d.focal_x), nullif(given.focal_y, d.focal_y)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(position int, document_id bigint, alt text,
      credit text, focal_x real, focal_y real)
    join documents d on d.id = given.document_id`.execute(tx)
}

/** Returns an image that may be used; one that is already shown there may stay, whoever edits. */
async function usable(tx: Db, viewer: SignedIn, id: number, owner: Owner | undefined, field: string) {
  const held = await documentFor(tx, viewer, id, true).catch((error: unknown) => {
    if (error instanceof Refusal) return undefined
    throw error
  })
  const may =
    held?.type === "Image" && (mayOnDocument(viewer, "edit", held) || (owner && (await isShown(tx, held, owner))))
  return held && may ? held : refuseFields({ [field]: ["errors.image_unknown"] })
}

/** Uses an image for a page or event. An image without an owner then belongs to it; one for managers becomes unlisted. */
async function adopt(tx: Db, viewer: SignedIn, id: number, owner: Owner, field: string): Promise<number> {
  const held = await usable(tx, viewer, id, owner, field)
  const isNobodys = held.actor_id === null && held.event_id === null
  if (isNobodys || held.visibility === "managers") {
    await tx
      .updateTable("documents")
      .set({
        ...(isNobodys ? owner : {}),
        ...(held.visibility === "managers" ? { visibility: "unlisted" } : {}),
        version: sql`version + 1`,
        updated_at: sql`now()`,
      })
      .where("id", "=", id)
      .execute()
  }
  return id
}

async function isShown(tx: Db, { id }: HeldDocument, owner: Owner): Promise<boolean> {
  const { rows } =
    "actor_id" in owner
      ? await sql`select from actors where id = ${owner.actor_id} and ${id} in (avatar_id, banner_id)`.execute(tx)
      : await sql`select from event_images where event_id = ${owner.event_id} and document_id = ${id}`.execute(tx)
  return rows.length > 0
}

/** The description of an avatar or banner is stored with the image itself. */
async function retell(tx: Db, { document, ...said }: NonNullable<PictureInput>): Promise<void> {
  const { alt, credit, focal_point } = said as { alt?: string | null; credit?: string | null; focal_point?: number[] }
  if (alt === undefined && credit === undefined && !focal_point) return
  await sql`
    update documents set alt = ${alt === undefined ? sql`alt` : alt}, credit = ${credit === undefined ? sql`credit` : credit},
      focal_x = ${focal_point ? focal_point[0] : sql`focal_x`}, focal_y = ${focal_point ? focal_point[1] : sql`focal_y`},
      version = version + 1, updated_at = now()
    where id = ${document}`.execute(tx)
}
