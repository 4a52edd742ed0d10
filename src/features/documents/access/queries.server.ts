import { type RawBuilder, sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { type Action, may, type Relation } from "#features/accounts/rights.ts"
import type { Viewer } from "#features/accounts/viewer.ts"
import { demand } from "#features/actors/access/queries.server.ts"
import { idOr, refuse } from "#lib/refusal.ts"

/** A document with what the viewer's rights depend on: their relations to the page or event it belongs to. */
export type HeldDocument = {
  id: number
  /** Null for a film. */
  file: string | null
  type: string
  mime: string
  name: string | null
  title: string
  version: number
  visibility: "public" | "unlisted" | "managers"
  licence: string | null
  /** State of the renditions of a sound, which are what is played. */
  sound_state: string | null
  actor_id: number | null
  event_id: number | null
  created_by: number | null
  /** Whether anybody with its address may see it, because what it belongs to or what shows it is published. */
  is_open: boolean
  /** Whether the viewer works on an event that shows it, such as a copy of the event it belongs to. */
  is_shown: boolean
  relations: Relation[]
}

/** Condition on a document: if it is a sound, it can be played already. Other documents are available as soon as uploaded. */
const isHeard = (document: string) =>
  sql<boolean>`not exists (select from sounds s where s.document_id = ${sql.ref(`${document}.id`)}
    and s.state in ('waiting', 'failed'))`

/**
 * Condition on a document: anybody with its address may see it. Documents of drafts, and documents that belong to nothing yet,
 * are visible only to those who work on them.
 */
export const isOpen = (document: string) => {
  const of = (column: string) => sql.ref(`${document}.${column}`)
  return sql<boolean>`(${of("visibility")} <> 'managers' and ${isHeard(document)} and (
    exists (select from actors a where a.id = ${of("actor_id")} and a.status = 'published')
    or exists (select from events e where e.id = ${of("event_id")} and e.listed)
    or exists (select from event_images i join events e on e.id = i.event_id
      where i.document_id = ${of("id")} and e.listed)))`
}

/** Selects the viewer's relations to the page or event a document belongs to. */
const relationsToIt = (viewer: Viewer) => sql<Relation[]>`
  to_json(array(
    select r.relation from relations r join actors a on a.id = r.actor_id and a.deleted_at is null
      where r.actor_id = d.actor_id and r.user_id = ${viewer?.userId ?? 0} and r.status = 'accepted'
    union select r.relation from event_organizers eo join events e on e.id = eo.event_id and e.deleted_at is null
      join relations r on r.actor_id = eo.actor_id
      where eo.event_id = d.event_id and eo.status = 'accepted' and r.status = 'accepted'
        and r.user_id = ${viewer?.userId ?? 0}))`

/**
 * Condition on a document: an event the viewer works on shows it. A person who sees a draft also sees its images, but may not
 * edit their descriptions.
 */
const isShownTo = (viewer: Viewer) => sql<boolean>`
  (d.visibility <> 'managers' and exists (
    select from event_images i join events e on e.id = i.event_id and e.deleted_at is null
      join event_organizers eo on eo.event_id = e.id and eo.status = 'accepted'
      join relations r on r.actor_id = eo.actor_id and r.status = 'accepted'
        and r.relation in ('owner', 'member', 'assistant')
    where i.document_id = d.id and r.user_id = ${viewer?.userId ?? 0}))`

async function held(db: Db, viewer: Viewer, where: RawBuilder<unknown>, lock: boolean) {
  const { rows } = await sql<HeldDocument>`
    select d.id, d.file, d.type, d.mime, d.name, d.title, d.version, d.visibility, d.licence,
      (select s.state from sounds s where s.document_id = d.id) as sound_state, d.actor_id, d.event_id, d.created_by,
      ${isOpen("d")} as is_open, ${isShownTo(viewer)} as is_shown, ${relationsToIt(viewer)} as relations
    from documents d where ${where} ${lock ? sql`for no key update of d` : sql``}`.execute(db)
  const document = rows[0]
  const isSeen = document && (document.is_open || document.is_shown || mayOnDocument(viewer, "see_drafts", document))
  return isSeen ? document : undefined
}

/** Finds a document the viewer may see, by its id; refuses `document_not_found`. Inside a transaction it can be locked. */
export async function documentFor(db: Db, viewer: Viewer, id: number, lock = false): Promise<HeldDocument> {
  const found = Number.isSafeInteger(id) ? await held(db, viewer, sql`d.id = ${id}`, lock) : undefined
  return found ?? refuse("document_not_found")
}

/** Finds a document the viewer may see, by the key of its file or of files made from it; undefined when there is none. */
export async function documentOfFile(db: Db, viewer: Viewer, file: string): Promise<HeldDocument | undefined> {
  const made = sql`d.id in (select s.document_id from sounds s where s.made = ${file}
    union all select p.document_id from pdfs p where p.made = ${file})`
  return (await held(db, viewer, sql`d.file = ${file}`, false)) ?? held(db, viewer, made, false)
}

/** Tells whether a file is the avatar of a remote account; everybody may see those. */
export async function isRemoteFace(db: Db, file: string): Promise<boolean> {
  const { rows } = await sql`select from remote_actors where face = ${file}`.execute(db)
  return rows.length > 0
}

/** Tells whether the viewer may do an action on a document. A document that belongs to nothing yet is the uploader's own. */
export function mayOnDocument(viewer: Viewer, action: Action, document: HeldDocument): boolean {
  return isOwn(viewer, document) || may(viewer, action, document)
}

/** Refuses an action the viewer may not do on a document, with the reason. */
export function demandOnDocument(viewer: Viewer, action: Action, document: HeldDocument): void {
  if (!isOwn(viewer, document)) demand(viewer, action, document)
}

function isOwn(viewer: Viewer, { actor_id, event_id, created_by }: HeldDocument) {
  return viewer !== null && actor_id === null && event_id === null && created_by === viewer.userId
}

/** Reads the number in an address; refuses `document_not_found` when it is not a number. */
export function documentId(given: string): number {
  return idOr("document_not_found", given)
}
