import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { enqueue } from "#queue/enqueue.ts"
import type { Identity } from "../identity.ts"

/** An activity as it is sent: its address, and its JSON word for word. */
export type Sent = {
  uri: string
  body: string
  /** What it is signed with in place of its author's key, sealed: to tell of a new one. */
  formerKey?: Buffer
}

/** Has an activity delivered to one inbox, if what is written beside it is. */
export async function sendTo(tx: Db, identity: Pick<Identity, "id">, activity: Sent, inbox: string): Promise<void> {
  const id = await writeActivity(tx, identity, activity)
  if (id === undefined) return
  await sql`insert into fediverse_deliveries (activity_id, inbox, host)
    values (${id}, ${inbox}, ${new URL(inbox).host})`.execute(tx)
  await wake(tx)
}

/**
 * Has an activity delivered to everybody who follows an identity, each server once, where it has an inbox for all; and to
 * those who follow `others`, when these passed on what it is about.
 * @param comingTo an event: those who come to it hear of it though they follow nobody
 */
export async function sendToFollowers(
  tx: Db,
  identity: Pick<Identity, "id">,
  activity: Sent,
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

/** The row of an activity; undefined when the same one was written before. */
async function writeActivity(
  tx: Db,
  { id }: Pick<Identity, "id">,
  { uri, body, formerKey }: Sent & { formerKey?: Buffer | null },
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
