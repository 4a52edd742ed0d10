import { type RawBuilder, sql } from "kysely"
import { type Box, squaresOver, rangesOf } from "#features/places/distance/queries.server.ts"
import type { Db } from "#db/connection.ts"
import { andConditions, categoryCondition, pastCondition } from "./conditions.server.ts"
import { remoteCandidates } from "./elsewhere.server.ts"
import type { Condition, EventFilters, Span } from "./filters.server.ts"

/** Numbers of events that PostgreSQL expects, for `selectEvents` to choose a plan by. */
export type EstimatedSizes = {
  inAll: number
  /** For each word of a search that has several. */
  ofEach: number[]
  /** For a list narrowed to an area: in the area, and in the whole agenda. */
  inArea?: number
  inAgenda?: number
}

/**
 * Selects the events that match, by the columns of `events` alone. Without `to` in the span these are exactly the events of the
 * list.
 */
export function candidates(filters: EventFilters, span: Span, conditions: Condition[], columns?: RawBuilder<unknown>) {
  const here = localCandidates(filters, span, conditions, columns)
  const elsewhere = remoteCandidates(filters, span, conditions, columns ?? sql`e.id`)
  return elsewhere ? sql`${here} union all ${elsewhere}` : here
}

/**
 * Selects the publicly listed ones among the matching events. When the only conditions are areas and no columns but ids are
 * wanted, the index of squares (events_cell) answers alone.
 */
export function localCandidates(
  filters: EventFilters,
  span: Span,
  conditions: Condition[],
  columns?: RawBuilder<unknown>,
) {
  const isOfAreaAlone = !columns && conditions.length > 0 && conditions.every(({ area }) => area)
  const all = isOfAreaAlone ? [] : conditions.map((condition) => condition.found)
  if (span.kind === "next") all.push(sql`e.last_until > ${span.since}`)
  if (span.kind === "over") all.push(pastCondition(span, sql`e`))
  if (isOfAreaAlone)
    return ofArea(conditions, sql`${categoryCondition(filters, sql`e.category`)} ${andConditions(all)}`)
  return sql`select ${columns ?? sql`e.id`} from events e where e.listed ${categoryCondition(filters, sql`e.category`)} ${andConditions(all)}`
}

/** Reads one stretch of the index after the other, so that the planner does not gather pages of the table instead. */
function ofArea(conditions: Condition[], more: RawBuilder<unknown>) {
  const holds = sql.join(
    conditions.map((condition) => condition.holds),
    sql` and `,
  )
  // Of a circle and a box, take the one with the smaller extent from north to south.
  const height = ([, south, , north]: Box) => north - south
  const [least] = conditions.flatMap(({ area }) => (area ? [area] : [])).toSorted((a, b) => height(a) - height(b))
  return sql`select e.id from ${rangesOf(least as Box)} as stretch(first, next) cross join lateral (
      select e.id, e.lat, e.lon from events e where e.listed and e.lat is not null
        and map_cell(e.lat, e.lon) >= stretch.first and map_cell(e.lat, e.lon) < stretch.next ${more} offset 0) as e
    where ${holds}`
}

/**
 * Returns the conditions in the form that table statistics estimate well: squares alone, which for a circle hold about twice its
 * events. With latitude, longitude and distance as well, the planner takes the conditions for independent: it expected 4 rows
 * where there are 2,106.
 */
export function estimableConditions(conditions: Condition[]): Condition[] {
  return conditions.map(({ found, holds, elsewhere, area }) => ({
    found: area ? squaresOver(area, "e") : found,
    holds,
    ...(elsewhere ? { elsewhere } : {}),
  }))
}

/** Returns the number of rows PostgreSQL expects from each query, read from its statistics alone. */
export async function estimatedRows(db: Db, queries: RawBuilder<unknown>[]): Promise<number[]> {
  const named = queries.map((query, nth) => sql`${sql.ref(`of_${nth}`)} as materialized (${query})`)
  const counts = queries.map((_, nth) => sql`(select count(*) from ${sql.table(`of_${nth}`)})`)
  const { rows } = await sql<{ "QUERY PLAN": { Plan: Planned }[] }>`
    explain (format json) with ${sql.join(named)} select ${sql.join(counts)}`.execute(db)
  const plans = rows[0]?.["QUERY PLAN"][0]?.Plan.Plans ?? []
  return queries.map((_, nth) => plans.find((plan) => plan["Subplan Name"] === `CTE of_${nth}`)?.["Plan Rows"] ?? 0)
}

type Planned = { "Plan Rows": number; "Subplan Name"?: string; Plans?: Planned[] }
