import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import type { Found, Grid } from "#features/places/map/map.ts"
import { largestCount } from "#features/places/map/map.ts"
import { actorConditions, type ActorFilters, type ActorScope, isInScope } from "../listing/queries.server.ts"
import type { ActorType } from "../actor-types.ts"

/** Counts the pages of the directory in each square of a map, with their position. */
export async function actorsOnMap(
  db: Db,
  filters: ActorFilters,
  grid: Grid,
  among: ActorScope | undefined,
): Promise<Found[]> {
  const where = await actorConditions(db, filters)
  if (!where) return []
  const { rows } = await sql<Found>`
    select count, lat, lon, is_spot, category, found.id, null as place
    from unnest(${grid.cells.map(({ from }) => String(from))}::bigint[],
      ${grid.cells.map(({ to }) => String(to))}::bigint[]) as cells(first, next)
    cross join lateral (
      select count(*)::int as count, avg(lat) as lat, avg(lon) as lon,
        min(lat) = max(lat) and min(lon) = max(lon) as is_spot, min(id) as id,
        case when min(type) = max(type) then min(type) end as category
      from (select a.id, a.type, a.lat, a.lon from actors a
        where a.lat is not null and map_cell(a.lat, a.lon) >= cells.first and map_cell(a.lat, a.lon) < cells.next and ${isInScope(among)}
          and ${sql.join(where, sql` and `)} limit ${largestCount}) as few
      having count(*) > 0) as found`.execute(db)
  return rows
}

/** The label of a marker for a single page. */
export type MarkedActor = { id: number; fid: string; name: string; type: ActorType }

/** Reads the labels of single pages. */
export async function markedActors(db: Db, ids: number[]): Promise<Map<number, MarkedActor>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom("actors").select(["id", "fid", "name", "type"]).where("id", "in", ids).execute()
  return new Map(rows.map((row) => [row.id, row as MarkedActor]))
}
