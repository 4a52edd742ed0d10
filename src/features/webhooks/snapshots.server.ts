import { createHash } from "node:crypto"
import { sql } from "kysely"
import type { Config } from "#config/config.ts"
import type { Db } from "#db/connection.ts"
import type { Actor } from "#features/actors/actor.ts"
import { findActor } from "#features/actors/queries.server.ts"
import type { Event } from "#features/events/event.ts"
import { findEvent } from "#features/events/queries.server.ts"
import { eventsOfPage } from "./queries.server.ts"

/** An event as webhooks receive it. */
export type PublicEvent = Omit<Event, "attendees">

/** Returns an event as everybody sees it, without attendees: attendance is not delivered. Undefined when it is not public. */
export async function publicEvent(db: Db, config: Config, id: number): Promise<PublicEvent | undefined> {
  const event = await findEvent(db, null, id, config)
  if (!event || event.workflow !== "published") return undefined
  const { attendees: _, ...seen } = event
  return seen
}

/** Returns a page as everybody sees it; undefined when it is not public. */
export async function publicPage(db: Db, config: Config, actorId: number): Promise<Actor | undefined> {
  const { rows } = await sql<{ fid: string }>`select fid from actors where id = ${actorId}`.execute(db)
  return rows[0] && findActor(db, null, rows[0].fid, config)
}

/** Returns a hash of an event without version, update time and next date: a change of these alone is not delivered. */
export function digestOfEvent(event: PublicEvent): Buffer {
  return digestOf({ ...event, next: null, updated: "", version: 0 } satisfies PublicEvent)
}

/** Returns a hash of a page without version, update time and the counts that change by the mere passing of time. */
export function digestOfPage(page: Actor): Buffer {
  const contents = page.contents && { ...page.contents, upcoming_events: 0, past_events: 0, openings: 0 }
  return digestOf({ ...page, contents, updated: "", version: 0 } satisfies Actor)
}

function digestOf(thing: object): Buffer {
  return createHash("sha256").update(JSON.stringify(thing)).digest()
}

/** Stores the state of a page when it gets its first webhook, so that what exists already is not delivered as new. */
export async function storeSnapshot(tx: Db, config: Config, actorId: number): Promise<void> {
  const page = await publicPage(tx, config, actorId)
  await sql`
    insert into webhook_pages (actor_id, said) values (${actorId}, ${page ? digestOfPage(page) : null})
    on conflict (actor_id) do nothing`.execute(tx)
  await sql`
    insert into webhook_told (actor_id, event_id, status)
    select ${actorId}::bigint, e.id, e.status from events e
    where e.listed and e.id in (${eventsOfPage(sql`${actorId}::bigint`)})
    on conflict do nothing`.execute(tx)
}

/** Deletes the stored state of a page, once its last webhook is removed. */
export async function deleteSnapshot(tx: Db, actorId: number): Promise<void> {
  await sql`delete from webhook_told where actor_id = ${actorId}`.execute(tx)
  await sql`delete from webhook_pages where actor_id = ${actorId}`.execute(tx)
}
