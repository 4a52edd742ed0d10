import { sql } from "kysely"
import type { Config } from "#config/config.ts"
import type { Db } from "#db/connection.ts"
import { retriedTransaction } from "#db/retry.ts"
import { enqueue } from "#queue/enqueue.ts"
import { paths } from "#web/paths.ts"
import { pagesOfEventWithWebhooks } from "./queries.server.ts"
import { digestOfEvent, digestOfPage, type PublicEvent, publicEvent, publicPage } from "./snapshots.server.ts"
import { claimSeconds, type WebhookEvent } from "./webhook.ts"

/** The state of an event that was last delivered to the webhooks of a page. */
type Snapshot = { actor_id: number; said: Buffer | null; status: string }

/**
 * Queues deliveries about an event for the webhooks of its pages, if its state differs from what was last delivered. The
 * present state is compared, so a job that runs late or twice delivers nothing outdated and nothing twice.
 */
export async function queueEventDeliveries(db: Db, config: Config, id: number): Promise<void> {
  await retriedTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('webhook event', ${id}))`.execute(tx)
    const { rows } = await sql<Snapshot>`
      select actor_id, said, status from webhook_told where event_id = ${id} order by actor_id`.execute(tx)
    const event = await publicEvent(tx, config, id)
    const pages = event ? await pagesOfEventWithWebhooks(tx, id) : []
    for (const page of pages)
      await tellHowItIs(
        tx,
        page,
        event as PublicEvent,
        rows.find(({ actor_id }) => actor_id === page),
      )
    const gone = { id, url: `${config.publicUrl}${paths.event(id)}` }
    for (const { actor_id } of rows.filter((one) => !pages.includes(one.actor_id))) {
      await deliver(tx, actor_id, id, "event.deleted", gone)
      await sql`delete from webhook_told where actor_id = ${actor_id} and event_id = ${id}`.execute(tx)
    }
  })
}

async function tellHowItIs(tx: Db, page: number, event: PublicEvent, last: Snapshot | undefined): Promise<void> {
  const said = digestOfEvent(event)
  if (last?.said && said.equals(last.said)) return
  await sql`
    insert into webhook_told (actor_id, event_id, said, status) values (${page}, ${event.id}, ${said}, ${event.status})
    on conflict (actor_id, event_id) do update set said = excluded.said, status = excluded.status`.execute(tx)
  const isNewlyOff = event.status === "cancelled" && last?.status !== "cancelled"
  const type = !last ? "event.created" : isNewlyOff ? "event.cancelled" : "event.updated"
  await deliver(tx, page, event.id, type, event, event.status === "cancelled")
}

/** Queues deliveries about a page, if its state differs from what was last delivered. */
export async function queuePageDeliveries(db: Db, config: Config, actorId: number): Promise<void> {
  await retriedTransaction(db, async (tx) => {
    const { rows } = await sql<{ said: Buffer | null; fid: string }>`
      select p.said, a.fid from webhook_pages p join actors a on a.id = p.actor_id
      where p.actor_id = ${actorId} for update of p`.execute(tx)
    const [last] = rows
    if (!last) return
    const page = await publicPage(tx, config, actorId)
    const said = page ? digestOfPage(page) : null
    if (said ? last.said?.equals(said) : last.said === null) return
    await sql`update webhook_pages set said = ${said} where actor_id = ${actorId}`.execute(tx)
    if (page) await deliver(tx, actorId, null, "page.updated", page)
    else await deliver(tx, actorId, null, "page.deleted", goneOf(last.fid, config))
  })
}

const goneOf = (fid: string, { publicUrl }: Config) => ({ fid, url: `${publicUrl}${paths.actor(fid)}` })

/**
 * Writes a delivery for each webhook of a page that wants this type. It supersedes waiting deliveries about the same subject
 * that are not under way, so that a receiver that was unreachable gets nothing outdated. If these were to report that the
 * event is new or cancelled, the delivery reports that.
 */
async function deliver(
  tx: Db,
  actorId: number,
  eventId: number | null,
  type: WebhookEvent,
  data: object,
  isOff = false,
): Promise<void> {
  const isEnd = type.endsWith(".deleted")
  const rest = JSON.stringify({ timestamp: new Date().toISOString(), data }).slice(1)
  const { numAffectedRows } = await sql`
    with superseded as (
      update webhook_deliveries d set state = 'dropped', body = null from webhooks w
      where w.id = d.webhook_id and w.actor_id = ${actorId} and d.state = 'waiting'
        and coalesce(d.event_id, 0) = ${eventId ?? 0} and d.type not in ('ping', 'event.deleted', 'page.deleted')
        and (${isEnd} or d.tried_at is null or d.tried_at < now() - make_interval(secs => ${claimSeconds}))
      returning d.webhook_id, d.type, d.tried_at),
    wanted as (
      select w.id, w.events, array(select s.type from superseded s where s.webhook_id = w.id) as waiting,
        (select max(tried_at) + make_interval(secs => ${claimSeconds}) from superseded s where s.webhook_id = w.id) as over
      from webhooks w where w.actor_id = ${actorId} and w.is_active),
    told as (
      select id, over, case
        when ${isEnd || eventId === null} then case when ${type} = any(events) then ${type} end
        when 'event.created' = any(waiting) then 'event.created'
        when ${isOff} and 'event.cancelled' = any(waiting) then 'event.cancelled'
        when ${type} = any(events) then ${type}
        when cardinality(waiting) > 0 and 'event.updated' = any(events) then 'event.updated' end as type
      from wanted)
    insert into webhook_deliveries (webhook_id, type, event_id, body, due_at)
    select id, type, ${eventId}::bigint, '{"type":"' || type || '",' || ${rest}, greatest(now(), over)
    from told where type is not null order by id`.execute(tx)
  if (Number(numAffectedRows) > 0) await enqueue(tx, "webhooks.deliver", {})
}

/** Queues a test delivery. It contains nothing of the page, which may be a draft. */
export async function queuePing(tx: Db, webhookId: number): Promise<void> {
  const body = JSON.stringify({ type: "ping", timestamp: new Date().toISOString(), data: { webhook: webhookId } })
  await sql`insert into webhook_deliveries (webhook_id, type, body) values (${webhookId}, 'ping', ${body})`.execute(tx)
  await enqueue(tx, "webhooks.deliver", {})
}
