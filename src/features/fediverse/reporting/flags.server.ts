import { sql } from "kysely"
import type { Config } from "#config/config.ts"
import type { Db } from "#db/connection.ts"
import { fileReport } from "#features/moderation/reports/commands.server.ts"
import { findPageByName } from "../identities/queries.server.ts"
import type { Received } from "../inbox/handler.ts"
import { localObjectOf } from "../vocabulary/addresses.ts"

/**
 * Takes a Flag: reports the public objects of this server among its objects (events, pages, shown comments) to the
 * moderators, with the sender's text. Other objects are left out.
 */
export async function takeFlag({ db, config, actor, activity, once }: Received<"Flag">): Promise<void> {
  const found = await subjectsOf(db, config, activity.objects)
  if (found.events.length + found.actors.length + found.reactions.length === 0) return
  await once((tx) => fileReport(tx, { host: actor.host, remoteActorId: actor.id, text: activity.text, ...found }))
}

async function subjectsOf(db: Db, config: Config, addresses: string[]) {
  const [events, actors] = [new Set<number>(), new Set<number>()]
  for (const address of addresses) {
    const named = localObjectOf(config.publicUrl, address)
    if (named?.kind === "event" || named?.kind === "note") events.add(named.id)
    if (named?.kind !== "actor") continue
    const found = await findPageByName(
      db,
      named.fid,
      address.startsWith(`${config.publicUrl}/ap/`) ? "address" : "handle",
    )
    if (found.state === "here") actors.add(found.actorId)
  }
  const { rows } = await sql<{ events: number[]; reactions: number[] }>`
    select
      to_json(array(select id from events where id = any(${[...events]}::bigint[]) and listed order by id)) as events,
      to_json(array(select f.id from fediverse_reactions f join events e on e.id = f.event_id and e.listed
        where f.uri = any(${addresses}::text[]) and f.shown_at is not null order by f.id)) as reactions`.execute(db)
  return { events: rows[0]?.events ?? [], reactions: rows[0]?.reactions ?? [], actors: [...actors] }
}
