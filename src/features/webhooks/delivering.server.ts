import { setTimeout as pause } from "node:timers/promises"
import { sql } from "kysely"
import type { Config } from "#config/config.ts"
import type { Db } from "#db/connection.ts"
import { unseal } from "#lib/sealing.server.ts"
import { ForbiddenAddress, outbound, type OutboundOptions, TooLarge } from "#net/outbound.ts"
import { parseRetryAfter } from "#net/retry-after.ts"
import { mayReceive } from "./receiver.server.ts"
import { type Answered, type Delivery, putBack, settle } from "./settling.server.ts"
import { signatureHeaders } from "./signing.server.ts"
import { inHand } from "./webhook.ts"

/** So much is under way at once, and so much of it to one host. */
const lanes = 12
const lanesOfHost = 3
/** While anything is under way and nothing else is due, it is looked so often (milliseconds) whether something is by now. */
const lookAgain = 1000
/** A receiver answers within that time (milliseconds), or is tried again. */
const patience = 10_000
/** So much of its answer is read (bytes); nothing of it is used. */
const longestAnswer = 64_000
/** One job works for so long (milliseconds). */
const mostWork = 240_000

/**
 * Delivers what is due, of each event in the order of what was said. Says whether anything may be left that is due now.
 * What a receiver has taken is noted after it said so: of a process that is killed in between the same delivery comes again,
 * under the same id, which is how receivers know it.
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
      // What ended while it was looked may be what something waited for.
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
 * Takes in hand what is due longest and that nothing said earlier of the same thing to the same receiver is before; first
 * what is for other hosts than those that are busy, and nothing for those that are full. Of those receivers alone for which something waits, from one to the next by the index, the first
 * is looked at, however many there are. Nothing, where another process was faster: it goes on then.
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
    set tries = d.tries + 1, tried_at = now(), due_at = now() + make_interval(secs => ${inHand})
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
  // Taken back since, nobody is shown it any more. That it is gone follows and drops this, unless it is back by then.
  if (!delivery.is_seen) return putBack(db, delivery)
  return settle(db, delivery, await send(config, delivery, net))
}

async function send(
  { federation, publicUrl }: Config,
  { uid, url, body, ...keys }: Delivery,
  net: OutboundOptions,
): Promise<Answered> {
  if (!mayReceive(url, federation)) return { error: "forbidden" }
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
