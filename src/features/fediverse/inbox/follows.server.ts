import { type RawBuilder, sql } from "kysely"
import type { Config } from "#config/config.ts"
import type { Db } from "#db/connection.ts"
import { deleteAttendancesAt } from "../attending/incoming-joins.server.ts"
import { preserveRemovals } from "../attending/removed.server.ts"
import { identityOfActor, instanceIdentity } from "../identities/commands.server.ts"
import { deleteRemoteEventsWhere } from "../remote-events/removal.server.ts"
import { findIdentity, findPageByName } from "../identities/queries.server.ts"
import { type Identity, uriOf } from "../identity.ts"
import { sendTo } from "../outbox/commands.server.ts"
import { noteShownComments } from "../reacting/shown-comments.server.ts"
import { refreshRemoteActor } from "../remote/commands.server.ts"
import type { RemoteActor } from "../remote/remote-actor.ts"
import { localObjectOf } from "../vocabulary/addresses.ts"
import { asDocument } from "../vocabulary/contexts.ts"
import { describeAnswer } from "../vocabulary/describe-activity.ts"
import type { ActivityHandler } from "./dispatching.ts"
import type { Received } from "./handler.ts"
import { hasWithdrawn, withdraw } from "./withdrawn.server.ts"

type Context = Pick<Received<"Follow">, "db" | "config">

/**
 * Takes a Follow of a page or the instance; the Accept is queued in the same transaction. Some servers (PeerTube) follow
 * again after an Undo with the id of the first Follow (withdrawn.server.ts): it counts, unless it is the one already stored.
 */
export async function takeFollow({ db, config, actor, activity, once, eachTime }: Received<"Follow">): Promise<void> {
  const identity = await identityAt({ db, config }, activity.object)
  if (!identity) return
  if (identity.movedTo) return refuseFollow({ config, actor, activity, once }, identity)
  await eachTime(async (tx) => {
    await supersede(tx, actor, identity, activity.id)
    const { rows } = await sql<{ key: string }>`
      insert into fediverse_followers as known (identity_id, remote_actor_id, follow_uri)
      values (${identity.id}, ${actor.id}, ${activity.id})
      on conflict (identity_id, remote_actor_id) do update set follow_uri = excluded.follow_uri
        where known.follow_uri <> excluded.follow_uri
      returning extract(epoch from clock_timestamp())::text as key`.execute(tx)
    if (!rows[0]) return
    const uri = uriOf(identity, config.publicUrl)
    const asked = { id: activity.id, type: "Follow" as const, actor: activity.actor, object: activity.object }
    const accept = describeAnswer("Accept", uri, asked, `${actor.id}-${rows[0].key}`)
    // To the follower's own inbox, because some servers cannot tell the recipient otherwise.
    await sendTo(tx, identity, { uri: accept.id, body: JSON.stringify(asDocument(accept)) }, actor.inbox)
  })
}

/** Stores that another Follow takes the place of the present one, whose Undo may still be on its way. */
async function supersede(tx: Db, actor: RemoteActor, identity: Identity, uri: string): Promise<void> {
  const { rows } = await sql<{ uri: string }>`
    select follow_uri as uri from fediverse_followers
    where identity_id = ${identity.id} and remote_actor_id = ${actor.id} and follow_uri <> ${uri}`.execute(tx)
  await withdraw(
    tx,
    actor,
    rows.map((row) => row.uri),
  )
}

/** Rejects a Follow of a page that moved: it has no followers here any more, and its actor names the new account. */
async function refuseFollow(
  { config, actor, activity, once }: Pick<Received<"Follow">, "config" | "actor" | "activity" | "once">,
  identity: Identity,
): Promise<void> {
  const asked = { id: activity.id, type: "Follow" as const, actor: activity.actor, object: activity.object }
  const reject = describeAnswer("Reject", uriOf(identity, config.publicUrl), asked, `${actor.id}-${Date.now()}`)
  await once((tx) => sendTo(tx, identity, { uri: reject.id, body: JSON.stringify(asDocument(reject)) }, actor.inbox))
}

