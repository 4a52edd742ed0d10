import { isTimezone } from "#lib/time.ts"
import type { Fields } from "#web/editing/edit-values.ts"
import { isAllDay, isRepeated, dateRows } from "../form/form-dates.ts"
import { expectedDates, isMoment } from "../form/form-event.ts"
import { bodyOf } from "../form/form-values.ts"

/** Most dates in the query; the API compares no more. */
const mostAsked = 20

/** Returns the query that finds possible duplicates of the event in this form. */
export function duplicatesQueryOf(fields: Fields, event?: number) {
  const body = bodyOf(fields)
  const timezone = isTimezone(body.dates.timezone) ? body.dates.timezone : "Europe/Brussels"
  const dates = isRepeated(fields) ? expectedDates(fields, timezone) : dateRows(fields)
  const intervals = dates
    .filter(({ start }) => isMoment(start, isAllDay(fields)))
    .slice(0, mostAsked)
    .map(({ start, end }) => (end && isMoment(end, isAllDay(fields)) ? `${start}/${end}` : start))
  const location = body.location as { locality?: string; point?: string } | null
  const point = /^(-?\d{1,2}(?:\.\d+)?)[,;\s]+(-?\d{1,3}(?:\.\d+)?)$/.exec(location?.point ?? "")
  return {
    ...(event === undefined ? {} : { event }),
    title: body.title[fields.language as "fr"] ?? Object.values(body.title)[0],
    dates: intervals.join(","),
    timezone,
    place: (body.place as string | null) ?? undefined,
    near: point ? `${point[1]},${point[2]}` : undefined,
    locality: location?.locality,
    url: body.online_url && URL.canParse(body.online_url as string) ? (body.online_url as string) : undefined,
  }
}
