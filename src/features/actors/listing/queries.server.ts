import { type RawBuilder, sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { searchTerms } from "#db/search-terms.ts"
import type { Viewer } from "#features/accounts/viewer.ts"
import {
  type Box,
  distanceFrom,
  foundInBox,
  foundWithin,
  inBox,
  isWithin,
  type Point,
  rangesAround,
  rangesOf,
} from "#features/places/distance/queries.server.ts"
import type { Actor } from "../actor.ts"
import type { ActorType } from "../actor-types.ts"
import { actorFrom, actorRows, type Site } from "../queries.server.ts"
import { withViewerFields } from "./viewer-fields.server.ts"

export type ActorFilters = {
  q?: string
  type?: ActorType[]
  tag?: string
  near?: { lat: number; lon: number }
  /** Kilometres around `near`; 25 when absent. */
  radius?: number
  letter?: string
  /** west, south, east, north in degrees; west > east crosses the date line */
  bbox?: [number, number, number, number]
}

/** Whose pages are listed; all published ones when undefined. */
export type ActorScope = { followedBy: number } | { managedBy: number }

/** Largest number of pages in a box that are collected and then sorted; above it the directory is read in the order of names. */
const gatheredAtMost = 10_000

/** Lists the directory by name (ignoring articles), or by distance when `near` is set, with the total number. */
export async function listActors(
  db: Db,
  viewer: Viewer,
  filters: ActorFilters,
  site: Site,
  page: { start: number; limit: number },
  among?: ActorScope,
): Promise<{ actors: Actor[]; total: number }> {
  const { near, radius = 25, bbox, ...others } = filters
  const isBoxAlone = bbox && !near && !among
  const where = await actorConditions(db, isBoxAlone ? others : { ...others, bbox })
  if (!where) return { actors: [], total: 0 }
  const asked = sql`${isInScope(among)} and ${sql.join(where, sql` and `)}`
  const byName = sql`select a.id, null::float8 as distance, a.sort_name from actors a where ${asked}`
  const found = near ? pagesAround(near, radius, asked, among) : isBoxAlone ? pagesIn(bbox, asked) : byName
  const total = sql<{ count: number }>`select count(*)::int as count from (${found}) as found`
    .execute(db)
    .then(({ rows }) => rows[0]?.count ?? 0)
  const isWalked = isBoxAlone && (await total) > gatheredAtMost
  // Names are read only for the nearest pages; for all others the position is enough.
  const chosen = near
    ? sql`select a.id, near.distance, a.sort_name from (${found} order by distance
        fetch first ${page.start + page.limit} rows with ties) as near join actors a on a.id = near.id`
    : isWalked
      ? sql`${byName} and ${foundInBox(bbox, "a")}`
      : found

  const order = sql`${near ? sql`distance, ` : sql``}sort_name, id`
  const [{ rows }, count] = await Promise.all([
    actorRows(
      sql`select id, distance, row_number() over () as position from (
        ${chosen} order by ${order} limit ${page.limit} offset ${page.start}) as page`,
      { whole: false },
    ).execute(db),
    total,
  ])
  const actors = rows.map((row) => actorFrom(row, site))
  return { actors: await withViewerFields(db, viewer, actors), total: count }
}

/** Selects the pages within a radius (km) with their distance; among all published pages an index alone answers this. */
function pagesAround(near: Point, radius: number, asked: RawBuilder<unknown>, among: ActorScope | undefined) {
  const columns = sql`a.id, ${distanceFrom(near, "a")} as distance`
  const isNear = isWithin(near, radius, "a")
  if (among) return sql`select ${columns} from actors a where ${asked} and ${isNear}`
  return sql`select ${columns} from ${rangesAround(near, radius)} as stretch(first, next) cross join lateral (
      select a.id, a.lat, a.lon from actors a where a.lat is not null and map_cell(a.lat, a.lon) >= stretch.first
        and map_cell(a.lat, a.lon) < stretch.next and ${asked} offset 0) as a where ${isNear}`
}

/** Selects all published pages in a box from an index alone: reading so many rows from the table would touch most of it. */
function pagesIn(box: Box, asked: RawBuilder<unknown>) {
  return sql`select a.id, null::float8 as distance, a.sort_name from ${rangesOf(box)} as stretch(first, next)
    cross join lateral (select a.id, a.lat, a.lon, a.sort_name from actors a where a.lat is not null
      and map_cell(a.lat, a.lon) >= stretch.first and map_cell(a.lat, a.lon) < stretch.next and ${asked} offset 0) as a
    where ${inBox(box, "a")}`
}

/** Condition on a page `a`: it belongs to the listed set of pages. */
export function isInScope(among: ActorScope | undefined) {
  if (!among) return sql`a.status = 'published' and a.in_directory`
  return "followedBy" in among
    ? sql`a.status = 'published' and a.id in (select actor_id from follows where user_id = ${among.followedBy})`
    : sql`a.deleted_at is null and a.id in (select actor_id from relations where user_id = ${among.managedBy}
        and status = 'accepted' and relation in ('owner', 'member', 'assistant'))`
}

/**
 * Counts the published actors per first letter in the order of the directory, ignoring articles; `0` stands for everything else
 * and comes last.
 */
export async function countLetters(db: Db, _viewer: Viewer, types?: ActorType[]) {
  const { rows } = await sql<{ letter: string; count: number }>`
    select case when left(sort_name, 1) between 'a' and 'z' then left(sort_name, 1) else '0' end as letter,
      count(*)::int as count
    from actors where status = 'published' and in_directory ${types ? sql`and type = any(${types}::text[])` : sql``}
    group by 1 order by min(sort_name)`.execute(db)
  return rows
}

/** Translates filters into conditions on a page `a`; undefined when the filters cannot match anything. */
export async function actorConditions(db: Db, filters: ActorFilters): Promise<RawBuilder<unknown>[] | undefined> {
  const all: RawBuilder<unknown>[] = [sql`true`]
  if (filters.type) all.push(sql`a.type = any(${filters.type}::text[])`)
  if (filters.tag) all.push(sql`a.tags @> array[${filters.tag.toLowerCase()}]::text[]`)
  if (filters.letter === "0") all.push(sql`left(a.sort_name, 1) not between 'a' and 'z'`)
  else if (filters.letter) all.push(sql`a.sort_name ^@ ${filters.letter}`)
  if (filters.bbox) all.push(foundInBox(filters.bbox, "a"))
  if (filters.near) all.push(foundWithin(filters.near, filters.radius ?? 25, "a"))
  if (filters.q) {
    const terms = await searchTerms(db, filters.q, "actor")
    if (!terms) return undefined
    all.push(sql`a.search @@ to_tsquery('simple', ${terms})`)
  }
  return all
}
