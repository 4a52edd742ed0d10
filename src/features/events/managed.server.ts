import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import type { SignedIn } from "#features/accounts/viewer.ts"
import { searchTerms } from "#db/search-terms.ts"
import type { Event } from "./event.ts"
import { conditionsOf, distanceFrom, type EventFilters, spanOf } from "./filters.server.ts"
import { personalEvents } from "./personal.server.ts"
import { eventFrom, eventRows, type Site } from "./reading.server.ts"

/**
 * The events of the pages a person manages, drafts included, in the order of their dates; and how many there are. They
 * are found from the pages, so it takes as long as there are events of theirs, however large the agenda is.
 */
export async function listManaged(
  db: Db,
  viewer: SignedIn,
  filters: EventFilters & { workflow?: Event["workflow"] },
  site: Site,
  page: { start: number; limit: number },
): Promise<{ events: Event[]; total: number }> {
  const now = new Date()
  const search = filters.q ? await searchTerms(db, filters.q) : undefined
  const actor = filters.actor
    ? await db.selectFrom("actors").select("id").where("fid", "=", filters.actor).executeTakeFirst()
    : undefined
  if ((filters.q && !search) || (filters.actor && !actor)) return { events: [], total: 0 }

  const span = spanOf(filters, { now, timezone: site.timezone })
  const conditions = conditionsOf(filters, {
    ...(search ? { search } : {}),
    ...(actor ? { actorId: actor.id } : {}),
  }).map(({ holds }) => holds)
  if (filters.category?.length) conditions.push(sql`e.category = any(${filters.category}::text[])`)
  if (filters.workflow) conditions.push(sql`e.workflow = ${filters.workflow}`)
  if (span.kind === "over")
    conditions.push(sql`e.last_until <= ${span.now} ${span.from ? sql`and e.last_until >= ${span.from}` : sql``}`)
  if (span.kind === "next") conditions.push(sql`e.last_until > ${span.since}`)
  const before = span.to ? sql`and starts_at < ${span.to}` : sql``
  const window =
    span.kind === "next"
      ? sql`until_at > ${span.since} and next_from <= ${span.since} ${before} order by starts_at`
      : span.kind === "first"
        ? sql`next_from = '-infinity' ${before} order by starts_at`
        : sql`next_from < 'infinity' ${before} order by until_at desc, starts_at desc`
  const order = span.kind === "over" ? sql`dated.until_at desc, e.id desc` : sql`dated.starts_at, e.id`
  const { rows: selected } = await sql<{
    event_id: number
    occurrence_id: number
    distance: number | null
    total: number
  }>`
    select e.id as event_id, dated.id as occurrence_id, count(*) over () as total,
      ${filters.near ? distanceFrom(filters.near) : sql`null::float8`} as distance
    from events e cross join lateral (
      select id, starts_at, until_at from occurrences where event_id = e.id and ${window} limit 1) as dated
    where e.deleted_at is null and e.id in (
      select eo.event_id from relations r join event_organizers eo on eo.actor_id = r.actor_id
      where r.user_id = ${viewer.userId} and r.status = 'accepted' and eo.status = 'accepted')
      ${conditions.length > 0 ? sql`and ${sql.join(conditions, sql` and `)}` : sql``}
    order by ${order} limit ${page.limit} offset ${page.start}`.execute(db)
  if (selected.length === 0) {
    const isPast = page.start > 0
    return {
      events: [],
      total: isPast ? (await listManaged(db, viewer, filters, site, { start: 0, limit: 1 })).total : 0,
    }
  }

  const chosen = sql`select event_id, occurrence_id, position, distance from unnest(
    ${selected.map((one) => one.event_id)}::bigint[], ${selected.map((one) => one.occurrence_id)}::bigint[],
    ${selected.map((one) => one.distance)}::float8[]) with ordinality as chosen(event_id, occurrence_id, distance, position)`
  const { rows } = await eventRows(chosen, { dates: 60, whole: false, insider: viewer.userId }).execute(db)
  const events = rows.map((row) => eventFrom(row, site, now))
  return { events: await personalEvents(db, viewer, events), total: Number(selected[0]?.total ?? 0) }
}
