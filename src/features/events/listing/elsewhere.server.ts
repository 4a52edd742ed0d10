import { type RawBuilder, sql } from "kysely"
import { and, before, ofCategory, over } from "./conditions.server.ts"
import type { Condition, EventFilters, Span } from "./filters.server.ts"

// What came from elsewhere stands in the list of what somebody follows alone, and in no index of the agenda: it is found
// from whom they follow, some thousands at most, and then put in order with all else.

/** The events from elsewhere that a list has; undefined where a list has none. */
export function remoteCandidates(
  filters: EventFilters,
  span: Span,
  conditions: Condition[],
  columns: RawBuilder<unknown>,
): RawBuilder<unknown> | undefined {
  if (filters.followedBy === undefined) return undefined
  const all = conditions.map(({ elsewhere, holds }) => elsewhere ?? holds)
  if (span.kind === "next") all.push(sql`e.last_until > ${span.since}`)
  if (span.kind === "over") all.push(over(span, sql`e`))
  return sql`select ${columns} from events e
    where e.workflow = 'remote' ${ofCategory(filters, sql`e.category`)} ${and(all)}`
}

/** The dates of those, as the arms of a list have theirs. */
export function remoteArm(
  filters: EventFilters,
  span: Exclude<Span, { kind: "over" }>,
  conditions: Condition[],
): RawBuilder<unknown> | undefined {
  const events = remoteCandidates(filters, span, conditions, sql`e.id`)
  const dates =
    span.kind === "first"
      ? sql`o.next_from = '-infinity'`
      : sql`o.next_from <= ${span.since} and (o.until_at > ${span.since} or o.starts_at >= ${span.since})`
  return (
    events &&
    sql`select o.event_id, o.id as occurrence_id, o.starts_at from (${events}) as heard
      join occurrences o on o.event_id = heard.id where ${dates} ${before(span.to)}`
  )
}

/** Those of them that are over. */
export function remotePast(
  filters: EventFilters,
  span: Extract<Span, { kind: "over" }>,
  conditions: Condition[],
): RawBuilder<unknown> | undefined {
  return remoteCandidates(filters, span, conditions, sql`e.id, e.last_until`)
}

/** Every date of those in a stretch of time, and what runs into it: for a month. */
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
