import type { Db } from "#db/connection.ts"
import { timezoneOf } from "#features/places/queries.server.ts"
import { addDays, instantOf } from "#lib/time.ts"
import type { OpeningKind, Side, Space } from "./opening.ts"

/** An opening as it is stored. */
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

/** Stores openings and returns their ids, in order. */
export async function saveOpenings(db: Db, drafts: OpeningDraft[], timezone: string): Promise<number[]> {
  if (drafts.length === 0) return []
  const rows = drafts.map((draft) => ({ ...draft, ...periodOf(draft, timezone) }))
  return (await db.insertInto("openings").values(rows).returning("id").execute()).map(({ id }) => id)
}

/**
 * Finds the time zone of an opening's days and the moment the last of them ends.
 * @param timezone the instance's time zone, used when the point has none
 */
export function periodOf({ lat, lon, ends_on }: Pick<OpeningDraft, "lat" | "lon" | "ends_on">, timezone: string) {
  const zone = timezoneOf({ lat, lon }) ?? timezone
  return { timezone: zone, until_at: instantOf(addDays(ends_on, 1), zone) }
}
