import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { enqueue } from "#queue/enqueue.ts"
import type { Identity } from "../identity.ts"

/** An activity as it is sent: its address, and its exact JSON. */
export type OutgoingActivity = {
  uri: string
  body: string
  /** Encrypted key that signs it instead of its author's present key: for the Update that announces a new key. */
  formerKey?: Buffer
}

/** Queues the delivery of an activity to one inbox, in the caller's transaction. */
export async function sendTo(
  tx: Db,
  identity: Pick<Identity, "id">,
  activity: OutgoingActivity,
  inbox: string,
): Promise<void> {
  const id = await writeActivity(tx, identity, activity)
  if (id === undefined) return
  await sql`insert into fediverse_deliveries (activity_id, inbox, host)
    values (${id}, ${inbox}, ${new URL(inbox).host})`.execute(tx)
  await wake(tx)
}

/**
 * Queues the delivery of an activity to all followers of an identity, once for each server with a shared inbox, and to
 * followers of `others`, who announced its object.
 * @param comingTo id of an event whose remote attendees also receive it, even if they follow nobody
 */
export async function sendToFollowers(
  tx: Db,
  identity: Pick<Identity, "id">,
  activity: OutgoingActivity,
  others: readonly number[] = [],
  comingTo: number | null = null,
): Promise<void> {
  const followed = [identity.id, ...others]
  const { rows } = await sql`
    select from fediverse_followers where identity_id = any(${followed}::bigint[])
    union all select from fediverse_attendances where event_id = ${comingTo} and state = 'accepted' limit 1`.execute(tx)
  if (rows.length === 0) return
  const id = await writeActivity(tx, identity, activity)
  if (id === undefined) return
  await sql`
    insert into fediverse_deliveries (activity_id, inbox, host)
    select distinct ${id}::bigint, coalesce(r.shared_inbox, r.inbox), r.host
    from (
      select remote_actor_id from fediverse_followers where identity_id = any(${followed}::bigint[])
      union all select remote_actor_id from fediverse_attendances where event_id = ${comingTo} and state = 'accepted'
    ) as f join remote_actors r on r.id = f.remote_actor_id on conflict do nothing`.execute(tx)
  await wake(tx)
}

/** Inserts an activity and returns its row's id; undefined when the same one was inserted before. */
async function writeActivity(
  tx: Db,
  { id }: Pick<Identity, "id">,
  { uri, body, formerKey }: OutgoingActivity & { formerKey?: Buffer | null },
): Promise<number | undefined> {
  const row = await tx
    .insertInto("fediverse_activities")
    .values({ identity_id: id, uri, body, former_key: formerKey ?? null })
    .onConflict((existing) => existing.column("uri").doNothing())
    .returning("id")
    .executeTakeFirst()
  return row?.id
}

const wake = (tx: Db) => enqueue(tx, "fediverse.deliver", {})
