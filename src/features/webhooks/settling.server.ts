import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { writing } from "#db/writing.ts"
import { bySystem } from "#features/changes/change.ts"
import { changed } from "#features/changes/commands.server.ts"
import { noteSwitchedOff } from "#features/notices/webhooks/commands.server.ts"
import type { DeliveryError, DeliveryType, OffReason } from "./webhook.ts"

/** A delivery in hand, and what it takes to send it. */
export type Delivery = {
  id: number
  uid: string
  webhook_id: number
  type: DeliveryType
  tries: number
  /** When it was tried last, before this time. */
  tried_before: Date | null
  body: string
  url: string
  host: string
  secret: Buffer
  former_secret: Buffer | null
  /** Does everybody see what it is about? */
  is_seen: boolean
}

/** What came of a try. */
export type Answered = { status: number; retryAfter: number } | { error: DeliveryError }

/** So long (seconds) after each try that failed comes the next: for a day and a half. Then it is given up. */
const waits = [60, 300, 1800, 7200, 18_000, 36_000, 50_400]
/** Of what fails everything else of the same webhook waits too, at most so long (seconds). */
const longestPause = 7200
/** One that took nothing for so long is switched off with the next delivery that is given up. */
const patience = "5 days"
/** What was put back is due after so long (seconds). */
const putBackFor = 60

/**
 * Notes what came of a delivery, and of its webhook. Of what was given up meanwhile nothing is noted; nor of a webhook that
 * has another address by now, which is sent what the former one did not take.
 */
export async function settle(db: Db, delivery: Delivery, answer: Answered): Promise<void> {
  await writing(db, async (tx) => {
    // The webhook first: of two deliveries that end together one is counted before the other.
    const { rows } = await sql<Held>`
      select id, actor_id, url, host, is_active, failures, retry_at, failing_since < now() - ${patience}::interval as is_hopeless
      from webhooks where id = ${delivery.webhook_id} for no key update`.execute(tx)
    const [webhook] = rows
    if (!webhook) return
    const isElsewhere = webhook.url !== delivery.url
    if ("status" in answer && answer.status >= 200 && answer.status < 300)
      return arrived(tx, delivery, isElsewhere ? undefined : webhook, answer)
    return isElsewhere ? putBack(tx, delivery) : failed(tx, delivery, webhook, answer)
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

async function failed(tx: Db, delivery: Delivery, webhook: Held, answer: Answered): Promise<void> {
  const { status, error, retryAfter } = { status: null, error: null, retryAfter: 0, ...answer }
  const wait = delivery.type === "ping" ? undefined : waits[delivery.tries - 1]
  await sql`
    update webhook_deliveries set status = ${status}, error = ${error},
      state = ${wait === undefined ? "failed" : "waiting"}, body = ${wait === undefined ? sql`null` : sql`body`},
      due_at = now() + make_interval(secs => greatest(${retryAfter}::float8, ${wait ?? 0} * (0.9 + random() * 0.2)))
    where id = ${delivery.id} and state = 'waiting'`.execute(tx)
  if (status === 410) return switchOff(tx, webhook, "gone")
  // To try one is to ask how it is: that it is not well is answered, and counts for nothing.
  if (delivery.type === "ping") return undefined
  if (webhook.is_hopeless && wait === undefined) return switchOff(tx, webhook, "failing")
  await sql`
    update webhooks set failing_since = coalesce(failing_since, now()), failures = failures + 1
    where id = ${webhook.id}`.execute(tx)
  // It answers, and does not want this: it may well want another thing.
  if (status !== null && status < 500 && status !== 408 && status !== 429) return undefined
  return leaveAlone(tx, webhook, retryAfter)
}

/** Nothing else is sent there for a while either, a little longer each time. */
async function leaveAlone(tx: Db, webhook: Held, retryAfter: number): Promise<void> {
  // Of several deliveries that failed at the same time the first is counted.
  if (webhook.retry_at && webhook.retry_at.getTime() > Date.now()) return
  const pause = Math.max(retryAfter, Math.min(waits[Math.min(webhook.failures, waits.length - 1)] ?? 0, longestPause))
  await sql`
    update webhooks set retry_at = now() + make_interval(secs => ${pause}) where id = ${webhook.id}`.execute(tx)
}

/** Nobody is there, or has been for days: its people are told, once, and may switch it on again. */
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

/** What waits is not sent any more: it was switched off. */
export async function dropWaiting(tx: Db, webhookId: number): Promise<void> {
  await sql`
    update webhook_deliveries set state = 'dropped', body = null
    where webhook_id = ${webhookId} and state = 'waiting'`.execute(tx)
}

/** As if it had not been tried: it is sent in a moment, unless something newer takes its place. */
export async function putBack(db: Db, { id, tried_before }: Delivery): Promise<void> {
  await sql`
    update webhook_deliveries set tries = tries - 1, tried_at = ${tried_before}::timestamptz,
      due_at = now() + make_interval(secs => ${putBackFor})
    where id = ${id} and state = 'waiting'`.execute(db)
}
