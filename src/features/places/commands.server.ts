import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import type { LocationDraft } from "./location-draft.ts"

const columns = ["name", "street", "postal_code", "locality", "region", "country", "lat", "lon"] as const

/**
 * The ids of these locations, in order, found or created: two of which the same is said are one. What is null has none,
 * of what is undefined nothing is said.
 */
export async function locationIds(
  db: Db,
  drafts: (LocationDraft | null | undefined)[],
): Promise<(number | null | undefined)[]> {
  const given = drafts.flatMap((location) => (location ? [location] : []))
  if (given.length === 0) return drafts as (null | undefined)[]
  const different = [...new Map(given.map((one) => [keyOf(one), { precision: "unknown", ...one }])).values()]
  const written = await sql<LocationDraft & { id: number }>`
    insert into locations (name, street, postal_code, locality, region, country, lat, lon, precision)
    select name, street, postal_code, locality, region, country, lat, lon, precision
    from jsonb_populate_recordset(null::locations, ${json(different)}::jsonb)
    -- In order, so that two writers never wait for each other.
    order by name, street, postal_code, locality, region, country, lat, lon
    on conflict (name, street, postal_code, locality, region, country, lat, lon) do update
      set precision = case excluded.precision when 'unknown' then locations.precision else excluded.precision end
    returning *
  `.execute(db)
  const ids = new Map(written.rows.map((row) => [keyOf(row), row.id]))
  return drafts.map((location) => location && (ids.get(keyOf(location)) as number))
}

function keyOf(location: LocationDraft): string {
  return json(columns.map((column) => location[column] ?? null))
}

/** JSON that PostgreSQL takes: it knows neither NUL nor halves of characters. */
function json(value: unknown): string {
  return JSON.stringify(value, (_, each) =>
    typeof each === "string" ? each.toWellFormed().replaceAll("\0", "") : each,
  )
}
