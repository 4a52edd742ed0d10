import { setTimeout as pause } from "node:timers/promises"
import { sql } from "kysely"
import type { Config } from "#config/config.ts"
import type { Db } from "#db/connection.ts"
import { unseal } from "#lib/sealing.server.ts"
import { ForbiddenAddress, outbound, type OutboundOptions, TooLarge } from "#net/outbound.ts"
import { parseRetryAfter } from "#net/retry-after.ts"
import { isAllowedReceiver } from "./receiver.server.ts"
import { type Delivery, settle, type TryResult, undoTry } from "./settling.server.ts"
import { signatureHeaders } from "./signing.server.ts"
import { claimSeconds } from "./webhook.ts"

/** Deliveries under way at once, in total and to one host. */
const lanes = 12
const lanesOfHost = 3
/** Interval (milliseconds) at which the job looks for due deliveries while only others are under way. */
const lookAgain = 1000
/** Time (milliseconds) within which a receiver has to answer; otherwise the delivery is retried. */
const patience = 10_000
/** Most bytes of an answer that are read; none of it is used. */
const longestAnswer = 64_000
/** Longest time (milliseconds) that one job works. */
const mostWork = 240_000

/**
 * Sends due deliveries, those about one event in the order in which they were written. Returns whether more may be due now.
 * A delivery is marked as delivered after the receiver's answer: if the process dies in between, the receiver gets the
 * delivery again under the same id, by which it can recognise it.
 */
export async function deliverWebhooks(db: Db, config: Config, net: OutboundOptions = {}): Promise<boolean> {
  const until = performance.now() + mostWork
  const underWay = new Map<Promise<void>, string>()
  const failures: unknown[] = []
  const begin = (delivery: Delivery) => {
    const done = deliver(db, config, delivery, net)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => underWay.delete(done))
    underWay.set(done, delivery.host)
  }
  const hostsWith = (least: number) => {
    const hosts = Map.groupBy(underWay.values(), (host) => host)
    return [...hosts].filter(([, all]) => all.length >= least).map(([host]) => host)
  }
  const take = () => takeDue(db, hostsWith(lanesOfHost), hostsWith(1))
  try {
    while (performance.now() < until) {
      const busy = underWay.size
      const delivery = busy < lanes ? await take() : undefined
      if (delivery) begin(delivery)
      else if (busy === 0) break
      // A delivery that ended during the query may be the one that another delivery was waiting for.
      else if (underWay.size === busy)
        await Promise.race([...underWay.keys(), pause(lookAgain, undefined, { ref: false })])
    }
  } finally {
    await Promise.all(underWay.keys())
  }
  if (failures.length > 0) throw failures[0]
  return performance.now() >= until
}

/**
 * Claims the delivery that has been due longest, unless an earlier one about the same subject still waits for the same
 * webhook. Idle hosts come before busy ones, and full hosts are skipped. A loose index scan visits only webhooks with
 * waiting deliveries, however many there are. Returns nothing if another process was faster: that process goes on then.
 */
