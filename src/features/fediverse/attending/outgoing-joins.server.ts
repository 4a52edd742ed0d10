import { randomUUID } from "node:crypto"
import { sql } from "kysely"
import type { Config } from "#config/config.ts"
import type { Db } from "#db/connection.ts"
import { retriedTransaction } from "#db/retry.ts"
import { identityOfActor } from "../identities/commands.server.ts"
import { findIdentity } from "../identities/queries.server.ts"
import { type Identity, uriOf } from "../identity.ts"
import { sendTo } from "../outbox/commands.server.ts"
import { serializeActivity } from "../outbox/events.server.ts"
import { describeJoin, describeLeave } from "../vocabulary/describe-activity.ts"

/** The answer of a person here to a remote event, and what its host was last told. */
type Standing = {
  uri: string
  remote_actor_id: number
  author: string
  inbox: string
  /** The page they attend as; null when the host is to be told nothing. */
  actor_id: number | null
  join_id: number | null
  joined_as: number | null
  state: "asked" | "accepted" | "rejected" | "ignored" | "left" | null
}

/** SQL condition: the event's host accepts a Join; also true when it does not say. */
const takesJoins = sql`coalesce(fe.join_mode, 'free') in ('free', 'restricted')`

/** SQL condition: the page may act on the Fediverse, as it is public and has not opted out. */
const speaks = sql`a.status = 'published' and a.deleted_at is null and not exists (
  select from fediverse_settings s where s.actor_id = a.id and s.audience = 'nobody')`

const isOpen = (state: Standing["state"]) => state === "asked" || state === "accepted"

/**
 * Sends the host of a remote event a `Join` or `Leave` of a person here, unless that is what it was told last. The present
 * state is compared, so a job that runs late, twice or in parallel sends nothing outdated and nothing twice.
 */
export async function settleJoin(db: Db, config: Config, eventId: number, userId: number): Promise<void> {
  await retriedTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('fediverse join ' || ${eventId}::text, ${userId}))`.execute(
      tx,
    )
    const { rows } = await sql<Standing>`
      select fe.uri, fe.remote_actor_id, r.uri as author, r.inbox, j.id as join_id, j.identity_id as joined_as, j.state,
        case when ${takesJoins} then (
          select a.id from attendances t join actors a on a.id = t.actor_id and ${speaks}
          where t.event_id = fe.event_id and t.user_id = ${userId} and t.value = 'confirmed'
          order by t.occurrence_id nulls first limit 1) end as actor_id
      from fediverse_events fe join remote_actors r on r.id = fe.remote_actor_id
      left join fediverse_joins j on j.event_id = fe.event_id and j.user_id = ${userId}
      where fe.event_id = ${eventId}`.execute(tx)
    const standing = rows[0]
    if (!standing) return
    const { actor_id, join_id, joined_as, state } = standing
    const identity = actor_id === null ? undefined : await identityOfActor(tx, config, actor_id)
    const isSame = identity !== undefined && joined_as === identity.id
    // A refusal stands until they withdraw their answer and give it again.
    if (isSame && state !== "left") return
    if (join_id !== null && state !== "left") await leave(tx, config, join_id)
    if (identity) await join(tx, config, identity, standing, eventId, userId)
  })
}

async function join(
  tx: Db,
  { publicUrl }: Config,
  identity: Identity,
  { uri, author, inbox, remote_actor_id }: Standing,
  eventId: number,
  userId: number,
): Promise<void> {
  const activity = describeJoin(uriOf(identity, publicUrl), { id: uri, attributedTo: author }, randomUUID())
  await sql`
    insert into fediverse_joins (event_id, event_uri, user_id, identity_id, remote_actor_id, uri)
    values (${eventId}, ${uri}, ${userId}, ${identity.id}, ${remote_actor_id}, ${activity.id})
    on conflict (event_id, user_id) do update set event_uri = excluded.event_uri, identity_id = excluded.identity_id,
      remote_actor_id = excluded.remote_actor_id, uri = excluded.uri, state = 'asked', asked_at = now(),
      answered_at = null`.execute(tx)
  await sendTo(tx, identity, serializeActivity(activity), inbox)
}

/** Ends a Join; the host gets a Leave if the Join was open. */
async function leave(tx: Db, { publicUrl }: Config, joinId: number): Promise<void> {
  const { rows } = await sql<{
    event_uri: string
    identity_id: number
    state: Standing["state"]
    inbox: string
    author: string
  }>`
    select j.event_uri, j.identity_id, j.state, r.inbox, r.uri as author
    from fediverse_joins j join remote_actors r on r.id = j.remote_actor_id where j.id = ${joinId} for update of j`.execute(
    tx,
  )
  const one = rows[0]
  const identity = one && (await findIdentity(tx, { id: one.identity_id }))
  if (one && identity && isOpen(one.state)) {
    const event = { id: one.event_uri, attributedTo: one.author }
    await sendTo(
      tx,
      identity,
      serializeActivity(describeLeave(uriOf(identity, publicUrl), event, randomUUID())),
      one.inbox,
    )
  }
  await sql`update fediverse_joins set state = 'left' where id = ${joinId}`.execute(tx)
}

/** Joins handled in one step. */
const atOnce = 200

/**
 * Settles Joins that no longer match the present answers: the page is gone or no longer public, the account is deleted, or
 * the address was confirmed since. Deletes those that are over for good.
 */
export async function settleJoins(db: Db, config: Config): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ id: number; event_id: number | null; user_id: number | null }>`
      select j.id, j.event_id, j.user_id from fediverse_joins j
      where j.state in ('asked', 'accepted') and not exists (
        select from attendances t join actors a on a.id = t.actor_id and ${speaks}
        join fediverse_identities i on i.actor_id = a.id and i.id = j.identity_id
        join fediverse_events fe on fe.event_id = t.event_id and ${takesJoins}
        where t.event_id = j.event_id and t.user_id = j.user_id and t.value = 'confirmed')
      order by j.id limit ${atOnce}`.execute(db)
    for (const { id, event_id, user_id } of rows)
      if (event_id !== null && user_id !== null) await settleJoin(db, config, event_id, user_id)
      else await retriedTransaction(db, (tx) => leave(tx, config, id))
    if (rows.length < atOnce) break
  }
  const { rows: waiting } = await sql<{ event_id: number; user_id: number }>`
    select distinct t.event_id, t.user_id from fediverse_events fe
    join attendances t on t.event_id = fe.event_id and t.value = 'confirmed'
    join actors a on a.id = t.actor_id and ${speaks}
    where ${takesJoins} and not exists (
      select from fediverse_joins j where j.event_id = t.event_id and j.user_id = t.user_id and j.state <> 'left')
    order by t.event_id, t.user_id limit ${atOnce * 5}`.execute(db)
  for (const { event_id, user_id } of waiting) await settleJoin(db, config, event_id, user_id)
  await sql`delete from fediverse_joins where state not in ('asked', 'accepted') and (event_id is null or user_id is null)`.execute(
    db,
  )
}
