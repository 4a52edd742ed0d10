import { sql } from "kysely"
import type { Config } from "#config/config.ts"
import type { Db } from "#db/connection.ts"
import { deleteInSteps } from "#db/in-steps.ts"
import { retriedTransaction } from "#db/retry.ts"
import { deleteRemoteEventsWhere, hasNoFollower } from "../remote-events/removal.server.ts"
import { findDuplicates } from "../remote-events/duplicates.server.ts"
import { instanceIdentity } from "../identities/commands.server.ts"
import { retryFollow, unfollowIfUnused } from "./commands.server.ts"

/** Rows in one transaction, and most transactions in a night: the rest waits for the next night. */
const atOnce = 200
const mostRounds = 50
/** Most Follows sent to an account that does not answer. */
const mostTries = 5

/**
 * Runs the nightly job of followed remote accounts: unfollows accounts that nobody here follows any more, asks again those
 * that did not answer, and deletes remote events that are over or that nobody sees.
 */
export async function sweepRemoteFollows(db: Db, config: Config): Promise<void> {
  if (config.federation.isOn) await sweepFollowing(db, config)
  const isOver = sql`h.event_id in (select e.id from events e where e.workflow = 'remote'
      and e.last_until < now() - interval '30 days' and e.id = h.event_id)
    and not exists (select from attendances t where t.event_id = h.event_id)
    and not exists (select from agenda_entries n where n.event_id = h.event_id)`
  for (const those of [isOver, hasNoFollower])
    for (let round = 0; round < mostRounds; round++)
      if ((await retriedTransaction(db, (tx) => deleteRemoteEventsWhere(tx, those, atOnce))) < atOnce) break
  await findSameAgain(db, config)
  await deleteInSteps(db, "fediverse_tombstones", sql`gone_at < now() - interval '90 days'`)
}

async function sweepFollowing(db: Db, config: Config): Promise<void> {
  const identity = await instanceIdentity(db, config)
  const { rows: left } = await sql<{ id: number }>`
    select remote_actor_id as id from fediverse_following w
    where not exists (select from fediverse_follows f where f.remote_actor_id = w.remote_actor_id)
    order by id limit ${atOnce * mostRounds}`.execute(db)
  for (const { id } of left)
    await retriedTransaction(db, async (tx) => {
      await sql`select from remote_actors where id = ${id} for no key update`.execute(tx)
      await unfollowIfUnused(tx, config, identity, id)
    })
  const { rows: silent } = await sql<{ id: number }>`
    select remote_actor_id as id from fediverse_following
    where state = 'asked' and tries < ${mostTries} and asked_at < now() - interval '23 hours'
    order by asked_at limit ${atOnce}`.execute(db)
  for (const { id } of silent) await retriedTransaction(db, (tx) => retryFollow(tx, config, identity, id))
}

/** Finds duplicates again: an event published here since may be the same as one that came from elsewhere before. */
async function findSameAgain(db: Db, config: Config): Promise<void> {
  let last = 0
  for (let round = 0; round < mostRounds; round++) {
    const { rows } = await sql<{ id: number }>`
      select h.event_id as id from fediverse_events h join events e on e.id = h.event_id
      where h.event_id > ${last} and e.last_until > now() order by h.event_id limit ${atOnce}`.execute(db)
    const ids = rows.map(({ id }) => id)
    await retriedTransaction(db, (tx) => findDuplicates(tx, config, ids))
    if (ids.length < atOnce) return
    last = ids.at(-1) ?? last
  }
}
