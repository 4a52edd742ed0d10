import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { townPoints } from "./gazetteer/queries.server.ts"
import type { LocationDraft } from "./location-draft.ts"

const columns = ["name", "street", "postal_code", "locality", "region", "country", "lat", "lon"] as const

/**
 * Returns the ids of these locations in order, found or created; equal locations share one. Null and undefined stay as they are.
 * A location with only a town gets the coordinates of its middle, marked as such (`precision`). Stored locations are only read,
 * not written: venues recur in every batch, and writing to one would make all other writers who name it wait.
 */
export async function locationIds(
  db: Db,
  said: (LocationDraft | null | undefined)[],
): Promise<(number | null | undefined)[]> {
  const drafts = await inTheirTowns(db, said)
  const given = drafts.flatMap((location) => (location ? [location] : []))
  if (given.length === 0) return drafts as (null | undefined)[]
  const different = new Map<string, LocationDraft>(given.map((one) => [keyOf(one), { precision: "unknown", ...one }]))
  const ids = new Map<string, number>()
  for (const row of await storedAmong(db, [...different.values()])) {
    const key = keyOf(row)
    ids.set(key, row.id)
    const { precision } = different.get(key) as LocationDraft
    if (precision === "unknown" || precision === row.precision) different.delete(key)
  }
  for (const row of await written(db, [...different.values()])) ids.set(keyOf(row), row.id)
  return drafts.map((location) => location && (ids.get(keyOf(location)) as number))
}

async function inTheirTowns(db: Db, drafts: (LocationDraft | null | undefined)[]) {
  const without = drafts.map((draft) => (draft?.locality && draft.lat == null ? draft : undefined))
  const points = await townPoints(db, without)
  return drafts.map((draft, at) =>
    draft && points[at] ? { ...draft, ...points[at], precision: "locality" as const } : draft,
  )
}

type Stored = LocationDraft & { id: number }

/**
 * Returns the stored locations equal to these: found by the index of all columns, which serves equal values and empty columns
 * alike. One at a time (`limit`): for a join the planner expects few rows with so many empty columns, and compares each with all.
 */
async function storedAmong(db: Db, drafts: LocationDraft[]): Promise<Stored[]> {
  const alike = Map.groupBy(drafts, (draft) => json(columns.filter((column) => (draft[column] ?? null) !== null)))
  const arms = [...alike].map(([filled, some]) => {
    const same = columns.map((column) =>
      filled.includes(`"${column}"`)
        ? sql`stored.${sql.ref(column)} = given.${sql.ref(column)}`
        : sql`stored.${sql.ref(column)} is null`,
    )
    return sql`select stored.* from jsonb_populate_recordset(null::locations, ${json(some)}::jsonb) as given
      cross join lateral (select * from locations stored where ${sql.join(same, sql` and `)} limit 1) as stored`
  })
  return (await sql<Stored>`${sql.join(arms, sql` union all `)}`.execute(db)).rows
}

async function written(db: Db, drafts: LocationDraft[]): Promise<Stored[]> {
  if (drafts.length === 0) return []
  const { rows } = await sql<Stored>`
    insert into locations (name, street, postal_code, locality, region, country, lat, lon, precision)
    select name, street, postal_code, locality, region, country, lat, lon, precision
    from jsonb_populate_recordset(null::locations, ${json(drafts)}::jsonb)
    -- In order, so that two writers never wait for each other.
    order by name, street, postal_code, locality, region, country, lat, lon
    on conflict (name, street, postal_code, locality, region, country, lat, lon) do update
      set precision = case excluded.precision when 'unknown' then locations.precision else excluded.precision end
    returning *
  `.execute(db)
  return rows
}

function keyOf(location: LocationDraft): string {
  return json(columns.map((column) => location[column] ?? null))
}

/** Returns JSON that PostgreSQL accepts: without NUL and halves of characters. */
function json(value: unknown): string {
  return JSON.stringify(value, (_, each) =>
    typeof each === "string" ? each.toWellFormed().replaceAll("\0", "") : each,
  )
}
