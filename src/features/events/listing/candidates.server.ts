import { type RawBuilder, sql } from "kysely"
import { type Box, squaresOver, rangesOf } from "#features/places/distance/queries.server.ts"
import type { Db } from "#db/connection.ts"
import { and, ofCategory, over } from "./conditions.server.ts"
import { remoteCandidates } from "./elsewhere.server.ts"
import type { Condition, EventFilters, Span } from "./filters.server.ts"

/** How many events PostgreSQL expects, of what selectEvents has to choose by. */
export type Sizes = {
  inAll: number
  /** Of each word of a search, where there are several. */
  ofEach: number[]
  /** Where an area is asked for: in it, and in the whole agenda. */
  inArea?: number
  inAgenda?: number
}

/** The events that match, by their own columns. Without `to`, these are exactly those of the list. */
export function candidates(filters: EventFilters, span: Span, conditions: Condition[], columns?: RawBuilder<unknown>) {
  const here = ownCandidates(filters, span, conditions, columns)
  const elsewhere = remoteCandidates(filters, span, conditions, columns ?? sql`e.id`)
  return elsewhere ? sql`${here} union all ${elsewhere}` : here
}

/** Of those, what everybody sees; of an area alone by the index of squares alone (events_cell), if no more than ids are wanted. */
export function ownCandidates(
  filters: EventFilters,
  span: Span,
  conditions: Condition[],
  columns?: RawBuilder<unknown>,
) {
  const isOfAreaAlone = !columns && conditions.length > 0 && conditions.every(({ area }) => area)
  const all = isOfAreaAlone ? [] : conditions.map((condition) => condition.found)
  if (span.kind === "next") all.push(sql`e.last_until > ${span.since}`)
  if (span.kind === "over") all.push(over(span, sql`e`))
  if (isOfAreaAlone) return ofArea(conditions, sql`${ofCategory(filters, sql`e.category`)} ${and(all)}`)
  return sql`select ${columns ?? sql`e.id`} from events e where e.listed ${ofCategory(filters, sql`e.category`)} ${and(all)}`
}

/** One stretch after the other, lest the planner gather pages of the table instead. */
function ofArea(conditions: Condition[], more: RawBuilder<unknown>) {
  const holds = sql.join(
    conditions.map((condition) => condition.holds),
    sql` and `,
  )
  // Of a circle and a box the one that reaches less far to the north and south.
  const height = ([, south, , north]: Box) => north - south
  const [least] = conditions.flatMap(({ area }) => (area ? [area] : [])).toSorted((a, b) => height(a) - height(b))
  return sql`select e.id from ${rangesOf(least as Box)} as stretch(first, next) cross join lateral (
      select e.id, e.lat, e.lon from events e where e.listed and e.lat is not null
        and map_cell(e.lat, e.lon) >= stretch.first and map_cell(e.lat, e.lon) < stretch.next ${more} offset 0) as e
    where ${holds}`
}

/**
 * The same conditions as statistics know them: squares alone, of a circle about twice what it holds. Asked for latitude,
 * longitude and distance on top they take each to have nothing to do with the others: 4 were expected where 2,106 are.
 */
export function guessed(conditions: Condition[]): Condition[] {
  return conditions.map(({ found, holds, elsewhere, area }) => ({
    found: area ? squaresOver(area, "e") : found,
    holds,
    ...(elsewhere ? { elsewhere } : {}),
  }))
}

/** How many rows PostgreSQL expects of each of these, read from its statistics alone. */
export async function expected(db: Db, queries: RawBuilder<unknown>[]): Promise<number[]> {
  const named = queries.map((query, nth) => sql`${sql.ref(`of_${nth}`)} as materialized (${query})`)
  const counts = queries.map((_, nth) => sql`(select count(*) from ${sql.table(`of_${nth}`)})`)
  const { rows } = await sql<{ "QUERY PLAN": { Plan: Planned }[] }>`
    explain (format json) with ${sql.join(named)} select ${sql.join(counts)}`.execute(db)
  const plans = rows[0]?.["QUERY PLAN"][0]?.Plan.Plans ?? []
  return queries.map((_, nth) => plans.find((plan) => plan["Subplan Name"] === `CTE of_${nth}`)?.["Plan Rows"] ?? 0)
}

type Planned = { "Plan Rows": number; "Subplan Name"?: string; Plans?: Planned[] }
