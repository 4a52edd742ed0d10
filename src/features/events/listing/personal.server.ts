import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { actionsOf, may, type Relation } from "#features/accounts/rights.ts"
import type { Viewer } from "#features/accounts/viewer.ts"
import { isoAt } from "#lib/time.ts"
import { paths } from "#web/paths.ts"
import { joiningOf } from "../attendance/joining/queries.server.ts"
import type { Event } from "../event.ts"
import type { Site } from "../reading.server.ts"

type Answer = NonNullable<Event["my_attendance"]>
type Confirmations = NonNullable<Event["confirmations"]>

/** Adds the viewer's own relation to these events (answer, star, management) in one query for a whole list. */
export async function personalEvents(db: Db, viewer: Viewer, events: Event[]): Promise<Event[]> {
  if (!viewer || events.length === 0) return events
  const ids = events.map(({ id }) => id)
  const { rows } = await sql<{ id: number; value: Answer | null; is_managed: boolean; is_kept: boolean }>`
    select e.id,
      -- What was said of the whole event, else of one of its dates.
      (select value from attendances t where t.event_id = e.id and t.user_id = ${viewer.userId}
        order by t.occurrence_id is null desc, t.updated_at desc, t.id desc limit 1) as value,
      exists (select from event_organizers eo join relations r on r.actor_id = eo.actor_id
        where eo.event_id = e.id and eo.status = 'accepted' and r.status = 'accepted'
          and r.user_id = ${viewer.userId}) as is_managed,
      exists (select from agenda_entries n join agendas g on g.id = n.agenda_id
        where n.event_id = e.id and g.user_id = ${viewer.userId} and g.is_default) as is_kept
    from unnest(${ids}::bigint[]) as e(id)`.execute(db)
  const known = new Map(rows.map((row) => [row.id, row]))
  return events.map((event) => {
    const row = known.get(event.id)
    return {
      ...event,
      my_attendance: row?.value ?? null,
      is_managed: row?.is_managed ?? false,
      is_kept: row?.is_kept ?? false,
    }
  })
}

/**
 * Adds everything that concerns the viewer to one event. Its managers also get the counts of answers and the pending requests.
 */
export async function personalEvent(
  db: Db,
  viewer: Viewer,
  event: Event,
  subject: { relations: Relation[]; isHidden: boolean; isReported: boolean },
  site: Site,
): Promise<Event> {
  if (!viewer) return event
  const [one = event] = await personalEvents(db, viewer, [event])
  const isInside = may(viewer, "see_drafts", subject)
  const confirmations = await confirmationsOf(db, viewer, event.id, isInside, site)
  const joining = (await joiningOf(db, viewer, [event.id])).get(event.id)
  return {
    ...one,
    may: actionsOf(viewer, subject),
    ...(joining ? { joining } : {}),
    ...(isInside ? { attendance_counts: await countsOf(db, event.id), tell: await tellsOf(db, event.id) } : {}),
    ...(isInside || confirmations.length > 0 ? { confirmations } : {}),
    ...(isInside && event.status === "cancelled" ? await callingOff(db, event) : {}),
    ...(isInside && subject.isHidden ? { hidden: await hiddenOf(db, event.id) } : {}),
  }
}

/** Returns who cancelled the event last, according to the journal; nothing for an event that was imported as cancelled. */
async function callingOff(db: Db, { id, timezone }: Event): Promise<Pick<Event, "called_off">> {
  const { rows } = await sql<{ at: Date; by: NonNullable<Event["called_off"]>["by"] }>`
    select c.created_at as at,
      case when u.id is not null then json_build_object('name', coalesce(a.name, u.name, u.username), 'fid', a.fid) end as by
    from changes c left join users u on u.id = c.user_id and u.deleted_at is null
      left join actors a on a.id = u.identity_id and a.status = 'published'
    where c.event_id = ${id} and c.action = 'cancelled' order by c.id desc limit 1`.execute(db)
  const row = rows[0]
  return row ? { called_off: { at: isoAt(row.at, timezone), by: row.by } } : {}
}

/** Returns since when and why the event is hidden. */
async function hiddenOf(db: Db, eventId: number) {
  const row = await db
    .selectFrom("events")
    .select(["hidden_at", "hidden_reason"])
    .where("id", "=", eventId)
    .executeTakeFirst()
  return { since: row?.hidden_at?.toISOString() ?? "", reason: row?.hidden_reason ?? null }
}

/** Tells whether subscribers who want immediate notices get one when the event is published. */
async function tellsOf(db: Db, eventId: number): Promise<boolean> {
  const { tells } = await db.selectFrom("events").select("tells").where("id", "=", eventId).executeTakeFirstOrThrow()
  return tells
}

async function countsOf(db: Db, eventId: number) {
  type Counts = Record<Answer | "unconfirmed", number>
  const { rows } = await sql<Counts>`
    select count(distinct user_id) filter (where value = 'interested' and not waits) as interested,
      count(distinct user_id) filter (where value = 'confirmed' and not waits) + (
        select count(distinct remote_actor_id) from fediverse_attendances f
        where f.event_id = ${eventId} and f.state = 'accepted') as confirmed,
      count(distinct user_id) filter (where value = 'declined' and not waits) as declined,
      count(distinct user_id) filter (where waits) as unconfirmed
    from attendances t cross join lateral (
      select a.awaits_address_since is not null as waits from actors a where a.id = t.actor_id) as person
    where event_id = ${eventId}`.execute(db)
  return rows[0] as Counts
}

async function confirmationsOf(db: Db, viewer: NonNullable<Viewer>, id: number, isInside: boolean, site: Site) {
  const own = sql`exists (select from relations r where r.actor_id = a.id and r.user_id = ${viewer.userId}
    and r.status = 'accepted')`
  const { rows } = await sql<Confirmations[number] & { actor: { fid: string } }>`
    with named(actor_id, part, status) as (
      select actor_id, 'organizer', case status when 'refused' then 'declined' else status end
        from event_organizers where event_id = ${id} and position > 0
      union select actor_id, 'performer', case when confirmed then 'accepted' else 'pending' end
        from event_lineup where event_id = ${id} and actor_id is not null
      union select e.place_id, 'place', case when ec.status = 'accepted' or eo.actor_id is not null then 'accepted' else 'pending' end
        from events e
        left join event_confirmations ec on ec.event_id = e.id and ec.actor_id = e.place_id and ec.part = 'place'
        left join event_organizers eo on eo.event_id = e.id and eo.actor_id = e.place_id and eo.status = 'accepted'
        where e.id = ${id} and e.place_id is not null
      union select actor_id, part, status from event_confirmations where event_id = ${id} and status <> 'accepted'
    )
    select json_build_object('fid', a.fid, 'type', a.type, 'name', a.name) as actor, named.part, named.status
    from named join actors a on a.id = named.actor_id and a.deleted_at is null
    where (a.status <> 'draft' and ${isInside}) or ${own}
    order by named.part, a.sort_name, a.id, named.status limit 500`.execute(db)
  return rows.map(({ actor, ...row }) => ({
    ...row,
    actor: { ...actor, url: `${site.publicUrl}${paths.actor(actor.fid)}` },
  }))
}
