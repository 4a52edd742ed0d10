import { type RawBuilder, sql } from "kysely"
import { localCandidates, type EstimatedSizes } from "./candidates.server.ts"
import { andConditions, boundsCondition, categoryCondition, walkedPastCondition } from "./conditions.server.ts"
import { pastLocalAndRemote, remoteArm } from "./elsewhere.server.ts"
import type { Condition, EventFilters, Span } from "./filters.server.ts"

type Page = { start: number; limit: number }

/** Reading the event of one skipped date costs as much as reading this many events of an area through its index. */
const asLongAs = 6

/** Builds a page by walking an index in the order of the list and checking each event on the way. */
export function walkIndex(
  filters: EventFilters,
  span: Span,
  conditions: Condition[],
  page: Page,
  sizes?: EstimatedSizes,
): RawBuilder<unknown> {
  return isOfSmallArea(page, sizes)
    ? walkAmong(filters, span, conditions, page)
    : walked(filters, span, conditions, page, eventCheck(conditions))
}

/** Tells whether an area holds so few events that reading them all is cheaper than reading the events of every skipped date. */
function isOfSmallArea({ start, limit }: Page, { inArea, inAgenda }: Partial<EstimatedSizes> = {}) {
  if (inArea === undefined || inAgenda === undefined) return false
  const passed = ((start + limit) * inAgenda) / Math.max(1, inArea)
  return inArea <= passed * asLongAs
}

/** Reads the events of the area first, through the index of squares, and checks each date of the walk against them. */
function walkAmong(filters: EventFilters, span: Span, conditions: Condition[], page: Page) {
  const there = localCandidates(
    filters,
    span,
    conditions.filter(({ area }) => area),
  )
  const others = eventCheck(conditions.filter(({ area }) => !area))
  const matches = (id: RawBuilder<unknown>) => sql`and (${id} in (select id from there)) is true ${others(id)}`
  return sql`with there as materialized (${there}) ${walked(filters, span, conditions, page, matches)}`
}

type Check = (id: RawBuilder<unknown>) => RawBuilder<unknown>

function walked(filters: EventFilters, span: Span, conditions: Condition[], page: Page, matches: Check) {
  const most = page.start + page.limit + 1
  if (span.kind === "over") {
    if (filters.followedBy !== undefined) return pastLocalAndRemote(filters, span, conditions, matches(sql`p.id`), page)
    return sql`
      select past.id as event_id, last.id as occurrence_id, past.position
      from (select p.id, row_number() over (order by p.last_start desc, p.id desc) as position from events p
        where p.listed and ${walkedPastCondition(span, sql`p`)} ${categoryCondition(filters, sql`p.category`)} ${matches(sql`p.id`)}
        order by p.last_start desc, p.id desc limit ${page.limit + 1} offset ${page.start}) as past
      cross join lateral (select id from occurrences where event_id = past.id and next_from < 'infinity'
        order by until_at desc, starts_at desc limit 1) as last`
  }
  const parts = dateArms(filters, span, conditions, matches).map(
    (arm) => sql`(${arm} order by starts_at, event_id limit ${most})`,
  )
  // Rows are numbered after the limit: numbering all rows of an arm would check dates that the page does not need.
  return sql`
    select event_id, occurrence_id, row_number() over (order by starts_at, event_id) as position
    from (select * from (${sql.join(parts, sql` union all `)}) as dated
      order by starts_at, event_id limit ${page.limit + 1} offset ${page.start}) as page`
}

/** Returns the dates of a list as arms: one index serves each arm in the order of the list, except the arm of running dates. */
export function dateArms(
  filters: EventFilters,
  span: Exclude<Span, { kind: "over" }>,
  conditions: Condition[],
  matches = eventCheck(conditions),
) {
  const elsewhere = remoteArm(filters, span, conditions)
  const ours = ownArms(filters, span, matches)
  return elsewhere ? [...ours, elsewhere] : ours
}

function ownArms(
  filters: EventFilters,
  span: Exclude<Span, { kind: "over" }>,
  matches: (id: RawBuilder<unknown>) => RawBuilder<unknown>,
) {
  const columns = sql`select o.event_id, o.id as occurrence_id, o.starts_at from occurrences o where o.listed`
  const rest = sql`${boundsCondition(span)} ${matches(sql`o.event_id`)}`
  const each = filters.category?.length
    ? [...new Set(filters.category)].map((one) => sql`and o.category = ${one}`)
    : [sql``]
  if (span.kind === "first")
    return each.map((category) => sql`${columns} ${category} and o.next_from = '-infinity' ${rest}`)
  const { since } = span
  // Few dates run at one moment. `offset 0` keeps the planner from walking the whole past to find them. They are sorted before
  // they are checked, so that checking ends when the page is full.
  const running = sql`select o.event_id, o.id as occurrence_id, o.starts_at from (
      select event_id, id, starts_at, until_at, next_from, category from occurrences
      where listed and tstzrange(starts_at, until_at) @> ${since}::timestamptz order by starts_at, event_id offset 0) as o
    where o.starts_at < ${since} and o.next_from <= ${since} ${categoryCondition(filters, sql`o.category`)} ${rest}`
  return [
    running,
    ...each.map(
      (category) => sql`${columns} ${category} and o.starts_at >= ${since} and o.next_from <= ${since} ${rest}`,
    ),
  ]
}

/**
 * Returns the check of one event by its id. `offset 0` keeps the planner from turning the walk around: it would gather every
 * match of a common word before the first date.
 */
export function eventCheck(conditions: Condition[]) {
  if (conditions.length === 0) return () => sql``
  const all = andConditions(conditions.map((condition) => condition.holds))
  return (id: RawBuilder<unknown>) => sql`and exists (select from events e where e.id = ${id} ${all} offset 0)`
}
