import { sql } from "kysely"
import type { Config } from "#config/config.ts"
import type { Db } from "#db/connection.ts"
import { ForbiddenAddress, outbound, type OutboundOptions } from "#net/outbound.ts"
import { parseRetryAfter } from "#net/retry-after.ts"
import { preserveRemovals } from "../attending/removed.server.ts"
import { identityColumns } from "../identities/queries.server.ts"
import type { Identity } from "../identity.ts"
import { noteShownComments } from "../reacting/shown-comments.server.ts"
import { userAgent } from "../remote/fetching.server.ts"
import { refusedAmong } from "../remote/queries.server.ts"
import { signedHeaders, type SignatureKind } from "../signatures/signing.server.ts"

/** Deliveries under way at once, in all and to one host: a slow server with thousands of inboxes must not delay the others. */
const lanes = 16
const lanesOfHost = 4
/** Time (milliseconds) within which a server has to answer; otherwise the delivery is retried. */
const patience = 10_000
/** Seconds for which a process claims a delivery; if the process dies, another one takes over then. */
const inHand = 60
/** Longest wait (seconds) for a server that does not answer; the first wait is a minute, and each one is longer. */
const longestWait = 6 * 3600
/** Longest time (milliseconds) that one job works. */
const mostWork = 240_000
/** Deliveries claimed by one statement: twice as many as are under way, so that no lane waits for long. */
const takenTogether = 2 * lanes
/** Deliveries among which these are chosen: the first ones may all be to one host. */
const considered = 4 * takenTogether
/** Longest time (milliseconds) that a lane with nothing to do waits for new deliveries while others are under way. */
const idle = 1_000

type Delivery = {
  activity_id: number
  inbox: string
  host: string
  tries: number
  body: string
  formerKey: Buffer | null
  identity: Identity
}
type Outcome = "delivered" | "gone" | "refused" | "failed"

/**
 * Sends due deliveries, those to one inbox in the order of their activities. Returns whether more may be due now. A delivery
 * is removed after the server's answer: if the process dies in between, the server gets the activity again with the same id,
 * by which it can recognise it.
 */
