import { sql } from "kysely"
import type { Config } from "#config/config.ts"
import type { Db } from "#db/connection.ts"
import { retriedTransaction } from "#db/retry.ts"
import { findIdentity } from "../identities/queries.server.ts"
import { type Identity, uriOf } from "../identity.ts"
import { sendToFollowers } from "../outbox/commands.server.ts"
import { audienceOf, digestOf, serializeActivity } from "../outbox/events.server.ts"
import { activityId } from "../vocabulary/addresses.ts"
import { describeCreate, describeDelete, describeUpdate } from "../vocabulary/describe-activity.ts"
import { describeSounds, findSoundPage, type SoundPage } from "./queries.server.ts"

/** Sounds handled by one job; the rest follows with the next change. */
const atOnce = 200
/** Age up to which a sound is still sent as new. */
const newsFor = "7 days"

type Known = { id: number; uri: string; said: Buffer | null; isGone: boolean }

/**
 * Federates the sounds of a page: new, changed and deleted ones. The present version is compared with the one last sent, so a
 * job that runs late or twice sends nothing outdated and nothing twice.
 */
export async function federateSounds(db: Db, config: Config, actorId: number): Promise<void> {
  await retriedTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('fediverse sounds', ${actorId}))`.execute(tx)
    const identity = await findIdentity(tx, { actorId })
    if (!identity || identity.movedTo) return
    const page = await findSoundPage(tx, { actorId })
    const known = await findStale(tx, identity, page)
    const fresh = page ? await findNew(tx, identity, page) : []
    const ids = [...known, ...fresh].map(({ id }) => id)
    const now = page ? await describeSounds(tx, config, page, ids) : new Map<number, never>()
    for (const one of [...fresh, ...known]) await tellSound(tx, config, identity, one, now.get(one.id))
    if (page) await noteAudience(tx, identity, page, ids)
  })
}

type Now = { object: Parameters<typeof describeUpdate>[0]; version: number }

async function tellSound(tx: Db, config: Config, identity: Identity, one: Known, now: Now | undefined): Promise<void> {
  const at = new Date()
  if (!now) {
    if (one.isGone || one.said === null) return
    const actor = uriOf(identity, config.publicUrl)
    const audience = await audienceOf(tx, identity)
    const gone = describeDelete({ id: one.uri, formerType: "Audio", actor, audience }, at.toISOString())
    await sendToFollowers(tx, identity, serializeActivity({ ...gone, id: `${gone.id}-${at.getTime()}` }))
    await sql`update fediverse_objects set gone_at = now(), said = null where uri = ${one.uri}`.execute(tx)
    return
  }
  const { object, version } = now
  const said = digestOf(object)
  if (one.said === null) {
    const create = describeCreate(object)
    await sendToFollowers(
      tx,
      identity,
      // A sound that was deleted and is public again needs a Create with a new id.
      serializeActivity(one.isGone ? { ...create, id: activityId(object.id, "create", at.getTime()) } : create),
    )
  } else if (!said.equals(one.said)) {
    await sendToFollowers(tx, identity, serializeActivity(describeUpdate(object, at.getTime())))
  }
  await sql`
    insert into fediverse_objects (uri, document_id, document_version, identity_id, said)
    values (${object.id}, ${one.id}, ${version}, ${identity.id}, ${said})
    on conflict (uri) do update set document_version = excluded.document_version, said = excluded.said,
      identity_id = excluded.identity_id, gone_at = null, updated_at = now()`.execute(tx)
}

/** Finds federated sounds whose version or audience has changed, or that are no longer public. */
async function findStale(tx: Db, identity: Identity, page: SoundPage | undefined): Promise<Known[]> {
  const { rows } = await sql<Known>`
    select o.document_id as id, o.uri, o.said, false as "isGone" from fediverse_objects o
    left join documents d on d.id = o.document_id
    where o.identity_id = ${identity.id} and o.document_id is not null and o.gone_at is null
      and (${page === undefined} or d.id is null or d.version is distinct from o.document_version
        or o.status is distinct from ${page?.audience ?? null} or d.actor_id is distinct from ${page?.actorId ?? null})
    order by o.document_id limit ${atOnce}`.execute(tx)
  return rows
}

/** Finds recent public sounds that were not federated yet, or were deleted; none if the page has no remote followers. */
async function findNew(tx: Db, identity: Identity, page: SoundPage): Promise<Known[]> {
  const { rows } = await sql<Known & { id: number }>`
    select d.id, coalesce(o.uri, '') as uri, null as said, o.uri is not null as "isGone"
    from documents d left join fediverse_objects o on o.document_id = d.id and o.identity_id = ${identity.id}
    where d.actor_id = ${page.actorId} and d.type = 'Audio' and d.visibility = 'public'
      and (o.uri is null or o.gone_at is not null) and d.created_at > now() - ${newsFor}::interval
      and exists (select from fediverse_followers f where f.identity_id = ${identity.id})
    order by d.id desc limit ${atOnce}`.execute(tx)
  return rows.toReversed()
}

async function noteAudience(tx: Db, identity: Identity, { audience }: SoundPage, ids: readonly number[]) {
  await sql`
    update fediverse_objects set status = ${audience}
    where identity_id = ${identity.id} and document_id = any(${ids}::bigint[]) and gone_at is null
      and status is distinct from ${audience}`.execute(tx)
}
