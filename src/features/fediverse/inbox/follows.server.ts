import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { identityOfActor, instanceIdentity } from "../identities/commands.server.ts"
import { findNamed } from "../identities/queries.server.ts"
import { type Identity, uriOf } from "../identity.ts"
import { sendTo } from "../outbox/commands.server.ts"
import { refreshRemoteActor } from "../remote/commands.server.ts"
import { namedBy } from "../vocabulary/addresses.ts"
import { asDocument } from "../vocabulary/contexts.ts"
import { describeAnswer } from "../vocabulary/describe-activity.ts"
import type { Received } from "./handler.ts"

type Context = Pick<Received<"Follow">, "db" | "config">

/** Whoever asks to follow a page of ours, or the instance, does from now on, and is told so in the same transaction. */
export async function takeFollow({ db, config, actor, activity, once }: Received<"Follow">): Promise<void> {
  const identity = await identityAt({ db, config }, activity.object)
  if (!identity) return
  await once(async (tx) => {
    const { rows } = await sql<{ key: string }>`
      insert into fediverse_followers (identity_id, remote_actor_id, follow_uri)
      values (${identity.id}, ${actor.id}, ${activity.id})
      on conflict (identity_id, remote_actor_id) do update set follow_uri = excluded.follow_uri
      returning extract(epoch from clock_timestamp())::text as key`.execute(tx)
    const uri = uriOf(identity, config.publicUrl)
    const asked = { id: activity.id, type: "Follow" as const, actor: activity.actor, object: activity.object }
    const accept = describeAnswer("Accept", uri, asked, `${actor.id}-${rows[0]?.key ?? ""}`)
    // To the follower's own inbox: some find whom it is for by nothing else.
    await sendTo(tx, identity, { uri: accept.id, body: JSON.stringify(asDocument(accept)) }, actor.inbox)
  })
}

/** Whom of ours an address means, if everybody can see them. */
async function identityAt({ db, config }: Context, address: string): Promise<Identity | undefined> {
  const named = namedBy(config.publicUrl, address)
  if (named?.kind === "instance") return instanceIdentity(db, config)
  if (named?.kind !== "actor") return undefined
  const found = await findNamed(db, named.fid, address.startsWith(`${config.publicUrl}/ap/`) ? "address" : "handle")
  return found.state === "here" ? identityOfActor(db, config, found.actorId) : undefined
}

/** Whoever takes a Follow back follows no more: it is named by its address, by what it was, or by whom it was about. */
export async function undoFollow({ db, config, actor, activity, once }: Received<"Undo">): Promise<void> {
  const { type, id, object } = activity.of
  if (type !== undefined && type !== "Follow") return
  const identity = object === undefined ? undefined : await identityAt({ db, config }, object)
  await once(async (tx) => {
    if (id !== undefined)
      await sql`delete from fediverse_followers where remote_actor_id = ${actor.id} and follow_uri = ${id}`.execute(tx)
    if (identity) await removeFollower(tx, identity, actor.id)
  })
}

/** Who blocks a page follows it no more. */
export async function takeBlock({ db, config, actor, activity, once }: Received<"Block">): Promise<void> {
  const identity = await identityAt({ db, config }, activity.object)
  if (identity) await once((tx) => removeFollower(tx, identity, actor.id))
}

/** Who is gone follows nobody, and nothing more is known of them here. */
export async function takeDelete({ actor, activity, once }: Received<"Delete">): Promise<void> {
  if (!activity.isActor) return
  await once(async (tx) => {
    await sql`delete from remote_actors where id = ${actor.id}`.execute(tx)
    await sql`delete from fediverse_deliveries where inbox = ${actor.inbox}`.execute(tx)
  })
}

/** Who says that they changed is asked what they are like now: what came along is not needed. */
export async function takeUpdate({ db, config, actor, activity }: Received<"Update">): Promise<void> {
  if (activity.object.kind === "actor") await refreshRemoteActor(db, config, actor.uri)
}

async function removeFollower(tx: Db, { id }: Identity, remoteActorId: number): Promise<void> {
  await sql`
    delete from fediverse_followers where identity_id = ${id} and remote_actor_id = ${remoteActorId}`.execute(tx)
}
