import { type RawBuilder, sql } from "kysely"
import type { Db } from "#db/connection.ts"
import type { Viewer } from "#features/accounts/viewer.ts"
import { actorFor, demand, type HeldActor } from "#features/actors/access/queries.server.ts"
import { refuse } from "#lib/refusal.ts"
import { isoAt } from "#lib/time.ts"
import type { Webhook, WebhookDelivery } from "./representation.server.ts"
import { claimSeconds, mostWebhooks, shownDeliveries } from "./webhook.ts"

type Site = { timezone: string }

/**
 * Returns a page whose webhooks the viewer may manage, locked if wished (in a transaction); refuses `actor_not_found` and
 * others.
 */
export async function webhookPageFor(db: Db, viewer: Viewer, fid: string, lock = false): Promise<HeldActor> {
  const page = await actorFor(db, viewer, fid, lock)
  demand(viewer, "connect", page)
  return page
}

/** Lists the webhooks of a page, oldest first. */
export async function listWebhooks(db: Db, viewer: Viewer, fid: string, site: Site): Promise<Webhook[]> {
  return webhooksOf(db, (await webhookPageFor(db, viewer, fid)).id, site)
}

/** Lists the webhooks of a page whose rights were checked before, oldest first. */
export async function webhooksOf(db: Db, actorId: number, site: Site): Promise<Webhook[]> {
  const rows = await db
    .selectFrom("webhooks")
    .select(["id", "url", "description", "events", "is_active", "off_reason", "failing_since"])
    .select(["created_at", "updated_at", "version"])
    .where("actor_id", "=", actorId)
    .orderBy("id")
    .limit(mostWebhooks)
    .execute()
  return rows.map(({ failing_since, created_at, updated_at, ...row }) => ({
    ...row,
    events: row.events as Webhook["events"],
    off_reason: row.off_reason as Webhook["off_reason"],
    failing_since: failing_since && isoAt(failing_since, site.timezone),
    created: isoAt(created_at, site.timezone),
    updated: isoAt(updated_at, site.timezone),
  }))
}

/** Returns a webhook of a page; refuses `webhook_not_found`. */
export async function webhookOf(db: Db, actorId: number, id: number, site: Site): Promise<Webhook> {
  return (await webhooksOf(db, actorId, site)).find((one) => one.id === id) ?? refuse("webhook_not_found")
}

/**
 * Lists the last deliveries of a webhook, newest first. `due` of a waiting delivery is its next try, or the end of a pause of
 * the webhook or of an earlier delivery about the same subject; it is null when the delivery is on its way.
 */
export async function listDeliveries(
  db: Db,
  viewer: Viewer,
  fid: string,
  id: number,
  site: Site,
): Promise<WebhookDelivery[]> {
  const page = await webhookPageFor(db, viewer, fid)
  await webhookOf(db, page.id, id, site)
  type Row = Omit<WebhookDelivery, "created" | "tried" | "due"> & {
    created_at: Date
    tried_at: Date | null
    due_at: Date | null
  }
  const { rows } = await sql<Row>`
    select 'msg_' || d.uid as id, d.type, d.state, d.tries, d.status, d.error, d.created_at, d.tried_at,
      case when d.state = 'waiting' and d.due_at is distinct from d.tried_at + make_interval(secs => ${claimSeconds})
        then nullif(greatest(now(), d.due_at, held.until), now()) end as due_at,
      case when e.listed then json_build_object('id', e.id, 'title', e.title, 'language', e.language) end as event
    from webhook_deliveries d left join events e on e.id = d.event_id
    -- Nothing but a test is sent while the webhook is left alone, or before something earlier.
    left join lateral (
      select greatest(w.retry_at, (select max(earlier.due_at) from webhook_deliveries earlier
        where earlier.webhook_id = d.webhook_id and earlier.state = 'waiting' and earlier.type <> 'ping'
          and coalesce(earlier.event_id, 0) = coalesce(d.event_id, 0) and earlier.id < d.id)) as until
      from webhooks w where w.id = d.webhook_id) as held on d.state = 'waiting' and d.type <> 'ping'
    where d.webhook_id = ${id} order by d.id desc limit ${shownDeliveries}`.execute(db)
  return rows.map(({ created_at, tried_at, due_at, ...row }) => ({
    ...row,
    created: isoAt(created_at, site.timezone),
    tried: tried_at && isoAt(tried_at, site.timezone),
    due: due_at && isoAt(due_at, site.timezone),
  }))
}

/**
 * Returns which of these events some page's webhooks have to be notified of: events already delivered to them, and events
 * (`/api/contents/events/?actor=`) that a page with webhooks organizes, hosts or performs in.
 */
export async function eventsWithWebhooks(db: Db, ids: number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: number }>`
    select given.id from unnest(${ids}::bigint[]) as given(id)
    where exists (select from webhook_told t where t.event_id = given.id)
      or exists (select from webhooks w where w.actor_id in (${pagesOfEvent("given.id")}))
    order by given.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Returns the pages with webhooks that an event belongs to. */
export async function pagesOfEventWithWebhooks(db: Db, eventId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct w.actor_id as id from (select ${eventId}::bigint as id) as given
      join webhooks w on w.actor_id in (${pagesOfEvent("given.id")}) order by w.actor_id`.execute(db)
  return rows.map(({ id }) => id)
}

const pagesOfEvent = (event: string) => sql`
  select actor_id from event_organizers where event_id = ${sql.ref(event)} and status = 'accepted'
  union all select place_id from events where id = ${sql.ref(event)} and place_id is not null
  union all select actor_id from event_lineup where event_id = ${sql.ref(event)} and actor_id is not null`

/** SQL of the events that a page (an expression of its id) organizes, hosts or performs in, whether or not they are public. */
export const eventsOfPage = (page: RawBuilder<unknown>) => sql`
  select id from events where place_id = ${page}
  union select event_id from event_organizers where status = 'accepted' and actor_id = ${page}
  union select event_id from event_lineup where actor_id = ${page}`

/** Returns which of these pages have webhooks. */
export async function pagesWithWebhooks(db: Db, actorIds: number[]): Promise<number[]> {
  if (actorIds.length === 0) return []
  const { rows } = await sql<{ id: number }>`
    select distinct actor_id as id from webhooks where actor_id = any(${actorIds}::bigint[]) order by actor_id`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
