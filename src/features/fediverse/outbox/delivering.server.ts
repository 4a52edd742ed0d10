import { sql } from "kysely"
import type { Config } from "#config/config.ts"
import type { Db } from "#db/connection.ts"
import { ForbiddenAddress, outbound, type OutboundOptions } from "#net/outbound.ts"
import { secondsIn } from "#net/retry-after.ts"
import { findIdentity } from "../identities/queries.server.ts"
import { userAgent } from "../remote/fetching.server.ts"
import { signedHeaders, type SignatureKind } from "../signatures/signing.server.ts"

/** So many servers are told at once. */
const lanes = 16
/** A server answers within that time (milliseconds), or is tried again. */
const patience = 10_000
/** For so long (seconds) a delivery is in hand: that of a process that died goes to another one then. */
const inHand = 60
/** A server that does not answer is tried again after a minute, then ever later, at most so much later (seconds). */
const longestWait = 6 * 3600
/** And what could not be delivered for so long is given up. */
const givenUpAfter = "7 days"
/** One job works for so long (milliseconds). */
const mostWork = 240_000

type Delivery = { activity_id: number; inbox: string; host: string; tries: number; body: string; identity_id: number }
type Outcome = "delivered" | "gone" | "refused" | "failed"

/**
 * Delivers what is due, each inbox in the order of what was said. Says whether anything is left that is due now. What a
 * server has taken is noted after it said so: of a process that is killed in between, the same activity comes again, with
 * the same address, which is how receivers know it.
 */
export async function deliverDue(db: Db, config: Config, net: OutboundOptions = {}): Promise<boolean> {
  if (!config.federation.reaches) return false
  const until = performance.now() + mostWork
  const failures: unknown[] = []
  const lane = async () => {
    while (performance.now() < until) {
      const delivery = await takeNext(db)
      if (!delivery) return
      await deliver(db, config, delivery, net).catch((error: unknown) => failures.push(error))
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  if (failures.length > 0) throw failures[0]
  return performance.now() >= until
}

/** Takes the delivery in hand that is due longest and that nothing said earlier to the same inbox is before. */
async function takeNext(db: Db): Promise<Delivery | undefined> {
  const { rows } = await sql<Delivery>`
    with next as (
      select d.activity_id, d.inbox from fediverse_deliveries d
      where d.due_at <= now() and (d.taken_until is null or d.taken_until < now())
        and not exists (select from fediverse_deliveries earlier
          where earlier.inbox = d.inbox and earlier.activity_id < d.activity_id)
      order by d.due_at limit 1 for update skip locked)
    update fediverse_deliveries d set tries = d.tries + 1, taken_until = now() + make_interval(secs => ${inHand})
    from next join fediverse_activities a on a.id = next.activity_id
    where (d.activity_id, d.inbox) = (next.activity_id, next.inbox)
    returning d.activity_id, d.inbox, d.host, d.tries, a.body, a.identity_id`.execute(db)
  return rows[0]
}

async function deliver(db: Db, config: Config, delivery: Delivery, net: OutboundOptions): Promise<void> {
  const first = await post(db, config, delivery, net, "draft-cavage-http-signatures-12")
  // Who does not take the older kind of signature may take the newer one (double knocking).
  const isUnsigned = first.status === 400 || first.status === 401
  const answer = isUnsigned && delivery.tries === 1 ? await post(db, config, delivery, net, "rfc9421") : first
  const outcome = outcomeOf(answer.status)
  if (outcome === "delivered") return settle(db, delivery)
  if (outcome === "gone") return forgetInbox(db, delivery.inbox)
  if (outcome === "refused") return tryLater(db, delivery)
  await noteFailure(db, delivery.host, answer.retryAfter)
  await giveBack(db, delivery)
}

function outcomeOf(status: number): Outcome {
  if (status >= 200 && status < 300) return "delivered"
  if (status === 410) return "gone"
  // It answers, and does not want this; perhaps it could not fetch our key just now.
  return status >= 400 && status < 500 && status !== 408 && status !== 429 ? "refused" : "failed"
}

async function post(db: Db, config: Config, delivery: Delivery, net: OutboundOptions, spec: SignatureKind) {
  const identity = await findIdentity(db, { id: delivery.identity_id })
  if (!identity) return { status: 410, retryAfter: 0 }
  const { inbox: url, body } = delivery
  const headers = { "content-type": "application/activity+json" }
  const signed = await signedHeaders(config, identity, { method: "POST", url, headers, body }, spec)
  return outbound(url, {
    method: "POST",
    headers: { ...signed, "user-agent": userAgent(config) },
    body,
    maxBytes: 100_000,
    timeout: patience,
    allowPrivate: config.federation.allowPrivate,
    ...net,
  }).then(
    ({ status, headers: answered }) => ({ status, retryAfter: secondsIn(answered["retry-after"]) }),
    (error: unknown) => ({ status: error instanceof ForbiddenAddress ? 403 : 503, retryAfter: 0 }),
  )
}

/** It is there: nothing of it is left to do, and the host is well. */
async function settle(db: Db, { activity_id, inbox, host }: Delivery): Promise<void> {
  await sql`delete from fediverse_deliveries where activity_id = ${activity_id} and inbox = ${inbox}`.execute(db)
  await sql`update fediverse_hosts set failures = 0, retry_at = null where host = ${host} and failures > 0`.execute(db)
}

/** Refused for what it is: a few more times, ever later, while others of the same host go on. */
async function tryLater(db: Db, { activity_id, inbox, tries }: Delivery): Promise<void> {
  const those = sql`activity_id = ${activity_id} and inbox = ${inbox}`
  if (tries >= mostRefusals) return void (await sql`delete from fediverse_deliveries where ${those}`.execute(db))
  const wait = Math.min(60 * 5 ** (tries - 1), longestWait)
  await sql`
    update fediverse_deliveries set due_at = now() + make_interval(secs => ${wait}), taken_until = null
    where ${those}`.execute(db)
}
const mostRefusals = 5

/** The host does not answer: nothing is sent there for a while (a circuit breaker), a little longer each time. */
async function noteFailure(db: Db, host: string, retryAfter: number): Promise<void> {
  const wait = sql`greatest(${retryAfter}::float8, least(60 * power(3, least(fediverse_hosts.failures, 10)), ${longestWait}))
    * (0.9 + random() * 0.2)`
  // Of several deliveries that failed at the same time the first is counted.
  await sql`
    insert into fediverse_hosts (host, failures, retry_at) values (${host.toLowerCase()}, 1, now() + interval '60 seconds')
    on conflict (host) do update set failures = fediverse_hosts.failures + 1,
      retry_at = now() + make_interval(secs => ${wait})
    where fediverse_hosts.retry_at is null or fediverse_hosts.retry_at <= now()`.execute(db)
  await sql`
    update fediverse_deliveries d set due_at = h.retry_at from fediverse_hosts h
    where d.host = ${host} and h.host = ${host.toLowerCase()} and d.due_at < h.retry_at`.execute(db)
}

async function giveBack(db: Db, { activity_id, inbox }: Delivery): Promise<void> {
  await sql`
    update fediverse_deliveries set taken_until = null
    where activity_id = ${activity_id} and inbox = ${inbox}`.execute(db)
}

/** Nobody is there any more, and the server says so: whoever followed from there does not. */
async function forgetInbox(db: Db, inbox: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`delete from fediverse_deliveries where inbox = ${inbox}`.execute(tx)
    await sql`
      delete from remote_actors where coalesce(shared_inbox, inbox) = ${inbox}`.execute(tx)
  })
}

