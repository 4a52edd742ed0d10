import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { writing } from "#db/writing.ts"
import { bySystem } from "#features/changes/change.ts"
import { changed } from "#features/changes/commands.server.ts"
import { noteSwitchedOff } from "#features/notices/webhooks/commands.server.ts"
import type { DeliveryError, DeliveryType, OffReason } from "./webhook.ts"

/** A delivery that was claimed, with everything needed to send it. */
export type Delivery = {
  id: number
  uid: string
  webhook_id: number
  type: DeliveryType
  tries: number
  /** Time of the try before this one. */
  tried_before: Date | null
  body: string
  url: string
  host: string
  secret: Buffer
  former_secret: Buffer | null
  /** Whether its subject is public. */
  is_seen: boolean
}

/** The result of a try. */
export type TryResult = { status: number; retryAfter: number } | { error: DeliveryError }

/** Seconds to wait after each failed try, a day and a half in total. Then the delivery is given up. */
const waits = [60, 300, 1800, 7200, 18_000, 36_000, 50_400]
/** Longest time (seconds) for which the other deliveries of a webhook pause after a failure. */
const longestPause = 7200
/** A webhook that received nothing for this long is switched off when the next delivery is given up. */
const patience = "5 days"
/** Seconds until a delivery that was put back is due again. */
const putBackFor = 60

/**
 * Stores the result of a delivery and updates its webhook. A delivery that was given up meanwhile stays as it is. If the
 * webhook has another address by now, the failure does not count, and the delivery is sent to the new address.
 */
export async function settle(db: Db, delivery: Delivery, answer: TryResult): Promise<void> {
  await writing(db, async (tx) => {
    // The webhook is locked first, so that deliveries that end at the same time are counted one after the other.
    const { rows } = await sql<Held>`
      select id, actor_id, url, host, is_active, failures, retry_at, failing_since < now() - ${patience}::interval as is_hopeless
      from webhooks where id = ${delivery.webhook_id} for no key update`.execute(tx)
    const [webhook] = rows
    if (!webhook) return
    const isElsewhere = webhook.url !== delivery.url
    if ("status" in answer && answer.status >= 200 && answer.status < 300)
      return arrived(tx, delivery, isElsewhere ? undefined : webhook, answer)
    return isElsewhere ? undoTry(tx, delivery) : failed(tx, delivery, webhook, answer)
  })
}

type Held = {
  id: number
  actor_id: number
  url: string
  host: string
  is_active: boolean
  failures: number
  retry_at: Date | null
  is_hopeless: boolean | null
}

async function arrived(tx: Db, delivery: Delivery, webhook: Held | undefined, { status }: { status: number }) {
  await sql`
    update webhook_deliveries set state = 'delivered', body = null, status = ${status}, error = null
    where id = ${delivery.id} and state = 'waiting'`.execute(tx)
  if (!webhook?.failures) return
  await sql`
    update webhooks set failures = 0, failing_since = null, retry_at = null where id = ${webhook.id}`.execute(tx)
}

async function failed(tx: Db, delivery: Delivery, webhook: Held, answer: TryResult): Promise<void> {
  const { status, error, retryAfter } = { status: null, error: null, retryAfter: 0, ...answer }
  const wait = delivery.type === "ping" ? undefined : waits[delivery.tries - 1]
  await sql`
    update webhook_deliveries set status = ${status}, error = ${error},
      state = ${wait === undefined ? "failed" : "waiting"}, body = ${wait === undefined ? sql`null` : sql`body`},
      due_at = now() + make_interval(secs => greatest(${retryAfter}::float8, ${wait ?? 0} * (0.9 + random() * 0.2)))
    where id = ${delivery.id} and state = 'waiting'`.execute(tx)
  if (status === 410) return switchOff(tx, webhook, "gone")
  // A ping only asks for the state of the receiver: its failure is shown but does not count.
  if (delivery.type === "ping") return undefined
  if (webhook.is_hopeless && wait === undefined) return switchOff(tx, webhook, "failing")
  await sql`
    update webhooks set failing_since = coalesce(failing_since, now()), failures = failures + 1
    where id = ${webhook.id}`.execute(tx)
  // The receiver answers but rejects this delivery: it may well accept others.
  if (status !== null && status < 500 && status !== 408 && status !== 429) return undefined
  return leaveAlone(tx, webhook, retryAfter)
}

/** Pauses the other deliveries of the webhook, for longer after each failure. */
async function leaveAlone(tx: Db, webhook: Held, retryAfter: number): Promise<void> {
  // Of several deliveries that failed at the same time, only the first counts.
  if (webhook.retry_at && webhook.retry_at.getTime() > Date.now()) return
  const pause = Math.max(retryAfter, Math.min(waits[Math.min(webhook.failures, waits.length - 1)] ?? 0, longestPause))
  await sql`
    update webhooks set retry_at = now() + make_interval(secs => ${pause}) where id = ${webhook.id}`.execute(tx)
}

/** Switches a webhook off whose receiver is gone or has failed for days. Its managers are notified and may switch it on again. */
async function switchOff(tx: Db, webhook: Held, reason: OffReason): Promise<void> {
  if (!webhook.is_active) return
  await sql`
    update webhooks set is_active = false, off_reason = ${reason}, version = version + 1, updated_at = now(),
      failures = 0, failing_since = null, retry_at = null where id = ${webhook.id}`.execute(tx)
  await dropWaiting(tx, webhook.id)
  await noteSwitchedOff(tx, { actorId: webhook.actor_id, host: webhook.host, reason })
  const subject = { actor: webhook.actor_id }
  await changed(tx, { by: bySystem("schedule"), subject, kind: "webhooks_changed", isPublic: false })
}

/** Drops the waiting deliveries of a webhook that was switched off. */
export async function dropWaiting(tx: Db, webhookId: number): Promise<void> {
  await sql`
    update webhook_deliveries set state = 'dropped', body = null
    where webhook_id = ${webhookId} and state = 'waiting'`.execute(tx)
}

/** Undoes a try: the delivery is sent again soon, unless a newer one supersedes it. */
export async function undoTry(db: Db, { id, tried_before }: Delivery): Promise<void> {
  await sql`
    update webhook_deliveries set tries = tries - 1, tried_at = ${tried_before}::timestamptz,
      due_at = now() + make_interval(secs => ${putBackFor})
    where id = ${id} and state = 'waiting'`.execute(db)
}
