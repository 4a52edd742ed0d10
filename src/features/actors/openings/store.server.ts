import type { Db } from "#db/connection.ts"
import { timezoneOf } from "#features/places/queries.server.ts"
import { addDays, instantOf } from "#lib/time.ts"
import type { OpeningKind, Side, Space } from "./opening.ts"

/** An opening as it is written. */
export type OpeningDraft = {
  actor_id: number
  side: Side
  kind: OpeningKind
  starts_on: string
  ends_on: string
  categories: string[]
  spaces: Space[]
  town: string | null
  lat: number
  lon: number
  radius: number
  note: string | null
  is_public: boolean
}

/** Writes openings and returns their ids, in order. */
export async function saveOpenings(db: Db, drafts: OpeningDraft[], timezone: string): Promise<number[]> {
  if (drafts.length === 0) return []
  const rows = drafts.map((draft) => ({ ...draft, ...periodOf(draft, timezone) }))
  return (await db.insertInto("openings").values(rows).returning("id").execute()).map(({ id }) => id)
}

/**
 * In which time zone its days are, and when the last of them is over.
 * @param timezone where the point tells none: that of the instance
 */
export function periodOf({ lat, lon, ends_on }: Pick<OpeningDraft, "lat" | "lon" | "ends_on">, timezone: string) {
  const zone = timezoneOf({ lat, lon }) ?? timezone
  return { timezone: zone, until_at: instantOf(addDays(ends_on, 1), zone) }
}
