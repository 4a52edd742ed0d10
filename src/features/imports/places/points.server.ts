import type { Db } from "#db/connection.ts"
import { townPoints } from "#features/places/gazetteer/queries.server.ts"
import type { Reason } from "../reading/record.ts"
import type { ImportedLocation } from "./location.ts"

type Located = { event: { location?: ImportedLocation | null }; note?: Reason }

/** Degrees: some twenty kilometres, wider than any town. */
const farthest = 0.2

/**
 * Decides about points that were not given in degrees: one that was swapped or converted from metres is accepted when it is near
 * the town of the address, or when the town's position is unknown. The record gets a note about a point that is dropped or could
 * not be interpreted.
 */
export async function verifyPoints(db: Db, records: readonly Located[]): Promise<void> {
  const doubtful = records.flatMap((record) => {
    const { location } = record.event
    return location && (location.takenFor || location.unclear) ? [{ record, location }] : []
  })
  if (doubtful.length === 0) return
  const towns = await townPoints(
    db,
    doubtful.map(({ location }) => (location.takenFor ? location : undefined)),
  )
  for (const [at, { record, location }] of doubtful.entries()) {
    const { takenFor, unclear, lat, lon } = location
    const [point, town] = [{ lat: lat ?? 0, lon: lon ?? 0 }, towns[at]]
    const isElsewhere = takenFor && town && Math.hypot(point.lat - town.lat, (point.lon - town.lon) * 0.65) > farthest
    if (isElsewhere) Object.assign(location, { lat: null, lon: null, precision: "unknown" })
    if (isElsewhere || unclear)
      record.note ??= { id: "note_point", args: { value: unclear ?? `${point.lat}, ${point.lon}` } }
    delete location.takenFor
    delete location.unclear
  }
}
