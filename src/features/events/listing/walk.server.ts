import { type RawBuilder, sql } from "kysely"
import { ownCandidates, type Sizes } from "./candidates.server.ts"
import { and, bounds, ofCategory, over } from "./conditions.server.ts"
import { pastOfBoth, remoteArm } from "./elsewhere.server.ts"
import type { Condition, EventFilters, Span } from "./filters.server.ts"

type Page = { start: number; limit: number }

/** To read the event of a date that is passed takes as long as to read so many of an area by their index. */
const asLongAs = 6

/** A page by walking an index in the order of the list, each event being checked as it comes. */
export function walk(
  filters: EventFilters,
  span: Span,
  conditions: Condition[],
  page: Page,
  sizes?: Sizes,
): RawBuilder<unknown> {
  return isOfSmallArea(page, sizes)
    ? walkAmong(filters, span, conditions, page)
    : walked(filters, span, conditions, page, checked(conditions))
}

/** Does an area hold so little of the agenda that reading it is less than reading the events of all dates that are passed? */
function isOfSmallArea({ start, limit }: Page, { inArea, inAgenda }: Partial<Sizes> = {}) {
  if (inArea === undefined || inAgenda === undefined) return false
  const passed = ((start + limit) * inAgenda) / Math.max(1, inArea)
  return inArea <= passed * asLongAs
}

/** What an area holds is read beforehand by the index of squares, and dates are looked up among it as they come. */
function walkAmong(filters: EventFilters, span: Span, conditions: Condition[], page: Page) {
  const there = ownCandidates(
    filters,
    span,
    conditions.filter(({ area }) => area),
  )
  const others = checked(conditions.filter(({ area }) => !area))
  const matches = (id: RawBuilder<unknown>) => sql`and (${id} in (select id from there)) is true ${others(id)}`
  return sql`with there as materialized (${there}) ${walked(filters, span, conditions, page, matches)}`
}

type Check = (id: RawBuilder<unknown>) => RawBuilder<unknown>

function walked(filters: EventFilters, span: Span, conditions: Condition[], page: Page, matches: Check) {
  const most = page.start + page.limit + 1
  if (span.kind === "over") {
    if (filters.followedBy !== undefined) return pastOfBoth(filters, span, conditions, matches(sql`p.id`), page)
    return sql`
      select past.id as event_id, last.id as occurrence_id, past.position
      from (select p.id, row_number() over (order by p.last_until desc, p.id desc) as position from events p
        where p.listed and ${over(span, sql`p`)} ${ofCategory(filters, sql`p.category`)} ${matches(sql`p.id`)}
        order by p.last_until desc, p.id desc limit ${page.limit + 1} offset ${page.start}) as past
      cross join lateral (select id from occurrences where event_id = past.id and next_from < 'infinity'
        order by until_at desc, starts_at desc limit 1) as last`
  }
  const parts = arms(filters, span, conditions, matches).map(
    (arm) => sql`(${arm} order by starts_at, event_id limit ${most})`,
  )
  // Numbered once they are few: whatever reads all rows of an arm checks dates that no page needs.
  return sql`
    select event_id, occurrence_id, row_number() over (order by starts_at, event_id) as position
    from (select * from (${sql.join(parts, sql` union all `)}) as dated
      order by starts_at, event_id limit ${page.limit + 1} offset ${page.start}) as page`
}

/** The dates a list is made of: each arm is served by one index, in the order of the list but for what runs already. */
export function arms(
  filters: EventFilters,
  span: Exclude<Span, { kind: "over" }>,
  conditions: Condition[],
  matches = checked(conditions),
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
  const rest = sql`${bounds(span)} ${matches(sql`o.event_id`)}`
  const each = filters.category?.length
    ? [...new Set(filters.category)].map((one) => sql`and o.category = ${one}`)
    : [sql``]
  if (span.kind === "first")
    return each.map((category) => sql`${columns} ${category} and o.next_from = '-infinity' ${rest}`)
  const { since } = span
  // All that runs at one moment is not much; `offset 0`, lest the planner walk the whole past in order to find it. In
  // order before it is checked, so that checking ends with the page.
  const running = sql`select o.event_id, o.id as occurrence_id, o.starts_at from (
      select event_id, id, starts_at, until_at, next_from, category from occurrences
      where listed and tstzrange(starts_at, until_at) @> ${since}::timestamptz order by starts_at, event_id offset 0) as o
    where o.starts_at < ${since} and o.next_from <= ${since} ${ofCategory(filters, sql`o.category`)} ${rest}`
  return [
    running,
    ...each.map(
      (category) => sql`${columns} ${category} and o.starts_at >= ${since} and o.next_from <= ${since} ${rest}`,
    ),
  ]
}

/**
 * A check of one event by its id. `offset 0` keeps the planner from turning the walk inside out: it would gather every
 * match of a common word before the first date.
 */
export function checked(conditions: Condition[]) {
  if (conditions.length === 0) return () => sql``
  const all = and(conditions.map((condition) => condition.holds))
  return (id: RawBuilder<unknown>) => sql`and exists (select from events e where e.id = ${id} ${all} offset 0)`
}
