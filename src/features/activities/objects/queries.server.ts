import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import type { Viewer } from "#features/accounts/viewer.ts"
import { addressesOf, type PictureRow, pictureFrom } from "#features/documents/image/picture.ts"
import { filmFrom } from "#features/documents/film/film.ts"
import { type PdfRow, pdfFrom } from "#features/documents/pdf/pdf.ts"
import { pdfOf } from "#features/documents/pdf/queries.server.ts"
import { pictureOf } from "#features/documents/pictures/queries.server.ts"
import { soundOf } from "#features/documents/sound/queries.server.ts"
import { soundFrom } from "#features/documents/sound/representation.server.ts"
import type { SoundRow } from "#features/documents/sound/sound-row.ts"
import { listEventsById } from "#features/events/queries.server.ts"
import type { Event } from "#features/events/event.ts"
import { paths } from "#web/paths.ts"
import type { Activity, ActivityModel } from "../activity.ts"

/** Settings that addresses and dates in an answer depend on. */
export type Site = { publicUrl: string; timezone: string; peertubeHosts?: readonly string[] }

type Of<Model extends ActivityModel> = Extract<Activity, { model: Model }>["object"]
type Named = { model: ActivityModel; object_id: number | null; actor_id: number | null }

/** Loads the objects and pages of activities as the feed shows them, with one query for each model. */
export async function objectsOf(db: Db, viewer: Viewer, rows: readonly Named[], site: Site) {
  const ids = (model: ActivityModel) => [
    ...new Set(rows.flatMap((row) => (row.model === model && row.object_id !== null ? [row.object_id] : []))),
  ]
  const pages = rows.flatMap(({ actor_id }) => (actor_id === null ? [] : [actor_id]))
  const found = await Promise.all([
    listEventsById(db, viewer, ids("contents.Event"), site).then((events) =>
      events.map((event) => [keyOf("contents.Event", event.id), eventOf(event)] as const),
    ),
    pagesOf(db, viewer, [...new Set([...ids("actors.Actor"), ...pages])], site),
    documentsOf(db, ids("documents.Document"), site),
    linksOf(db, ids("links.Link")),
    identitiesOf(db, ids("fediverse.Identity")),
  ])
  const known = new Map<string, Activity["object"]>(found.flat())
  return {
    get: <Model extends ActivityModel>(model: Model, id: number) =>
      known.get(keyOf(model, id)) as Of<Model> | undefined,
  }
}

const keyOf = (model: ActivityModel, id: number) => `${model} ${id}`
type Found<Model extends ActivityModel> = readonly (readonly [string, Of<Model>])[]

function eventOf(event: Event): Of<"contents.Event"> {
  const { id, uid, url, language, title, summary, category, start, end, timezone, all_day, next, status, mode } = event
  const { place, location, organizers, images, poster_roll, my_attendance, is_managed } = event
  const first = { id, uid, url, language, title, summary, category, start, end, timezone, all_day, next, status, mode }
  const rest = { place, location, organizers, images: images.slice(0, 1), poster_roll, my_attendance }
  return { ...first, ...rest, ...(is_managed ? { is_managed } : {}) }
}

type PageRow = Omit<Of<"actors.Actor">, "url" | "avatar" | "location"> & {
  id: number
  avatar: PictureRow | null
  locality: string | null
}

async function pagesOf(db: Db, viewer: Viewer, ids: number[], site: Site): Promise<Found<"actors.Actor">> {
  if (ids.length === 0) return []
  const { rows } = await sql<PageRow>`
    select a.id, a.fid, a.type, a.name, a.language, a.summary, a.category, to_json(a.tags) as tags, spot.locality,
      ${pictureOf("a.avatar_id")} as avatar,
      exists (select from follows f where f.actor_id = a.id and f.user_id = ${viewer?.userId ?? 0}) as is_followed
    from actors a left join locations spot on spot.id = a.location_id
    where a.id = any(${ids}::bigint[]) and a.status = 'published'`.execute(db)
  return rows.map(({ id, avatar, locality, ...page }) => [
    keyOf("actors.Actor", id),
    {
      ...page,
      url: `${site.publicUrl}${paths.actor(page.fid)}`,
      avatar: avatar && pictureFrom(avatar, site.publicUrl),
      location: locality === null ? null : { locality },
    },
  ])
}

type DocumentRow = Omit<Of<"documents.Document">, "url" | "summary" | "file" | "srcset" | "pdf" | "film" | "sound"> & {
  file: string | null
  film_url: string | null
  pdf: PdfRow | null
  sound: SoundRow | null
  licence: string | null
  width: number | null
  widths: number[]
  fid: string | null
  event_id: number | null
}

async function documentsOf(db: Db, ids: number[], site: Site): Promise<Found<"documents.Document">> {
  if (ids.length === 0) return []
  const { rows } = await sql<DocumentRow>`
    select d.id, d.type, d.title, d.description, d.mime, d.size, d.duration, d.alt, d.file, d.width, to_json(d.widths) as widths,
      d.event_id, a.fid, d.url as film_url, ${pdfOf("d")} as pdf, ${soundOf("d")} as sound, d.licence
    from documents d left join actors a on a.id = d.actor_id and a.status = 'published'
    where d.id = any(${ids}::bigint[]) and d.visibility = 'public'`.execute(db)
  return rows.map(({ width, widths, fid, event_id, film_url, pdf, sound, licence, ...row }) => {
    const { file } = row
    const isImage = row.type === "Image" && width !== null && file !== null
    const image = isImage ? addressesOf({ file, width, widths }, site.publicUrl) : null
    const heard = sound && file !== null ? soundFrom(sound, { ...row, file, licence }, site.publicUrl) : undefined
    const tab = row.type === "Image" ? "images" : row.type === "Audio" ? "listen" : "documents"
    const shownAt = fid === null ? paths.event(event_id ?? 0) : paths.actor(fid, { tab })
    const document = {
      ...row,
      ...(heard && { mime: heard.main.mime, size: heard.main.size }),
      sound: heard?.sound ?? null,
      summary: row.description,
      file: heard?.main.url ?? image?.url ?? (file && `${site.publicUrl}/media/${file}/file.pdf`),
      pdf: pdf && pdfFrom(pdf, site.publicUrl),
      film: filmFrom(film_url, site),
      srcset: image?.srcset ?? null,
      url: `${site.publicUrl}${shownAt}`,
    }
    return [keyOf("documents.Document", row.id), document]
  })
}

async function linksOf(db: Db, ids: number[]): Promise<Found<"links.Link">> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom("links").select(["id", "url", "label"]).where("id", "in", ids).execute()
  return rows.map(({ id, url, label }) => [
    keyOf("links.Link", id),
    { id, name: label ?? hostIn(url), url, summary: hostIn(url) },
  ])
}

async function identitiesOf(db: Db, ids: number[]): Promise<Found<"fediverse.Identity">> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom("identities")
    .select(["id", "url", "handle"])
    .where("id", "in", ids)
    .where("state", "=", "verified")
    .execute()
  return rows.map(({ id, url, handle }) => [
    keyOf("fediverse.Identity", id),
    { id, name: handle ? `@${handle}` : url.replace(/^https?:\/\//, ""), url, summary: hostIn(url) },
  ])
}

function hostIn(url: string) {
  return URL.canParse(url) ? new URL(url).host.replace(/^www\./, "") : url
}