export async function deliverDue(db: Db, config: Config, net: OutboundOptions = {}): Promise<boolean> {
  if (!config.federation.reaches) return false
  const until = performance.now() + mostWork
  const failures: unknown[] = []
  const desk = deskOf(db, config)
  const lane = async () => {
    while (performance.now() < until) {
      const delivery = await desk.next()
      if (!delivery && desk.isEmpty()) return
      if (!delivery) {
        // A host may have more deliveries than may be under way, and further ones may be queued meanwhile.
        await desk.turn()
        continue
      }
      await deliver(db, config, desk, delivery, net).catch((error: unknown) => failures.push(error))
      desk.release(delivery)
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  await desk.end()
  if (failures.length > 0) throw failures[0]
  return performance.now() >= until
}

type Desk = ReturnType<typeof deskOf>

/** Hands out deliveries one at a time, but claims and settles them in batches: a tenth of the statements. */
function deskOf(db: Db, config: Config) {
  let ready: Delivery[] = []
  /** Claimed deliveries by host, those under way included. */
  const held = new Map<string, number>()
  /** Whether nothing was due, even for hosts that had reached their limit. */
  let isOver = false
  let waiting: (() => void)[] = []
  const release = ({ host }: Delivery) => {
    const left = (held.get(host) ?? 1) - 1
    if (left > 0) held.set(host, left)
    else held.delete(host)
    for (const go of waiting.splice(0)) go()
  }
  let taking: Promise<void> | undefined
  let delivered: Delivery[] = []
  let settling: Promise<void> = Promise.resolve()
  return {
    async next(): Promise<Delivery | undefined> {
      if (ready.length === 0) {
        const isWhole = held.size === 0
        taking ??= takeDue(db, config, held)
          .then((some) => {
            ready = some
            isOver = isWhole && some.length === 0
            for (const { host } of some) held.set(host, (held.get(host) ?? 0) + 1)
          })
          .finally(() => (taking = undefined))
        await taking
      }
      return ready.shift()
    },
    release,
    /** Returns whether everything that was due is done. */
    isEmpty: () => isOver,
    /** Waits until a delivery has ended, or a moment. */
    async turn(): Promise<void> {
      await new Promise<void>((go) => {
        const late = setTimeout(go, idle)
        waiting.push(() => {
          clearTimeout(late)
          go()
        })
      })
    },
    /** Settles a delivered activity. Those delivered during a statement are settled together by the next one. */
    settle(delivery: Delivery): Promise<void> {
      delivered.push(delivery)
      settling = settling
        .catch(() => {})
        .then(async () => {
          const some = delivered
          delivered = []
          if (some.length > 0) await settleAll(db, some)
        })
      return settling
    },
    /** Gives back all claimed deliveries to a host that does not answer. */
    async leave(host: string): Promise<void> {
      const others = ready.filter((one) => one.host === host)
      ready = ready.filter((one) => one.host !== host)
      await giveBack(db, others, true)
      for (const one of others) release(one)
    },
    /** Gives back what was claimed but not begun, for the next job. */
    end: () => giveBack(db, ready.splice(0), true),
  }
}

/**
 * Claims the deliveries that have been due longest, except those with an earlier one to the same inbox, and those beyond the
 * limit of their host.
 * @param held claimed deliveries by host
 */
async function takeDue(db: Db, config: Config, held: ReadonlyMap<string, number>): Promise<Delivery[]> {
  const full = [...held].flatMap(([host, count]) => (count >= lanesOfHost ? [host] : []))
  const { rows } = await sql<Delivery>`
    with due as materialized (
      select d.activity_id, d.inbox, d.host, d.due_at from fediverse_deliveries d
      where d.due_at <= now() and (d.taken_until is null or d.taken_until < now())
        and d.host <> all(${full}::text[])
        and not exists (select from fediverse_deliveries earlier
          where earlier.inbox = d.inbox and earlier.activity_id < d.activity_id)
      order by d.due_at limit ${considered} for update skip locked),
    next as (
      select activity_id, inbox from (
        select *, row_number() over (partition by host order by due_at, activity_id) as nth from due) as each
      where nth <= ${lanesOfHost} - coalesce((${JSON.stringify(Object.fromEntries(held))}::jsonb ->> host)::int, 0)
      order by due_at limit ${takenTogether})
    update fediverse_deliveries d set tries = d.tries + 1, taken_until = now() + make_interval(secs => ${inHand})
    from next join fediverse_activities a on a.id = next.activity_id
      join fediverse_identities i on i.id = a.identity_id
    where (d.activity_id, d.inbox) = (next.activity_id, next.inbox)
    returning d.activity_id, d.inbox, d.host, d.tries, a.body, a.former_key as "formerKey", ${identityColumns}`.execute(
    db,
  )
  const some = rows.map(({ activity_id, inbox, host, tries, body, formerKey, ...identity }) => {
    return { activity_id, inbox, host, tries, body, formerKey, identity: identity as unknown as Identity }
  })
  // Nothing is sent to refused hosts, even if they were refused after the delivery was queued.
  const refused = await refusedAmong(
    db,
    config,
    some.map(({ host }) => host),
  )
  if (refused.size === 0) return some
  await removeAll(
    db,
    some.filter(({ host }) => refused.has(host)),
  )
  const left = some.filter(({ host }) => !refused.has(host))
  return left.length > 0 ? left : takeDue(db, config, held)
}

async function deliver(db: Db, config: Config, desk: Desk, delivery: Delivery, net: OutboundOptions): Promise<void> {
  // Servers that know the former key accept it; others have fetched the new key by the second try.
  if (delivery.formerKey && delivery.tries === 1) delivery.identity.privateKey = delivery.formerKey
  const first = await post(config, delivery, net, "draft-cavage-http-signatures-12")
  // A server that rejects the older kind of signature may accept the newer one (double knocking).
  const isUnsigned = first.status === 400 || first.status === 401
  const answer = isUnsigned && delivery.tries === 1 ? await post(config, delivery, net, "rfc9421") : first
  const outcome = outcomeOf(answer.status)
  if (outcome === "delivered") return desk.settle(delivery)
  if (outcome === "gone") return forgetInbox(db, delivery)
  if (outcome === "refused") return tryLater(db, delivery)
  await noteFailure(db, delivery.host, answer.retryAfter)
  await giveBack(db, [delivery])
  await desk.leave(delivery.host)
}

function outcomeOf(status: number): Outcome {
  if (status >= 200 && status < 300) return "delivered"
  if (status === 410) return "gone"
  // The server answers but rejects this activity; perhaps it could not fetch our key just now.
  return status >= 400 && status < 500 && status !== 408 && status !== 429 ? "refused" : "failed"
}

async function post(
  config: Config,
  { inbox: url, body, identity }: Delivery,
  net: OutboundOptions,
  spec: SignatureKind,
) {
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
    ({ status, headers: answered }) => ({ status, retryAfter: parseRetryAfter(answered["retry-after"]) }),
    (error: unknown) => ({ status: error instanceof ForbiddenAddress ? 403 : 503, retryAfter: 0 }),
  )
}

/** Removes deliveries that arrived, and resets the failures of their hosts. */
async function settleAll(db: Db, some: Delivery[]): Promise<void> {
  await removeAll(db, some)
  const hosts = [...new Set(some.map(({ host }) => host))]
  await sql`
    update fediverse_hosts set failures = 0, retry_at = null
    where host = any(${hosts}::text[]) and failures > 0`.execute(db)
}

async function removeAll(db: Db, some: Delivery[]): Promise<void> {
  await sql`delete from fediverse_deliveries d using ${rowsOf(some)}
    where (d.activity_id, d.inbox) = (one.activity_id, one.inbox)`.execute(db)
}

const rowsOf = (some: Delivery[]) =>
  sql`unnest(${some.map((one) => one.activity_id)}::bigint[], ${some.map((one) => one.inbox)}::text[])
    as one (activity_id, inbox)`

/** Retries a rejected delivery a few times, at longer and longer intervals, while others to the same host go on. */
async function tryLater(db: Db, { activity_id, inbox, tries }: Delivery): Promise<void> {
  const those = sql`activity_id = ${activity_id} and inbox = ${inbox}`
  if (tries >= mostRefusals) return void (await sql`delete from fediverse_deliveries where ${those}`.execute(db))
  const wait = Math.min(60 * 5 ** (tries - 1), longestWait)
  await sql`
    update fediverse_deliveries set due_at = now() + make_interval(secs => ${wait}), taken_until = null
    where ${those}`.execute(db)
}
const mostRefusals = 5

/** Pauses deliveries to a host that does not answer (a circuit breaker), for longer after each failure. */
async function noteFailure(db: Db, host: string, retryAfter: number): Promise<void> {
  const wait = sql`greatest(${retryAfter}::float8, least(60 * power(3, least(fediverse_hosts.failures, 10)), ${longestWait}))
    * (0.9 + random() * 0.2)`
  // Of several deliveries that failed at the same time, only the first counts.
  await sql`
    insert into fediverse_hosts (host, failures, retry_at) values (${host.toLowerCase()}, 1, now() + interval '60 seconds')
    on conflict (host) do update set failures = fediverse_hosts.failures + 1,
      retry_at = now() + make_interval(secs => ${wait})
    where fediverse_hosts.retry_at is null or fediverse_hosts.retry_at <= now()`.execute(db)
  await sql`
    update fediverse_deliveries d set due_at = h.retry_at from fediverse_hosts h
    where d.host = ${host} and h.host = ${host.toLowerCase()} and d.due_at < h.retry_at`.execute(db)
}

/** Releases claimed deliveries; a delivery that was not begun does not count as tried. */
async function giveBack(db: Db, some: Delivery[], isUntried = false): Promise<void> {
  if (some.length === 0) return
  await sql`
    update fediverse_deliveries d set taken_until = null, tries = tries - ${isUntried ? 1 : 0} from ${rowsOf(some)}
    where (d.activity_id, d.inbox) = (one.activity_id, one.inbox)`.execute(db)
}

/**
 * Deletes the accounts behind an inbox whose server answers 410: the shared inbox, or an account's own inbox, where the
 * Accept of its Follow goes. Their follows and their published comments are deleted with them.
 */
async function forgetInbox(db: Db, { inbox, host }: Delivery): Promise<void> {
  const theirs = sql`r.host = ${host.toLowerCase()} and ${inbox} in (r.inbox, r.shared_inbox)`
  await db.transaction().execute(async (tx) => {
    await sql`delete from fediverse_deliveries where inbox = ${inbox}`.execute(tx)
    await noteShownComments(tx, theirs)
    await preserveRemovals(tx, theirs)
    await sql`delete from remote_actors r where ${theirs}`.execute(tx)
  })
}

/**
 * Makes deliveries due whose time was reckoned while the database's clock was ahead: they would wait until it is that late
 * again. A server that is still silent is left alone as before after one try.
 */
export async function resetFutureDeliveries(db: Db): Promise<void> {
  await sql`update fediverse_hosts set retry_at = now() where retry_at > now()`.execute(db)
  await sql`
    update fediverse_deliveries set due_at = least(due_at, now()), created_at = least(created_at, now()),
      taken_until = least(taken_until, now() + make_interval(secs => ${inHand}))
    where due_at > now() or created_at > now() or taken_until > now() + make_interval(secs => ${inHand})`.execute(db)
}
