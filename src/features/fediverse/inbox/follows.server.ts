import { sql } from "kysely"
import type { Config } from "#config/config.ts"
import type { Db } from "#db/connection.ts"
import { forgetAttendancesAt } from "../attending/joins.server.ts"
import { identityOfActor, instanceIdentity } from "../identities/commands.server.ts"
import { removeSome } from "../hearing/removal.server.ts"
import { findIdentity, findNamed } from "../identities/queries.server.ts"
import { type Identity, uriOf } from "../identity.ts"
import { sendTo } from "../outbox/commands.server.ts"
import { noteShownOf } from "../reacting/shown.server.ts"
import { refreshRemoteActor } from "../remote/commands.server.ts"
import { namedBy } from "../vocabulary/addresses.ts"
import { asDocument } from "../vocabulary/contexts.ts"
import { describeAnswer } from "../vocabulary/describe-activity.ts"
import type { InTurn } from "./dispatching.ts"
import type { Received } from "./handler.ts"

type Context = Pick<Received<"Follow">, "db" | "config">

/**
 * Whoever asks to follow a page of ours, or the instance, does from now on, and is told so in the same transaction. Some
 * (PeerTube) follow again, having stopped, by the activity of the first time: it counts unless it is what stands.
 */
export async function takeFollow({ db, config, actor, activity, once, eachTime }: Received<"Follow">): Promise<void> {
  const identity = await identityAt({ db, config }, activity.object)
  if (!identity) return
  if (identity.movedTo) return refuseFollow({ config, actor, activity, once }, identity)
  await eachTime(async (tx) => {
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
    // To the follower's own inbox: some find whom it is for by nothing else.
    await sendTo(tx, identity, { uri: accept.id, body: JSON.stringify(asDocument(accept)) }, actor.inbox)
  })
}

/** A page that moved has no followers here any more; its actor says where it is. */
async function refuseFollow(
  { config, actor, activity, once }: Pick<Received<"Follow">, "config" | "actor" | "activity" | "once">,
  identity: Identity,
): Promise<void> {
  const asked = { id: activity.id, type: "Follow" as const, actor: activity.actor, object: activity.object }
  const reject = describeAnswer("Reject", uriOf(identity, config.publicUrl), asked, `${actor.id}-${Date.now()}`)
  await once((tx) => sendTo(tx, identity, { uri: reject.id, body: JSON.stringify(asDocument(reject)) }, actor.inbox))
}

/** Whom of ours an address means, if everybody can see them; made when nobody elsewhere needed them before. */
async function identityAt({ db, config }: Context, address: string): Promise<Identity | undefined> {
  const which = await whoIsAt(db, config, address)
  if (!which) return undefined
  return "isInstance" in which ? instanceIdentity(db, config) : identityOfActor(db, config, which.actorId)
}

/**
 * The same, of those whom somebody elsewhere needed before: nobody else can be followed or blocked. Also one that wants
 * nobody elsewhere by now: who followed it still may go.
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
  const named = namedBy(publicUrl, address)
  if (named?.kind === "instance") return { isInstance: true }
  if (named?.kind !== "actor") return undefined
  const found = await findNamed(db, named.fid, address.startsWith(`${publicUrl}/ap/`) ? "address" : "handle")
  if (found.state === "here") return { actorId: found.actorId }
  return orAway && found.state === "missing" && found.awayId !== undefined ? { actorId: found.awayId } : undefined
}

/** Whoever takes a Follow back follows no more: it is named by its address, by what it was, or by whom it was about. */
export const undoFollow: InTurn<"Undo"> = async (tx, { config, actor, activity }) => {
  const { id, object } = activity.of
  const identity = object === undefined ? undefined : await findIdentityAt(tx, config, object)
  const { numAffectedRows } = await sql`
    delete from fediverse_followers where remote_actor_id = ${actor.id}
      and (follow_uri = ${id ?? null} or identity_id = ${identity?.id ?? null})`.execute(tx)
  return Number(numAffectedRows) > 0
}

/** Who blocks a page follows it no more, and comes to none of its events. */
export async function takeBlock({ db, config, actor, activity, once }: Received<"Block">): Promise<void> {
  const identity = await findIdentityAt(db, config, activity.object)
  if (!identity) return
  await once(async (tx) => {
    await sql`
      delete from fediverse_followers where identity_id = ${identity.id} and remote_actor_id = ${actor.id}`.execute(tx)
    if (identity.actorId !== null) await forgetAttendancesAt(tx, identity.actorId, actor.id)
  })
}

/** Who is gone follows nobody, and nothing more is known of them here. */
export async function takeActorDelete({ actor, once }: Received<"Delete">): Promise<void> {
  await once(async (tx) => {
    await noteShownOf(tx, sql`r.id = ${actor.id}`)
    await removeSome(tx, sql`h.remote_actor_id = ${actor.id}`, 10_000)
    await sql`delete from remote_actors where id = ${actor.id}`.execute(tx)
    await sql`delete from fediverse_deliveries where inbox = ${actor.inbox}`.execute(tx)
  })
}

/** Who says that they changed is asked what they are like now: what came along is not needed. */
export async function takeActorUpdate({ db, config, actor }: Received<"Update">): Promise<void> {
  await refreshRemoteActor(db, config, actor.uri)
}
