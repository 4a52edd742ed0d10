import type { OccurrenceDraft } from "#features/events/draft.ts"
import { horizonOf, mostOccurrences } from "#features/events/dates/occurrence-window.ts"
import { ruleTimes, ruleOf } from "#features/events/dates/recurrence.ts"
import { addDays } from "#lib/time.ts"
import { ianaZone, wallTime } from "../icalendar/icalendar-zones.ts"
import { textOf } from "../reading/text.ts"
import { clockOf, zoneOr } from "../reading/times.ts"

const frequencies: Record<string, string> = {
  P1D: "DAILY",
  P1W: "WEEKLY",
  P7D: "WEEKLY",
  P1M: "MONTHLY",
  P1Y: "YEARLY",
}

/** Returns the dates of a schema.org Schedule (repeatFrequency, byDay, startTime …); none when it is incomplete. */
export function datesOfSchedule(schedule: Record<string, unknown>, fallback: string, now: number): OccurrenceDraft[] {
  const zone = ianaZone(zoneOr(schedule.scheduleTimezone, fallback))
  const freq =
    frequencies[textOf(schedule.repeatFrequency)?.toUpperCase() ?? ""] ?? (schedule.byDay ? "WEEKLY" : undefined)
  const day = textOf(schedule.startDate)?.slice(0, 10)
  const clock = clockOf(schedule.startTime) ?? "00:00"
  const start = day ? wallTime(`${day}T${clock}:00`) : undefined
  if (!freq || start === undefined) return []
  const days = [schedule.byDay ?? []]
    .flat()
    .map((each) =>
      String(each)
        .replace(/^.*[/:]/, "")
        .slice(0, 2)
        .toUpperCase(),
    )
    .filter((each) => /^(SU|MO|TU|WE|TH|FR|SA)$/.test(each))
  const count = Number(textOf(schedule.repeatCount))
  const rule = ruleOf(
    [
      `FREQ=${freq}`,
      days.length > 0 && `BYDAY=${days.join(",")}`,
      count > 0 && `COUNT=${Math.min(count, mostOccurrences)}`,
    ]
      .filter(Boolean)
      .join(";"),
  )
  const last = textOf(schedule.endDate)?.slice(0, 10)
  const until = last ? wallTime(`${last}T23:59:59`) : undefined
  const closes = clockOf(schedule.endTime)
  const except = new Set([schedule.exceptDate ?? []].flat().map((each) => String(each).slice(0, 10)))
  const dates: OccurrenceDraft[] = []
  for (const wall of ruleTimes(rule, start, until, horizonOf(now))) {
    const date = new Date(wall).toISOString().slice(0, 10)
    // Unlike in RFC 5545, the first day belongs to the schedule only if its rule includes it.
    const named =
      days.length === 0 ||
      days.includes(["SU", "MO", "TU", "WE", "TH", "FR", "SA"][new Date(wall).getUTCDay()] as string)
    if (except.has(date) || !named) continue
    const end = closes && wallTime(`${closes <= clock ? addDays(date, 1) : date}T${closes}:00`)
    dates.push({ starts_at: new Date(zone.instant(wall)), ends_at: end ? new Date(zone.instant(end)) : null })
    if (dates.length >= mostOccurrences) break
  }
  return dates
}
