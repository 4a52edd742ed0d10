import { randomUUID } from "node:crypto"
import { sql } from "kysely"
import type { Config } from "#config/config.ts"
import type { Db } from "#db/connection.ts"
import { writing } from "#db/writing.ts"
import { may } from "#features/accounts/rights.ts"
import type { Viewer } from "#features/accounts/viewer.ts"
import { refuse, refuseFields } from "#lib/refusal.ts"
import { instanceIdentity } from "../identities/commands.server.ts"
import { type Identity, uriOf } from "../identity.ts"
import { sendTo } from "../outbox/commands.server.ts"
import { serializeActivity } from "../outbox/events.server.ts"
import type { Activity } from "../vocabulary/describe-activity.ts"
import { describeFollow, describeUndo } from "../vocabulary/describe-activity.ts"
import { findRemoteAccount } from "./finding.server.ts"
import { readAccountReference } from "./handle.ts"
import { findFollowedAccount } from "./queries.server.ts"

/** Most remote accounts that one user follows. */
const mostFollows = 1000
/** Time after which an account that refused may be asked again. */
const askedAgainAfter = "1 day"

/**
 * Follows a remote account for the viewer; following it again changes nothing. The Follow is sent by the instance, once for
 * everybody here, so that no remote server learns which user it was. Returns the account's id.
 */
export async function followRemoteAccount(db: Db, config: Config, viewer: Viewer, handle: string): Promise<number> {
  if (!viewer || !may(viewer, "follow")) return refuse("follow_needs_login")
  const whom = readAccountReference(handle) ?? refuseFields({ handle: ["elsewhere.handle_unreadable"] })
  const found = await findRemoteAccount(db, config, whom)
  if (found === "ours") return refuseFields({ handle: ["elsewhere.handle_ours"] })
  if (found === "nobody") return refuseFields({ handle: ["elsewhere.handle_nobody"] })
  if (found === "mismatch") return refuseFields({ handle: ["elsewhere.handle_mismatch"] })
  const identity = await instanceIdentity(db, config)
  const { id } = found.actor
  await writing(db, async (tx) => {
    // The user is locked, so that two requests at once cannot exceed the limit.
    await sql`select from users where id = ${viewer.userId} for no key update`.execute(tx)
    await hold(tx, id)
    const { rows } = await sql<{ count: number; is_followed: boolean }>`
      select count(*)::int as count, coalesce(bool_or(remote_actor_id = ${id}), false) as is_followed
      from fediverse_follows where user_id = ${viewer.userId}`.execute(tx)
    if (rows[0]?.is_followed) return
    if ((rows[0]?.count ?? 0) >= mostFollows) refuse("too_many")
    await tx.insertInto("fediverse_follows").values({ user_id: viewer.userId, remote_actor_id: id }).execute()
    await requestFollow(tx, config, identity, id)
  })
  return id
}

/** Unfollows a remote account for the viewer, whether or not it was followed. The last unfollow here sends an Undo. */
export async function unfollowRemoteAccount(db: Db, config: Config, viewer: Viewer, handle: string): Promise<void> {
  const me = viewer ?? refuse("follow_needs_login")
  const whom = readAccountReference(handle) ?? refuseFields({ handle: ["elsewhere.handle_unreadable"] })
  const id = await findFollowedAccount(db, me, whom)
  if (id === undefined) return
  const identity = await instanceIdentity(db, config)
  await writing(db, async (tx) => {
    await hold(tx, id)
    await sql`delete from fediverse_follows where user_id = ${me.userId} and remote_actor_id = ${id}`.execute(tx)
    await unfollowIfUnused(tx, config, identity, id)
  })
}

/** Locks a remote account, so that follows and unfollows of it run in turn and the last message sent is the final state. */
async function hold(tx: Db, remoteActorId: number): Promise<void> {
  const { rows } = await sql`select from remote_actors where id = ${remoteActorId} for no key update`.execute(tx)
  if (rows.length === 0) refuseFields({ handle: ["elsewhere.handle_nobody"] })
}

/** Sends a Follow to an account that was not asked before, or that refused some time ago. */
export async function requestFollow(tx: Db, config: Config, identity: Identity, id: number): Promise<void> {
  const to = await addressesOf(tx, id)
  if (!to) return
  const follow = followOf(config, identity, id, to.uri)
  const { numAffectedRows } = await sql`
    insert into fediverse_following as known (remote_actor_id, uri) values (${id}, ${follow.id})
    on conflict (remote_actor_id) do update
      set uri = excluded.uri, state = 'asked', tries = 1, asked_at = now(), answered_at = null
      where known.state = 'rejected' and known.asked_at < now() - ${askedAgainAfter}::interval`.execute(tx)
  if (numAffectedRows) await sendTo(tx, identity, serializeActivity(follow), to.inbox)
}

/** Sends a Follow again to an account that did not answer; returns false if it has answered meanwhile. */
export async function retryFollow(tx: Db, config: Config, identity: Identity, id: number): Promise<boolean> {
  await sql`select from remote_actors where id = ${id} for no key update`.execute(tx)
  const to = await addressesOf(tx, id)
  if (!to) return false
  const follow = followOf(config, identity, id, to.uri)
  const { numAffectedRows } = await sql`
    update fediverse_following set uri = ${follow.id}, tries = tries + 1, asked_at = now()
    where remote_actor_id = ${id} and state = 'asked'`.execute(tx)
  if (numAffectedRows) await sendTo(tx, identity, serializeActivity(follow), to.inbox)
  return Number(numAffectedRows) > 0
}

/** Unfollows a remote account as the instance when nobody here follows it any more, with an Undo. */
export async function unfollowIfUnused(tx: Db, config: Config, identity: Identity, id: number): Promise<void> {
  const { rows } = await sql<{ uri: string }>`
    delete from fediverse_following where remote_actor_id = ${id}
      and not exists (select from fediverse_follows f where f.remote_actor_id = ${id})
    returning uri`.execute(tx)
  const to = rows[0] && (await addressesOf(tx, id))
  if (!to || !rows[0]) return
  const follow = { ...describeFollow(uriOf(identity, config.publicUrl), to.uri, ""), id: rows[0].uri }
  await sendTo(tx, identity, serializeActivity(describeUndo(follow)), to.inbox)
}

/**
 * Describes a Follow. Each one has an id of its own that begins with the account's id, because an answer may name any of
 * them.
 */
function followOf(config: Config, identity: Identity, id: number, uri: string): Activity<"Follow"> {
  return describeFollow(uriOf(identity, config.publicUrl), uri, `${id}-${randomUUID()}`)
}

async function addressesOf(tx: Db, id: number): Promise<{ uri: string; inbox: string } | undefined> {
  return tx.selectFrom("remote_actors").select(["uri", "inbox"]).where("id", "=", id).executeTakeFirst()
}
