import { type RawBuilder, sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { may } from "#features/accounts/rights.ts"
import type { Viewer } from "#features/accounts/viewer.ts"
import { heldActor } from "#features/actors/access/queries.server.ts"
import type { ActorType } from "#features/actors/actor-types.ts"
import { isPossibleFid } from "#features/actors/fids/possible-fid.ts"
import { findRenamed } from "#features/actors/queries.server.ts"
import { findMerged, heldEvent } from "#features/events/access/queries.server.ts"
import { isoAt } from "#lib/time.ts"
import { paths } from "#web/paths.ts"
import { documentFor, isOpen } from "./access/queries.server.ts"
import type { Document } from "./document.ts"
import type { DocumentQuery, Sorting } from "./inputs.ts"
import { filmFrom } from "./film/film.ts"
import { type PdfRow, pdfFrom } from "./pdf/pdf.ts"
import { pdfOf } from "./pdf/queries.server.ts"
import { addressesOf } from "./image/picture.ts"
import { soundOf } from "./sound/queries.server.ts"
import { soundFrom } from "./sound/representation.server.ts"
import type { SoundRow } from "./sound/sound-row.ts"

/** What the addresses and dates of an answer depend on. */
export type Site = { publicUrl: string; timezone: string; peertubeHosts?: readonly string[] }

type Made = "sound" | "pdf" | "film"
type Row = Omit<Document, Made | "file" | "srcset" | "focal_point" | "actor" | "created" | "updated"> & {
  file: string | null
  url: string | null
  sound: SoundRow | null
  pdf: PdfRow | null
  widths: number[]
  focal_x: number
  focal_y: number
  actor: { fid: string; type: ActorType; name: string } | null
  created_at: Date
  updated_at: Date
}

/** Finds a document by its id; refuses `document_not_found` when there is none the viewer may see. */
export async function findDocument(db: Db, viewer: Viewer, id: number, site: Site): Promise<Document> {
  const { id: known } = await documentFor(db, viewer, id)
  const { rows } = await sql<Row>`${selected(true)} where d.id = ${known}`.execute(db)
  return documentFrom(rows[0] as Row, site)
}

/**
 * Lists documents in the requested order, with the total number. The list can be limited to a page or an event; its managers then
 * also see unlisted documents and those for managers.
 */
export async function listDocuments(
  db: Db,
  viewer: Viewer,
  query: DocumentQuery,
  site: Site,
): Promise<{ documents: Document[]; total: number }> {
  const where: RawBuilder<unknown>[] = []
  let seesAll = false
  if (query.actor !== undefined) {
    const actor = await pageCalled(db, viewer, query.actor)
    if (!actor) return { documents: [], total: 0 }
    where.push(sql`d.actor_id = ${actor.id}`)
    seesAll = may(viewer, "edit", actor)
  }
  if (query.event !== undefined) {
    const event = await eventOnceAt(db, viewer, query.event)
    if (!event) return { documents: [], total: 0 }
    where.push(sql`d.event_id = ${event.id}`)
    seesAll = may(viewer, "edit", event) && (query.actor === undefined || seesAll)
  }
  if (!seesAll) where.push(sql`d.visibility = 'public' and ${isOpen("d")}`)
  if (query.visibility) where.push(sql`d.visibility = any(${query.visibility}::text[])`)
  if (query.type) where.push(sql`d.type = any(${query.type}::text[])`)
  if (query.q) {
    const words = sql`to_tsquery('simple', (select string_agg(
      '''' || replace(replace(word, '\\', '\\\\'), '''', '''''') || ''':*', ' & ')
      from unnest(tsvector_to_array(search_document(${query.q}))) word))`
    // The text of PDFs is searched like their descriptions.
    where.push(sql`(d.search @@ ${words} or d.id = any(array(
      select document_id from pdfs where search @@ ${words} limit ${mostFound})))`)
  }
  const source = sql`where ${sql.join(where, sql` and `)}`
  const [{ rows }, total] = await Promise.all([
    sql<Row>`${selected(false)} ${source} order by ${orders[query.sort ?? "-created"]}
      limit ${query.limit} offset ${query.start}`.execute(db),
    sql<{ count: number }>`select count(*) as count from documents d ${source}`.execute(db),
  ])
  return { documents: rows.map((row) => documentFrom(row, site)), total: Number(total.rows[0]?.count ?? 0) }
}

/** Finds a page by its fid, present or former. */
async function pageCalled(db: Db, viewer: Viewer, fid: string) {
  const page = await heldActor(db, viewer, fid)
  if (page || !isPossibleFid(fid)) return page
  const present = await findRenamed(db, viewer, fid)
  return present === undefined ? undefined : heldActor(db, viewer, present)
}

/** Finds an event by its id, or by that of an event that became part of it. */
async function eventOnceAt(db: Db, viewer: Viewer, id: number) {
  const event = await heldEvent(db, viewer, id)
  const merged = event ? undefined : await findMerged(db, viewer, id)
  return merged === undefined ? event : heldEvent(db, viewer, merged)
}

/** Largest number of PDFs in which a word is searched; beyond it only descriptions count. */
const mostFound = 10_000
/** Reads public documents by their ids, as lists show them. */
export async function documentsById(db: Db, ids: readonly number[], site: Site): Promise<Map<number, Document>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Row>`
    ${selected(false)} where d.id = any(${ids}::bigint[]) and d.visibility = 'public' and ${isOpen("d")}`.execute(db)
  return new Map(rows.map((row) => [row.id, documentFrom(row, site)]))
}

