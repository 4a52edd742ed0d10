import { instantOf, isDate, isoAt, isTimezone } from "#lib/time.ts"
import type { Fields } from "#web/editing/edit-values.ts"
import { dateRows } from "../form/form-dates.ts"

/**
 * Returns when the first date begins at the venue and in the author's zone; undefined without a date, or when both clocks show
 * the same. `zone` is the town of the venue's zone.
 */
export function differingTimes(
  fields: Fields,
  ownZone: string,
): { there: string; own: string; zone: string } | undefined {
  const { timezone = "" } = fields
  if (fields.all_day === "on" || !timezone || !isTimezone(timezone) || timezone === ownZone) return undefined
  const wall = dateRows(fields)[0]?.start ?? ""
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(wall) || !isDate(wall.slice(0, 10))) return undefined
  const at = instantOf(wall.slice(0, 16), timezone)
  const [there, own] = [isoAt(at, timezone), isoAt(at, ownZone)]
  if (there.slice(0, 16) === own.slice(0, 16)) return undefined
  return { there, own, zone: timezone.replace(/^.*\//, "").replaceAll("_", " ") }
}
