import { type RawBuilder, sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { may, type Relation } from "#features/accounts/rights.ts"
import type { Viewer } from "#features/accounts/viewer.ts"
import { isReportedTo, manages } from "#features/actors/access/queries.server.ts"
import { idOr, refuse } from "#lib/refusal.ts"
import { isRemoteEventVisible } from "../elsewhere/queries.server.ts"

/** An event with what its rights depend on, such as the viewer's relations to its host and its accepted co-organisers. */
export type HeldEvent = {
  id: number
  version: number
  sequence: number
  listed: boolean
  language: "fr" | "en" | "nl"
  title: Record<string, string>
  category: string
  timezone: string
  all_day: boolean
  doors_minutes: number | null
  recurrence: string | null
  status: string
  workflow: "draft" | "scheduled" | "published" | "remote"
  place_id: number | null
  /** A moderator has hidden it: it cannot be published. */
  isHidden: boolean
  /** It is hidden, or reported and waiting for a moderator: moderators may see it. */
  isReported: boolean
  relations: Relation[]
  /** It came from another server: it cannot be edited here. */
  isElsewhere: boolean
}

/** The viewer's relations to an event: accepted relations with its accepted organisers. */
export const relationsToEvent = (viewer: Viewer, event: string) => sql<Relation[]>`
  to_json(array(select distinct r.relation from event_organizers eo join relations r on r.actor_id = eo.actor_id
    where eo.event_id = ${sql.ref(event)} and eo.status = 'accepted' and r.status = 'accepted'
      and r.user_id = ${viewer?.userId ?? 0}))`

/** Selects the people (user_id) who manage an event: those of its host, and of co-organisers who accepted. */
export function managersOfEvent(event: number | null | RawBuilder<unknown>, who = manages): RawBuilder<unknown> {
  return sql`select r.user_id from event_organizers eo join relations r on r.actor_id = eo.actor_id
    where eo.event_id = ${event} and eo.status = 'accepted' and ${who}`
}

/** Returns an event that the viewer may know of; undefined when there is none. Inside a transaction its row can be locked. */
export async function heldEvent(db: Db, viewer: Viewer, id: number, lock = false): Promise<HeldEvent | undefined> {
  if (!Number.isSafeInteger(id)) return undefined
  // Lock first, then read, so that a concurrent change counts, such as the viewer losing their rights.
  if (lock) await sql`select from events where id = ${id} for no key update`.execute(db)
  const { rows } = await sql<HeldEvent & { isHeard: boolean }>`
    select e.id, e.version, e.sequence, e.listed, e.language, e.title, e.category, e.timezone, e.all_day, e.doors_minutes,
      e.recurrence, e.status, e.workflow, e.place_id, e.hidden_at is not null as "isHidden",
      ${isReportedTo(viewer, "e")} as "isReported",
      ${relationsToEvent(viewer, "e.id")} as relations, e.workflow = 'remote' as "isElsewhere",
      case when e.workflow = 'remote' then ${isRemoteEventVisible(viewer?.userId ?? 0, "e.id")} else false end as "isHeard"
    from events e where e.id = ${id} and e.deleted_at is null`.execute(db)
  if (!rows[0]) return undefined
  const { isHeard, ...event } = rows[0]
  return event.listed || isHeard || may(viewer, "see_drafts", event) ? event : undefined
}

/** Does the same, but refuses `event_not_found` instead of returning undefined. */
export async function eventFor(db: Db, viewer: Viewer, id: number, lock = false): Promise<HeldEvent> {
  return (await heldEvent(db, viewer, id, lock)) ?? refuse("event_not_found")
}

/**
 * Returns the id of the event that a merged event became part of, so that its old address still leads there; undefined when there
 * is none.
 */
export async function findMerged(db: Db, viewer: Viewer, id: number): Promise<number | undefined> {
  const former = await db.selectFrom("former_events").select("event_id").where("id", "=", id).executeTakeFirst()
  const event = former?.event_id ? await heldEvent(db, viewer, former.event_id) : undefined
  return event?.id
}

/** Reads the event id in an address; refuses `event_not_found` when it is not a number. */
export function eventId(text: string): number {
  return idOr("event_not_found", text)
}