const selected = (isWhole: boolean) => sql`
  select d.id, d.type, d.title, d.description, d.file, d.mime, d.size, d.duration, d.width, d.height, d.widths, d.alt,
    d.credit, d.licence, d.focal_x, d.focal_y, d.event_id as event, d.visibility, d.version, d.created_at, d.updated_at,
    ${soundOf("d", { withTranscript: isWhole })} as sound, d.url, ${pdfOf("d")} as pdf,
    case when a.id is not null then json_build_object('fid', a.fid, 'type', a.type, 'name', a.name) end as actor
  from documents d left join actors a on a.id = d.actor_id`

/** Documents without a duration come after those with one. */
const orders: Record<Sorting, RawBuilder<unknown>> = {
  created: sql`d.created_at, d.id`,
  "-created": sql`d.created_at desc, d.id desc`,
  updated: sql`d.updated_at, d.id`,
  "-updated": sql`d.updated_at desc, d.id desc`,
  name: sql`plain(d.title), d.id`,
  "-name": sql`plain(d.title) desc, d.id desc`,
  duration: sql`d.duration, d.id`,
  "-duration": sql`d.duration desc nulls last, d.id desc`,
}

function documentFrom(row: Row, site: Site): Document {
  const { widths, focal_x, focal_y, actor, created_at, updated_at, file, url, pdf, ...plain } = row
  const isImage = row.type === "Image" && file !== null && row.width !== null
  const image = isImage ? addressesOf({ file, width: row.width as number, widths }, site.publicUrl) : undefined
  const heard = row.sound && file !== null ? soundFrom(row.sound, { ...row, file }, site.publicUrl) : undefined
  const main = heard?.main
  const rest = main ? { ...plain, mime: main.mime, size: main.size } : plain
  return {
    ...rest,
    sound: heard?.sound ?? null,
    pdf: pdf && pdfFrom(pdf, site.publicUrl),
    film: filmFrom(url, site),
    file: main?.url ?? image?.url ?? (file && `${site.publicUrl}/media/${file}/file.pdf`),
    srcset: image?.srcset ?? null,
    focal_point: image ? [Math.round(focal_x * 1000) / 1000, Math.round(focal_y * 1000) / 1000] : null,
    actor: actor && { ...actor, url: `${site.publicUrl}${paths.actor(actor.fid)}` },
    created: isoAt(created_at, site.timezone),
    updated: isoAt(updated_at, site.timezone),
  }
}
