import { type RawBuilder, sql } from "kysely"
import type { EventFilters, Span } from "./filters.server.ts"

// SQL fragments shared by the statements of lists.

/** The condition for an event that is over. */
export function pastCondition(span: Extract<Span, { kind: "over" }>, e: RawBuilder<unknown>) {
  const from = span.from ? sql`and ${e}.last_until >= ${span.from} and ${e}.last_start >= ${span.from}` : sql``
  return sql`${e}.last_until <= ${span.now} ${from} ${span.to ? sql`and ${e}.last_start < ${span.to}` : sql``}`
}

/**
 * The same for a list that is walked in its order: what is over has begun, which limits the index (events_past). Where events are
 * only counted, the second condition would halve the estimate.
 */
export function walkedPastCondition(span: Extract<Span, { kind: "over" }>, e: RawBuilder<unknown>) {
  return sql`${pastCondition(span, e)} and ${e}.last_start <= ${span.now}`
}

/** The condition for an event in one of the requested categories. */
export function categoryCondition(filters: EventFilters, column: RawBuilder<unknown>) {
  if (!filters.category?.length) return sql``
  return filters.category.length === 1
    ? sql`and ${column} = ${filters.category[0]}`
    : sql`and ${column} = any(${filters.category}::text[])`
}

/** The condition for a date that begins within the span: before its end, and not before `begun`. */
export function boundsCondition(span: Exclude<Span, { kind: "over" }>) {
  const begun = span.kind === "next" && span.begun ? sql`and starts_at >= ${span.begun}` : sql``
  return span.to ? sql`and starts_at < ${span.to} ${begun}` : begun
}

/** Tells whether the span is limited to a part of the dates, instead of all dates from a moment on. */
export function isBounded(span: Span): span is Exclude<Span, { kind: "over" }> {
  return span.kind !== "over" && (span.to !== undefined || (span.kind === "next" && span.begun !== undefined))
}

/** Joins conditions with "and", to follow an existing condition. */
export function andConditions(conditions: RawBuilder<unknown>[]) {
  return conditions.length > 0 ? sql`and ${sql.join(conditions, sql` and `)}` : sql``
}
