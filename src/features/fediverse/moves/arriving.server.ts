import { sql } from "kysely"
import type { Config } from "#config/config.ts"
import type { Db } from "#db/connection.ts"
import { requestFollow, unfollowIfUnused } from "../following/commands.server.ts"
import { instanceIdentity } from "../identities/commands.server.ts"
import { findPageByName } from "../identities/queries.server.ts"
import type { Received } from "../inbox/handler.ts"
import { refreshRemoteActor } from "../remote/commands.server.ts"
import { fetchableUrl, fetchDocument, isSilent } from "../remote/fetching.server.ts"
import { findRemoteActor } from "../remote/queries.server.ts"
import { localObjectOf } from "../vocabulary/addresses.ts"
import { readActor } from "../vocabulary/read-actor.ts"
import { isRefused } from "../vocabulary/refused.ts"
import { listAliases } from "./queries.server.ts"

/** Shortest interval between two Moves of an account; others are ignored. */
const onceIn = "1 day"

/** What accounts here follow instead of the account that moved: another remote account, or a page here. */
type Target = { remoteId: number } | { pageId: number }

/**
 * Takes the Move of a remote account: its followers here follow the new account, if that one, fetched now, names the old
 * account among its former ones and has not moved itself (FEP-7628). A silent server is asked again later. Only once a day. If
 * the account itself follows pages here, its new server has to send those Follows again.
 */
export async function takeMove({ db, config, actor, activity, once, later }: Received<"Move">): Promise<void> {
  if (!(await isFollowedHere(db, actor.id)) || (await movedLately(db, actor.id))) return
  const target = await targetOf(db, config, activity.target, actor.uri)
  if (!target) return isSilent(activity.target, config) ? later() : undefined
  const instance = await instanceIdentity(db, config)
  await once(async (tx) => {
    const { numAffectedRows } = await sql`
      update remote_actors set moved_to = ${activity.target}, moved_at = now()
      where id = ${actor.id} and (moved_at is null or moved_at < now() - ${onceIn}::interval)`.execute(tx)
    if (!numAffectedRows) return
    await followInstead(tx, actor.id, target)
    if ("remoteId" in target) await requestFollow(tx, config, instance, target.remoteId)
    await unfollowIfUnused(tx, config, instance, actor.id)
  })
}

async function isFollowedHere(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql`select from fediverse_follows where remote_actor_id = ${id} limit 1`.execute(db)
  return rows.length > 0
}

/** Returns whether the account moved within the last day: nothing is fetched for a Move that would not count. */
async function movedLately(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from remote_actors where id = ${id} and moved_at >= now() - ${onceIn}::interval`.execute(db)
  return rows.length > 0
}

/** Returns the account that a Move names, if that account names the old one among its former ones. */
async function targetOf(db: Db, config: Config, uri: string, from: string): Promise<Target | undefined> {
  const named = localObjectOf(config.publicUrl, uri)
  if (named?.kind === "actor") {
    const found = await findPageByName(db, named.fid, uri.startsWith(`${config.publicUrl}/ap/`) ? "address" : "handle")
    if (found.state !== "here") return undefined
    const aliases = await listAliases(db, found.actorId)
    return aliases.some((one) => one.uri === from) ? { pageId: found.actorId } : undefined
  }
  if (!fetchableUrl(uri, config)) return undefined
  const read = readActor(await fetchDocument(db, config, uri), uri)
  if (isRefused(read) || read.id !== uri || read.movedTo !== null || !read.alsoKnownAs.includes(from)) return undefined
  const target = (await findRemoteActor(db, { uri })) ?? (await refreshRemoteActor(db, config, uri))
  return target && { remoteId: target.id }
}

async function followInstead(tx: Db, from: number, target: Target): Promise<void> {
  const gone = sql`delete from fediverse_follows where remote_actor_id = ${from} returning user_id`
  // Locked in the order of users, because two Moves at once may concern the same rows.
  await sql`select from fediverse_follows where remote_actor_id = ${from} order by user_id for update`.execute(tx)
  await (
    "remoteId" in target
      ? sql`with gone as (${gone}) insert into fediverse_follows (user_id, remote_actor_id)
        select user_id, ${target.remoteId}::bigint from gone order by user_id on conflict do nothing`
      : sql`with gone as (${gone}) insert into follows (user_id, actor_id)
        select user_id, ${target.pageId}::bigint from gone order by user_id on conflict do nothing`
  ).execute(tx)
}
