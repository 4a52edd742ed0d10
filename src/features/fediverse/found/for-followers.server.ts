import { sql } from "kysely"
import type { World } from "#http/world.ts"
import type { Db } from "#db/connection.ts"
import { findKey, remoteActor } from "../remote/commands.server.ts"
import { isBlocked } from "../remote/queries.server.ts"
import { signerOf } from "../signatures/verifying.server.ts"
import { eventFiles } from "./event-files.server.ts"

/**
 * What pages tell only those who follow them, for who signs the request and is one of these, or is the server of one
 * (which is how most servers ask). Undefined for every other request: it is answered as everybody's.
 */
export function followersFiles({ db, config }: Pick<World, "db" | "config">) {
  const files = eventFiles({ db, config }, "followers")
  return async function answer(request: Request): Promise<Response | undefined> {
    const { pathname, search } = new URL(request.url)
    const id = /^\/ap\/events\/(\d{1,15})(?:\/|$)/.exec(pathname)?.[1]
    const isSigned = request.headers.has("signature")
    if (!config.federation.isOn || id === undefined || !isSigned || request.method !== "GET") return undefined
    // Most servers sign all they ask for: a signature costs something only where it makes a difference.
    if (!(await isForFollowers(db, Number(id)))) return undefined
    const headers = new Headers(request.headers)
    headers.set("host", new URL(config.publicUrl).host)
    const asAddressed = new Request(`${config.publicUrl}${pathname}${search}`, { headers })
    const signer = await signerOf(asAddressed, (keyId, isFresh) => findKey(db, config, keyId, isFresh))
    const reader = signer && (await remoteActor(db, config, signer.owner))
    if (!reader || (await isBlocked(db, reader.host)) || !(await mayRead(db, Number(id), reader.id))) return undefined
    const answered = await files.fetch(asAddressed)
    answered.headers.set("Cache-Control", "private, no-store")
    answered.headers.delete("ETag")
    return answered
  }
}

/** Whoever says an event, as `findToldEvent` finds them: its first accepted organiser, else its house. */
const author = (event: number) => sql`coalesce(
  (select o.actor_id from event_organizers o join actors a on a.id = o.actor_id and a.status = 'published' and a.fid !~ '@'
    where o.event_id = ${event} and o.status = 'accepted' order by o.position limit 1),
  (select e.place_id from events e where e.id = ${event}))`

async function isForFollowers(db: Db, event: number): Promise<boolean> {
  const { rows } = await sql`
    select from fediverse_settings where actor_id = ${author(event)} and audience = 'followers'`.execute(db)
  return rows.length > 0
}

/** Does this reader follow the page, or is it the server of somebody who does? */
async function mayRead(db: Db, event: number, reader: number): Promise<boolean> {
  const { rows } = await sql`
    select from fediverse_followers f join fediverse_identities i on i.id = f.identity_id
      join remote_actors r on r.id = f.remote_actor_id join remote_actors asks on asks.id = ${reader}
    where i.actor_id = ${author(event)}
      and (r.id = asks.id or (asks.type in ('Application', 'Service') and asks.host = r.host)) limit 1`.execute(db)
  return rows.length > 0
}