/** Forgets what was delivered or given up, what was taken in long ago, and who elsewhere has to do with nobody here. */
export async function sweepFediverse(db: Db): Promise<void> {
  for (const statement of [
    sql`delete from fediverse_deliveries where ctid = any(array(select ctid from fediverse_deliveries
      where created_at < now() - ${givenUpAfter}::interval limit 2000))`,
    sql`delete from fediverse_activities where id in (select id from fediverse_activities a
      where created_at < now() - interval '30 days'
        and not exists (select from fediverse_deliveries d where d.activity_id = a.id) limit 2000)`,
    sql`delete from fediverse_received where uri in (
      select uri from fediverse_received where received_at < now() - interval '30 days' limit 2000)`,
    sql`delete from remote_actors where id in (select id from remote_actors r
      where fetched_at < now() - interval '7 days'
        and not exists (select from fediverse_followers f where f.remote_actor_id = r.id)
        and not exists (select from fediverse_follows f where f.remote_actor_id = r.id)
        and not exists (select from fediverse_following f where f.remote_actor_id = r.id)
        and not exists (select from fediverse_events h where h.remote_actor_id = r.id)
        and not exists (select from fediverse_event_announcers p where p.remote_actor_id = r.id)
        and not exists (select from fediverse_attendances f where f.remote_actor_id = r.id)
        and not exists (select from fediverse_joins f where f.remote_actor_id = r.id)
        and not exists (select from fediverse_reactions f where f.remote_actor_id = r.id)
        and not exists (select from reports f where f.remote_actor_id = r.id) limit 2000)`,
    sql`delete from fediverse_hosts where host in (select host from fediverse_hosts h where not is_blocked
      and greatest(coalesce(retry_at, '-infinity'), coalesce(software_at, '-infinity')) < now() - interval '30 days' limit 2000)`,
  ])
    while (Number((await statement.execute(db)).numAffectedRows ?? 0) === 2000) {
      // Until fewer are left than fit into one statement.
    }
}
