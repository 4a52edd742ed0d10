import { stat } from "node:fs/promises"
import { join } from "node:path"
import { type RawBuilder, sql } from "kysely"
import type { Db } from "#db/connection.ts"
import type { SignedIn, Viewer } from "#features/accounts/viewer.ts"
import { refuse } from "#lib/refusal.ts"
import { isoAt } from "#lib/time.ts"
import type { Site } from "../queries.server.ts"
import { type Upload, uploadHours } from "./upload.ts"

/** The settings that tell where incoming bytes are stored. */
export type UploadSettings = { dataDir: string }

/** Beside the stored files on the same disk, so that a finished file can be linked instead of copied. */
export const uploadFolder = ({ dataDir }: UploadSettings) => join(dataDir, "uploads")
export const isUploadId = (id: string) => /^[0-9a-f]{32}$/.test(id)

export type HeldUpload = {
  id: string
  name: string
  size: number
  modified: number | null
  document_id: number | null
  created_at: Date
}

/** Finds an upload of the viewer; refuses `upload_not_found`, also for uploads of others. */
export async function uploadFor(db: Db, viewer: Viewer, id: string): Promise<HeldUpload> {
  const me = viewer ?? refuse("sign_in_needed")
  const [found] = isUploadId(id) ? await held(db, me, sql`and id = ${id}`) : []
  return found ?? refuse("upload_not_found")
}

/** Tells the state of an upload: how much has arrived, and the document made from it. */
export async function findUpload(db: Db, viewer: Viewer, id: string, site: Site & UploadSettings): Promise<Upload> {
  return uploadFrom(await uploadFor(db, viewer, id), site)
}

/** Lists the viewer's unfinished uploads, newest first, for one page or all. They are few (commands.server.ts). */
export async function listUploads(
  db: Db,
  viewer: Viewer,
  { actor }: { actor?: string | undefined },
  site: Site & UploadSettings,
): Promise<Upload[]> {
  const me = viewer ?? refuse("sign_in_needed")
  const ofPage = actor === undefined ? sql`` : sql`and actor_id = (select id from actors where fid = ${actor})`
  const waiting = await held(db, me, sql`and document_id is null ${ofPage}`)
  return Promise.all(waiting.map((one) => uploadFrom(one, site)))
}

async function held(db: Db, { userId }: SignedIn, where: RawBuilder<unknown>): Promise<HeldUpload[]> {
  const { rows } = await sql<HeldUpload>`
    select id, name, size::float8 as size, modified::float8 as modified, document_id, created_at from uploads
    where user_id = ${userId} ${where} and created_at > now() - make_interval(hours => ${uploadHours})
    order by created_at desc limit 100`.execute(db)
  return rows
}

async function uploadFrom(row: HeldUpload, site: Site & UploadSettings): Promise<Upload> {
  const { id, name, size, modified, document_id, created_at } = row
  const arrived = await stat(join(uploadFolder(site), id)).catch(() => undefined)
  return {
    id,
    url: `${site.publicUrl}/api/uploads/${id}/`,
    name,
    size,
    offset: document_id === null ? (arrived?.size ?? 0) : size,
    modified,
    document: document_id,
    expires: isoAt(new Date(created_at.getTime() + uploadHours * 3_600_000), site.timezone),
  }
}
