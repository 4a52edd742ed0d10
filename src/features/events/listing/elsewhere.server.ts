import { type RawBuilder, sql } from "kysely"
import {
  andConditions,
  boundsCondition,
  categoryCondition,
  pastCondition,
  walkedPastCondition,
} from "./conditions.server.ts"
import { listedRemoteEvents } from "../elsewhere/queries.server.ts"
import type { Condition, EventFilters, Span } from "./filters.server.ts"

// Events from other servers appear only in the list of what a person follows, and in no index of the agenda. They are found
// through the accounts that person follows, some thousands at most, and then sorted together with the others.

/** Selects the events from other servers that a list has; undefined for a list that has none. */
export function remoteCandidates(
  filters: EventFilters,
  span: Span,
  conditions: Condition[],
  columns: RawBuilder<unknown>,
): RawBuilder<unknown> | undefined {
  if (filters.followedBy === undefined) return undefined
  const all = conditions.map(({ elsewhere, holds }) => elsewhere ?? holds)
  if (span.kind === "next") all.push(sql`e.last_until > ${span.since}`)
  if (span.kind === "over") all.push(pastCondition(span, sql`e`))
  return sql`select ${columns} from events e where true ${categoryCondition(filters, sql`e.category`)} ${andConditions(all)}`
}

/** Selects the dates of those events, in the form of an arm of a list (`dateArms`). */
export function remoteArm(
  filters: EventFilters,
  span: Exclude<Span, { kind: "over" }>,
  conditions: Condition[],
): RawBuilder<unknown> | undefined {
  if (filters.followedBy === undefined) return undefined
  // Without further conditions only the event's category matters, and its dates repeat that: the event itself is not read.
  const more = conditions.filter(({ elsewhere }) => !elsewhere).map(({ holds }) => holds)
  const matches =
    more.length > 0
      ? sql`and exists (select from events e where e.id = o.event_id ${andConditions(more)} offset 0)`
      : sql``
  const dates =
    span.kind === "first"
      ? sql`o.next_from = '-infinity'`
      : sql`o.next_from <= ${span.since} and (o.until_at > ${span.since} or o.starts_at >= ${span.since})`
  return sql`select o.event_id, o.id as occurrence_id, o.starts_at from (${listedRemoteEvents(filters.followedBy)}) as heard
    join occurrences o on o.event_id = heard.event_id
    where ${dates} ${boundsCondition(span)} ${categoryCondition(filters, sql`o.category`)} ${matches}`
}

/**
 * Selects past events, both publicly listed ones and those from other servers: each kind by itself, then both in one order.
 * @param matches the conditions on a publicly listed event `p`
 */
export function pastLocalAndRemote(
  filters: EventFilters,
  span: Extract<Span, { kind: "over" }>,
  conditions: Condition[],
  matches: RawBuilder<unknown>,
  page: { start: number; limit: number },
) {
  const elsewhere = remoteCandidates(filters, span, conditions, sql`e.id, e.last_start`)
  const newest = sql`order by last_start desc, id desc`
  return sql`
    select past.id as event_id, last.id as occurrence_id, past.position
    from (select id, row_number() over (${newest}) as position from (
        (select p.id, p.last_start from events p
          where p.listed and ${walkedPastCondition(span, sql`p`)} ${categoryCondition(filters, sql`p.category`)} ${matches}
          order by p.last_start desc, p.id desc limit ${page.start + page.limit + 1})
        union all ${elsewhere ?? sql``}) as both_of_them
      ${newest} limit ${page.limit + 1} offset ${page.start}) as past
    cross join lateral (select id from occurrences where event_id = past.id and next_from < 'infinity'
      order by until_at desc, starts_at desc limit 1) as last`
}

/** Selects every date of those events within a span of time, running dates included: for a month. */
export function remoteDates(
  filters: EventFilters,
  sheet: { since: Date; to: Date },
  conditions: Condition[],
  columns: RawBuilder<unknown>,
  within: RawBuilder<unknown>,
): RawBuilder<unknown> | undefined {
  const events = remoteCandidates(filters, { kind: "next", ...sheet }, conditions, sql`e.id`)
  return (
    events &&
    sql`select ${columns} from (${events}) as heard join occurrences o on o.event_id = heard.id where ${within}`
  )
}
