import { type RawBuilder, sql } from "kysely"
import type { EventFilters, Span } from "./filters.server.ts"

// Pieces that the statements of lists are made of.

/** Of an event that is over. */
export function over(span: Extract<Span, { kind: "over" }>, e: RawBuilder<unknown>) {
  const from = span.from ? sql`and ${e}.last_until >= ${span.from} and ${e}.last_start >= ${span.from}` : sql``
  return sql`${e}.last_until <= ${span.now} ${from} ${span.to ? sql`and ${e}.last_start < ${span.to}` : sql``}`
}

/** Of one of the categories that were asked for. */
export function ofCategory(filters: EventFilters, column: RawBuilder<unknown>) {
  if (!filters.category?.length) return sql``
  return filters.category.length === 1
    ? sql`and ${column} = ${filters.category[0]}`
    : sql`and ${column} = any(${filters.category}::text[])`
}

/** Of a date that begins before the end of a stretch of time. */
export function before(to: Date | undefined) {
  return to ? sql`and starts_at < ${to}` : sql``
}

/** All of these, after what is asked already. */
export function and(conditions: RawBuilder<unknown>[]) {
  return conditions.length > 0 ? sql`and ${sql.join(conditions, sql` and `)}` : sql``
}