/** Returns the identity at an address if it is public; it is made if it was not needed before. */
async function identityAt({ db, config }: Context, address: string): Promise<Identity | undefined> {
  const which = await whoIsAt(db, config, address)
  if (!which) return undefined
  return "isInstance" in which ? instanceIdentity(db, config) : identityOfActor(db, config, which.actorId)
}

/**
 * Returns the identity at an address if it exists already, because others can neither be followed nor blocked. Includes pages
 * that have left the Fediverse, so that former followers can still unfollow.
 */
async function findIdentityAt(db: Db, config: Config, address: string): Promise<Identity | undefined> {
  const which = await whoIsAt(db, config, address, true)
  return which && findIdentity(db, which)
}

async function whoIsAt(
  db: Db,
  { publicUrl }: Config,
  address: string,
  orAway = false,
): Promise<{ isInstance: true } | { actorId: number } | undefined> {
  const named = localObjectOf(publicUrl, address)
  if (named?.kind === "instance") return { isInstance: true }
  if (named?.kind !== "actor") return undefined
  const found = await findPageByName(db, named.fid, address.startsWith(`${publicUrl}/ap/`) ? "address" : "handle")
  if (found.state === "here") return { actorId: found.actorId }
  return orAway && found.state === "missing" && found.awayId !== undefined ? { actorId: found.awayId } : undefined
}

/**
 * Takes the Undo of a Follow, named by its id, by its content, or by the followed actor. The Undo of a Follow that ended
 * already, or that another one superseded, does not end the present one, even if it names the page.
 */
export const undoFollow: ActivityHandler<"Undo"> = async (tx, { config, actor, activity }) => {
  const { id, object } = activity.of
  if (id !== undefined && (await hasWithdrawn(tx, actor, id))) return endFollows(tx, actor, sql`follow_uri = ${id}`)
  const identity = object === undefined ? undefined : await findIdentityAt(tx, config, object)
  return endFollows(tx, actor, sql`follow_uri = ${id ?? null} or identity_id = ${identity?.id ?? null}`)
}

/** Deletes follows of an account, which do not begin again when their Follow is delivered again. */
async function endFollows(tx: Db, actor: RemoteActor, which: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql<{ uri: string }>`
    delete from fediverse_followers where remote_actor_id = ${actor.id} and (${which})
    returning follow_uri as uri`.execute(tx)
  await withdraw(
    tx,
    actor,
    rows.map(({ uri }) => uri),
  )
  return rows.length > 0
}

/** Takes a Block of a page: the sender no longer follows it nor attends its events. */
export async function takeBlock({ db, config, actor, activity, once }: Received<"Block">): Promise<void> {
  const identity = await findIdentityAt(db, config, activity.object)
  if (!identity) return
  await once(async (tx) => {
    await endFollows(tx, actor, sql`identity_id = ${identity.id}`)
    if (identity.actorId !== null) await deleteAttendancesAt(tx, identity.actorId, actor.id)
  })
}

/** Takes the Delete of an account: deletes everything that is known of it. */
export async function takeActorDelete({ actor, once }: Received<"Delete">): Promise<void> {
  await once(async (tx) => {
    await noteShownComments(tx, sql`r.id = ${actor.id}`)
    await preserveRemovals(tx, sql`r.id = ${actor.id}`)
    await deleteRemoteEventsWhere(tx, sql`h.remote_actor_id = ${actor.id}`, 10_000)
    await sql`delete from remote_actors where id = ${actor.id}`.execute(tx)
    await sql`delete from fediverse_deliveries where inbox = ${actor.inbox}`.execute(tx)
  })
}

/** Takes the Update of an account: fetches the actor anew, so that the embedded copy is not needed. */
export async function takeActorUpdate({ db, config, actor }: Received<"Update">): Promise<void> {
  await refreshRemoteActor(db, config, actor.uri)
}
