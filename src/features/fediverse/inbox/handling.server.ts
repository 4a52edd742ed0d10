import { createHash } from "node:crypto"
import { sql } from "kysely"
import type { Config } from "#config/config.ts"
import type { Db } from "#db/connection.ts"
import { writing } from "#db/writing.ts"
import { enqueue } from "#queue/enqueue.ts"
import { findRemoteActor, isRefusedHost } from "../remote/queries.server.ts"
import type { RemoteActor } from "../remote/remote-actor.ts"
import type { RemoteActivity } from "../vocabulary/read-activity.ts"
import type { InboxHandlers } from "./handler.ts"
import { isWithdrawn } from "./withdrawn.server.ts"

type Context = { db: Db; config: Config }

/** Most times that an activity is handled again because a server was silent, over about eleven hours. */
const mostRetries = 5
/** Seconds until the activity is handled for the nth time again: 2 minutes, 8, 32, and so on. */
const pauseBefore = (nth: number) => 120 * 4 ** (nth - 1)
/** Most activities of one host that wait to be handled again. */
const mostWaitingOfHost = 50

/** An activity that waits to be handled again. */
type Waiting = { remoteActorId: number; host: string; activity: object; tries: number }

/**
 * Carries out an activity of a verified sender. Its effect and the note that it was done are one transaction, so that a
 * repetition does nothing; an activity that was taken back before it arrived does nothing either.
 * @param tries how often it was handled again already
 */
export async function handleActivity(
  { db, config }: Context,
  handlers: InboxHandlers,
  activity: RemoteActivity,
  actor: RemoteActor,
  tries = 0,
): Promise<void> {
  const act = handlers[activity.type] as ((received: unknown) => Promise<void>) | undefined
  const mark = markOf(activity)
  const eachTime = (work: (tx: Db, isFirst: boolean) => Promise<void>) =>
    writing(db, async (tx) => {
      if (await isWithdrawn(tx, actor, activity)) return
      const { numAffectedRows } = await sql`
        insert into fediverse_received (uri) values (${mark}) on conflict do nothing`.execute(tx)
      await work(tx, Number(numAffectedRows) > 0)
    })
  const once = (work: (tx: Db) => Promise<void>) =>
    eachTime(async (tx, isFirst) => {
      if (isFirst) await work(tx)
    })
  const later = () => queueAgain(db, activity, actor, tries + 1)
  await act?.({ db, config, actor, activity, once, eachTime, later })
}

/** Handles an activity again whose sender was verified when it arrived, unless the host was refused since. */
export async function handleAgain(
  { db, config }: Context,
  handlers: InboxHandlers,
  { remoteActorId, activity, tries }: Omit<Waiting, "host">,
): Promise<void> {
  const actor = config.federation.isOn ? await findRemoteActor(db, { id: remoteActorId }) : undefined
  if (!actor || (await isRefusedHost(db, config, actor.host))) return
  await handleActivity({ db, config }, handlers, activity as RemoteActivity, actor, tries)
}

/** Queues an activity to be handled again, unless that happened often enough or too many of its host wait already. */
async function queueAgain(db: Db, activity: RemoteActivity, actor: RemoteActor, tries: number): Promise<void> {
  if (tries > mostRetries) return
  await writing(db, async (tx) => {
    // One that waited before has its place already.
    if (tries === 1 && !(await hasRoom(tx, activity, actor))) return
    const data = { remoteActorId: actor.id, host: actor.host, activity: withoutContent(activity), tries }
    await enqueue(tx, "fediverse.handle-again", data, { startAfter: pauseBefore(tries) })
  })
}

async function hasRoom(tx: Db, { id }: RemoteActivity, { id: actorId, host }: RemoteActor): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended('fediverse handled again ' || ${host}, 0))`.execute(tx)
  const { rows } = await sql<{ all: number; same: number }>`
    select count(*)::int as all, count(*) filter (
      where data -> 'activity' ->> 'id' = ${id} and data ->> 'remoteActorId' = ${String(actorId)})::int as same
    from pgboss.job
    where name = 'fediverse.handle-again' and state < 'active' and data ->> 'host' = ${host}`.execute(tx)
  return rows[0]?.same === 0 && rows[0].all < mostWaitingOfHost
}

/** Leaves out what may be long: what such an activity is about is fetched from its own server, whatever came along. */
function withoutContent(activity: RemoteActivity): object {
  const short = { ...activity, published: null, recipients: [] }
  return "object" in short && typeof short.object === "object"
    ? { ...short, object: { ...short.object, fields: {} } }
    : short
}

/**
 * Returns the hash by which a repeated activity is recognised: of its id and its content. The id alone is not enough:
 * Mobilizon gives every Update of an event the same id, and Gancio even its Delete.
 */
function markOf({ published: _published, visibility: _visibility, recipients: _recipients, ...said }: RemoteActivity) {
  return createHash("sha256").update(JSON.stringify(said)).digest()
}