async function takeDue(db: Db, full: string[], busy: string[]): Promise<Delivery | undefined> {
  const { rows } = await sql<Delivery>`
    with recursive waiting as (
      (select webhook_id from webhook_deliveries where state = 'waiting' order by webhook_id limit 1)
      union all
      select further.webhook_id from waiting cross join lateral (
        select d.webhook_id from webhook_deliveries d
        where d.state = 'waiting' and d.webhook_id > waiting.webhook_id order by d.webhook_id limit 1) as further),
    next as (
      select first.id, first.tried_at from waiting
      join webhooks w on w.id = waiting.webhook_id and w.host <> all(${full}::text[])
      cross join lateral (
        (select d.id, d.due_at, d.tried_at from webhook_deliveries d
          where d.webhook_id = w.id and d.state = 'waiting' and d.type = 'ping' and coalesce(d.event_id, 0) = 0
            and d.due_at <= now()
          order by d.due_at, d.id limit 1)
        union all
        (select d.id, d.due_at, d.tried_at from webhook_deliveries d
          where w.is_active and (w.retry_at is null or w.retry_at <= now())
            and d.webhook_id = w.id and d.state = 'waiting' and d.type <> 'ping' and d.due_at <= now()
            and not exists (select from webhook_deliveries earlier
              where earlier.webhook_id = d.webhook_id and earlier.state = 'waiting' and earlier.type <> 'ping'
                and coalesce(earlier.event_id, 0) = coalesce(d.event_id, 0) and earlier.id < d.id)
          order by d.due_at, d.id limit 1)) as first
      order by w.host = any(${busy}::text[]), first.due_at, first.id limit 1)
    update webhook_deliveries d
    set tries = d.tries + 1, tried_at = now(), due_at = now() + make_interval(secs => ${claimSeconds})
    from next, webhooks w
    where d.id = next.id and w.id = d.webhook_id and d.state = 'waiting' and d.due_at <= now()
    returning d.id, d.uid, d.webhook_id, d.type, d.tries, next.tried_at as tried_before, d.body, w.url, w.host, w.secret,
      case when w.former_until > now() then w.former_secret end as former_secret,
      d.type in ('ping', 'event.deleted', 'page.deleted') or case when d.event_id is not null
        then exists (select from events e where e.id = d.event_id and e.listed and e.deleted_at is null)
        else exists (select from actors a where a.id = w.actor_id and a.status = 'published' and a.deleted_at is null)
        end as is_seen`.execute(db)
  return rows[0]
}

async function deliver(db: Db, config: Config, delivery: Delivery, net: OutboundOptions): Promise<void> {
  // The subject is no longer public. Its deletion event follows and supersedes this delivery, unless it is public again by then.
  if (!delivery.is_seen) return undoTry(db, delivery)
  return settle(db, delivery, await send(config, delivery, net))
}

async function send(
  { federation, publicUrl }: Config,
  { uid, url, body, ...keys }: Delivery,
  net: OutboundOptions,
): Promise<TryResult> {
  if (!isAllowedReceiver(url, federation)) return { error: "forbidden" }
  const sealed = [keys.secret, ...(keys.former_secret ? [keys.former_secret] : [])]
  const secrets = await Promise.all(sealed.map(async (one) => (await unseal(one, federation)).toString()))
  return outbound(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "user-agent": `Foyer (+${publicUrl})`,
      ...signatureHeaders(secrets, `msg_${uid}`, body, new Date()),
    },
    body,
    maxBytes: longestAnswer,
    timeout: patience,
    allowPrivate: federation.allowPrivate,
    ...net,
  }).then(
    ({ status, headers }) => ({ status, retryAfter: parseRetryAfter(headers["retry-after"]) }),
    (error: unknown) => ({ error: errorOf(error) }),
  )
}

function errorOf(error: unknown) {
  if (error instanceof ForbiddenAddress) return "forbidden"
  if (error instanceof TooLarge) return "too_large"
  return error instanceof Error && /^(AbortError|TimeoutError)$/.test(error.name) ? "timeout" : "unreachable"
}

/**
 * Makes deliveries due soon whose time was reckoned while the database's clock was ahead: they would wait until it is that late
 * again. Those under way are left to their process. A receiver that is still silent pauses as before after one try.
 */
export async function resetFutureWebhooks(db: Db): Promise<void> {
  const soon = sql`now() + make_interval(secs => ${claimSeconds})`
  await sql`
    update webhooks set retry_at = least(retry_at, now()), failing_since = least(failing_since, now())
    where greatest(retry_at, failing_since) > now()`.execute(db)
  await sql`
    update webhook_deliveries set due_at = least(due_at, ${soon}), tried_at = least(tried_at, now()),
      created_at = least(created_at, now())
    where state = 'waiting' and greatest(due_at, tried_at, created_at) > now()`.execute(db)
}
