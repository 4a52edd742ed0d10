import { type RawBuilder, sql } from "kysely"
import { isCalled } from "#features/actors/fids/queries.server.ts"
import { distanceFrom } from "#features/places/distance/queries.server.ts"
import type { Db } from "#db/connection.ts"
import type { SignedIn } from "#features/accounts/viewer.ts"
import { searchWords } from "#db/search-terms.ts"
import type { Event } from "../event.ts"
import { conditionsOf, type EventFilters, type Moment, type Span, spanOf } from "./filters.server.ts"
import { personalEvents } from "./personal.server.ts"
import { eventFrom, eventRows, type Site } from "../reading.server.ts"

/**
 * Lists the events of the pages a person manages, drafts included, in the order of their dates, with their total number. An index
 * of the events each page organizes (`organized_events`) finds them, so that a page of the list and the total stay cheap for any
 * number of events.
 */
export async function listManaged(
  db: Db,
  viewer: SignedIn,
  filters: EventFilters & { workflow?: Event["workflow"] },
  site: Site,
  page: { start: number; limit: number },
): Promise<{ events: Event[]; total: number }> {
  const now = new Date()
  const found = await managedWhere(db, viewer, filters, { now, timezone: site.timezone })
  if (!found) return { events: [], total: 0 }
  const { mine, source, conditions, window, order } = found
  // Without further conditions, a separate count is cheaper than keeping every row until all are counted.
  const total = conditions.length > 0 ? sql`count(*) over ()` : sql`(select count(*) from (${mine}) as counted)`
  const { rows: selected } = await sql<{
    event_id: number
    occurrence_id: number
    distance: number | null
    total: number
  }>`
    with selected as (
      select e.id, dated.at, ${total} as total, ${filters.near ? distanceFrom(filters.near, "e") : sql`null::float8`} as distance
      ${source} order by ${order} limit ${page.limit} offset ${page.start}
    )
    select id as event_id, total, distance, (
      select o.id from occurrences o where o.event_id = selected.id and ${window} limit 1) as occurrence_id
    from selected order by ${order}`.execute(db)
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

/**
 * Returns the events of a person's managed pages that match the filters, as SQL: `source` reads them as `e` with the matching
 * date as `dated.at`, in `order`. Undefined where there can be none.
 */
export async function managedWhere(
  db: Db,
  viewer: SignedIn,
  filters: EventFilters & { workflow?: Event["workflow"] },
  moment: Moment,
) {
  const words = filters.q ? await searchWords(db, filters.q) : undefined
  const actor = filters.actor
    ? await db.selectFrom("actors").select("id").where(isCalled(filters.actor)).executeTakeFirst()
    : undefined
  if ((filters.q && !words) || (filters.actor && !actor)) return undefined

  const span = spanOf(filters, moment)
  const pages = await pagesOf(db, viewer)
  if (pages.length === 0) return undefined
  // Rows are distinct per page: with several pages, an event may appear more than once.
  const mine = sql`select ${pages.length > 1 ? sql`distinct` : sql``} o.event_id as id, o.first_start as first_at,
      o.last_start as last_at
    from organized_events o where o.actor_id = any(${pages}::bigint[]) ${inTime(span)}
      ${filters.workflow ? sql`and o.workflow = ${filters.workflow}` : sql``}`

  // The condition on involved actors is checked by event id alone; every other condition reads the event itself.
  const isAllOfPage = pages.length === 1 && pages[0] === actor?.id
  const ofPage = actor && !isAllOfPage ? conditionsOf({}, { actorId: actor.id }).map(({ found }) => found) : []
  const ofEvent = conditionsOf(filters, words ? { words } : {}).map(({ holds }) => holds)
  if (filters.category?.length) ofEvent.push(sql`e.category = any(${filters.category}::text[])`)
  const { at, window, order } = datesOf(span)
  const conditions = [...ofPage, ...ofEvent, ...(span.to ? [dateBefore(span, span.to)] : [])]
  const source = sql`from ${ofEvent.length > 0 ? sql`(${mine}) as mine join events e on e.id = mine.id` : sql`(${mine}) as e`}
        cross join lateral (select ${at} as at) as dated
      ${conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``}`
  return { mine, source, conditions, window, order }
}

/**
 * Returns the ids of the pages a person manages. They are read before their events, so that the query is planned for their actual
 * number.
 */
export async function pagesOf(db: Db, viewer: SignedIn): Promise<number[]> {
  const rows = await db
    .selectFrom("relations")
    .select("actor_id")
    .where("user_id", "=", viewer.userId)
    .where("status", "=", "accepted")
    .execute()
  return rows.map(({ actor_id }) => actor_id)
}

/** The condition that an event of the index has dates in the span. */
function inTime(span: Span): RawBuilder<unknown> {
  if (span.kind === "first") return sql``
  if (span.kind === "next") return sql`and o.last_until > ${span.since}`
  return sql`and o.last_until <= ${span.now} ${span.from ? sql`and o.last_until >= ${span.from}` : sql``}`
}

/** Returns the time of an event of `mine` (`at`), the selection of its matching date (`window`), and the order of the list. */
function datesOf(span: Span): Record<"at" | "window" | "order", RawBuilder<unknown>> {
  const before = span.to ? sql`and starts_at < ${span.to}` : sql``
  if (span.kind === "first")
    return { at: sql`first_at`, window: sql`next_from = '-infinity' order by starts_at`, order: sql`at, id` }
  if (span.kind === "next") {
    const window = sql`until_at > ${span.since} and next_from <= ${span.since} order by starts_at`
    // Most events have one date: then it is the next one, and no lookup is needed.
    const at = sql`case when first_at = last_at then first_at
      else (select starts_at from occurrences where event_id = e.id and ${window} limit 1) end`
    return { at, window, order: sql`at, id` }
  }
  const window = sql`next_from < 'infinity' ${before} order by until_at desc, starts_at desc`
  const at = span.to
    ? sql`(select starts_at from occurrences where event_id = e.id and ${window} limit 1)`
    : sql`last_at`
  return { at, window, order: sql`at desc, id desc` }
}

/**
 * The condition on the end of the span. A past event matches by its last date before that day; without one it does not match at
 * all.
 */
function dateBefore(span: Span, to: Date): RawBuilder<unknown> {
  return span.kind === "over" ? sql`dated.at is not null` : sql`dated.at < ${to}`
}
