import { type RawBuilder, sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { type Action, may, type Relation } from "#features/accounts/rights.ts"
import type { Viewer } from "#features/accounts/viewer.ts"
import { demand } from "#features/actors/access/queries.server.ts"
import { idOr, refuse } from "#lib/refusal.ts"

/** A document as rights see it: what the viewer is to the page or the event it belongs to. */
export type HeldDocument = {
  id: number
  /** Null of a film. */
  file: string | null
  type: string
  mime: string
  name: string | null
  title: string
  version: number
  visibility: "public" | "unlisted" | "managers"
  licence: string | null
  /** Of a sound: how far what is played is made. */
  sound_state: string | null
  actor_id: number | null
  event_id: number | null
  created_by: number | null
  /** Whoever has its address may see it: what it belongs to, or is shown by, is published. */
  is_open: boolean
  /** The viewer works on an event that shows it, such as a copy of the one it belongs to. */
  is_shown: boolean
  relations: Relation[]
}

/** A sound can be played already, and by anyone; other documents are there as soon as they are brought. */
const isHeard = (document: string) =>
  sql<boolean>`not exists (select from sounds s where s.document_id = ${sql.ref(`${document}.id`)}
    and s.state in ('waiting', 'failed'))`

/** May anyone see it who has its address? Documents of drafts, and of nothing yet, are for those who work on them. */
export const isOpen = (document: string) => {
  const of = (column: string) => sql.ref(`${document}.${column}`)
  return sql<boolean>`(${of("visibility")} <> 'managers' and ${isHeard(document)} and (
    exists (select from actors a where a.id = ${of("actor_id")} and a.status = 'published')
    or exists (select from events e where e.id = ${of("event_id")} and e.listed)
    or exists (select from event_images i join events e on e.id = i.event_id
      where i.document_id = ${of("id")} and e.listed)))`
}

/** What the viewer is to what a document belongs to. */
const relationsToIt = (viewer: Viewer) => sql<Relation[]>`
  to_json(array(
    select r.relation from relations r join actors a on a.id = r.actor_id and a.deleted_at is null
      where r.actor_id = d.actor_id and r.user_id = ${viewer?.userId ?? 0} and r.status = 'accepted'
    union select r.relation from event_organizers eo join events e on e.id = eo.event_id and e.deleted_at is null
      join relations r on r.actor_id = eo.actor_id
      where eo.event_id = d.event_id and eo.status = 'accepted' and r.status = 'accepted'
        and r.user_id = ${viewer?.userId ?? 0}))`

/** Does an event that the viewer works on show it? Whoever sees a draft sees its images; what is said of them is not theirs. */
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
  const isSeen = document && (document.is_open || document.is_shown || mayWith(viewer, "see_drafts", document))
  return isSeen ? document : undefined
}

/** A document the viewer may know of, by its id; refuses `document_not_found`. Inside a transaction it can be locked. */
export async function documentFor(db: Db, viewer: Viewer, id: number, lock = false): Promise<HeldDocument> {
  const found = Number.isSafeInteger(id) ? await held(db, viewer, sql`d.id = ${id}`, lock) : undefined
  return found ?? refuse("document_not_found")
}

/** A document the viewer may know of, by the key of its file or of what was made of it; undefined when there is none. */
export async function documentOfFile(db: Db, viewer: Viewer, file: string): Promise<HeldDocument | undefined> {
  const made = sql`d.id in (select s.document_id from sounds s where s.made = ${file}
    union all select p.document_id from pdfs p where p.made = ${file})`
  return (await held(db, viewer, sql`d.file = ${file}`, false)) ?? held(db, viewer, made, false)
}

/** Is it the face of somebody elsewhere? Everybody may see these. */
export async function isFaceElsewhere(db: Db, file: string): Promise<boolean> {
  const { rows } = await sql`select from remote_actors where face = ${file}`.execute(db)
  return rows.length > 0
}

/** May they, with a document? What belongs to nothing yet is its bringer's own. */
export function mayWith(viewer: Viewer, action: Action, document: HeldDocument): boolean {
  return isOwn(viewer, document) || may(viewer, action, document)
}

/** Refuses, with its reason, what the viewer may not do with a document. */
export function demandWith(viewer: Viewer, action: Action, document: HeldDocument): void {
  if (!isOwn(viewer, document)) demand(viewer, action, document)
}

function isOwn(viewer: Viewer, { actor_id, event_id, created_by }: HeldDocument) {
  return viewer !== null && actor_id === null && event_id === null && created_by === viewer.userId
}

/** The number in an address; refuses `document_not_found` when it is none. */
export function documentId(given: string): number {
  return idOr("document_not_found", given)
}
