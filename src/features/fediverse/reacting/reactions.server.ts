import { sql } from "kysely"
import type { Config } from "#config/config.ts"
import type { Db } from "#db/connection.ts"
import { noteReaction } from "#features/notices/answers/commands.server.ts"
import type { ActivityHandler } from "../inbox/dispatching.ts"
import type { Received } from "../inbox/handler.ts"
import { authorOf } from "../objects/queries.server.ts"
import type { RemoteActor } from "../remote/remote-actor.ts"
import { localObjectOf } from "../vocabulary/addresses.ts"

/** Most reactions stored for one event, for all accounts of one host on an event, and for one account on an event. */
const mostOfEvent = 1_000
const mostOfHost = 500
const mostOfPerson = 100

/** An event here that remote accounts react to. */
export type ReactableEvent = { id: number; hasComments: boolean }

/**
 * Returns the event that an address means: its own, that of a date, or that of a note about it; undefined if it is not
 * federated.
 */
export async function findReactableEvent(
  db: Db,
  { publicUrl }: Config,
  address: string,
): Promise<ReactableEvent | undefined> {
  const named = localObjectOf(publicUrl, address)
  if (named?.kind !== "event" && named?.kind !== "note") return undefined
  const { rows } = await sql<ReactableEvent>`
    select e.id, coalesce(s.has_comments, false) as "hasComments" from events e
    join actors a on a.id = ${authorOf} and a.status = 'published' left join fediverse_settings s on s.actor_id = a.id
    where e.id = ${named.id} and e.listed and coalesce(s.audience, 'everyone') <> 'nobody'`.execute(db)
  return rows[0]
}

/** Takes a Like or an Announce of an event here. Only the event's managers are notified. */
export async function takeReaction(received: Received<"Like"> | Received<"Announce">): Promise<void> {
  const { db, config, actor, activity, once } = received
  const event = await findReactableEvent(db, config, activity.object)
  if (!event) return
  const kind = activity.type === "Like" ? "like" : "announce"
  await once(async (tx) => {
    if (!(await hasRoom(tx, event.id, actor))) return
    const { rows } = await sql<{ isNew: boolean }>`
      insert into fediverse_reactions (uri, kind, event_id, remote_actor_id)
      select ${activity.id}, ${kind}, ${event.id}, ${actor.id}
      where not exists (select from fediverse_reactions where uri = ${activity.id})
      on conflict (event_id, remote_actor_id, kind) where kind <> 'reply' do update set uri = excluded.uri
      returning xmax = 0 as "isNew"`.execute(tx)
    if (rows[0]?.isNew) await noteReaction(tx, event.id)
  })
}

/**
 * Returns whether an account may add a reaction to an event. Locks the event's reactions, so that they are added one at a
 * time.
 */
export async function hasRoom(tx: Db, eventId: number, actor: RemoteActor): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended('fediverse reactions', ${eventId}))`.execute(tx)
  const { rows } = await sql<{ all: number; near: number; own: number }>`
    select count(*)::int as all, count(*) filter (where r.host = ${actor.host})::int as near,
      count(*) filter (where r.id = ${actor.id})::int as own
    from fediverse_reactions f join remote_actors r on r.id = f.remote_actor_id where f.event_id = ${eventId}`.execute(
    tx,
  )
  const { all = 0, near = 0, own = 0 } = rows[0] ?? {}
  return all < mostOfEvent && near < mostOfHost && own < mostOfPerson
}

/** Takes the Undo of a Like or an Announce, named by its id or by its content. */
export const undoReaction: ActivityHandler<"Undo"> = async (tx, { config, actor, activity }) => {
  const { id, type, object } = activity.of
  const named = object === undefined ? undefined : localObjectOf(config.publicUrl, object)
  const event = named?.kind === "event" || named?.kind === "note" ? named.id : null
  const kind = type === "Like" ? "like" : type === "Announce" ? "announce" : null
  const { numAffectedRows } = await sql`
    delete from fediverse_reactions where remote_actor_id = ${actor.id} and kind <> 'reply'
      and (uri = ${id ?? null} or (event_id = ${event} and kind = ${kind}))`.execute(tx)
  return Number(numAffectedRows) > 0
}
