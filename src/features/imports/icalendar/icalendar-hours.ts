import { mostOccurrences } from "#features/events/dates/occurrence-window.ts"

const hour = 3_600_000
const weekdays = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"]

/** Whether this is an hourly rule. Guided tours are written so; a rule by the minute does not describe events. */
export function isHourly(rule: string): boolean {
  return /(?:^|;)\s*FREQ\s*=\s*HOURLY\s*(?:;|$)/i.test(rule)
}

/**
 * Expands an hourly rule with an end to wall times, its start first; undefined when it has no end, too many times, or other
 * parts.
 */
export function hoursOf(rule: string, start: number, until: number | undefined): number[] | undefined {
  const parts = new Map(
    rule
      .toUpperCase()
      .split(";")
      .map((part) => part.split("=").map((each) => each.trim()) as [string, string]),
  )
  const numbers = (name: string) => parts.get(name)?.split(",").map(Number)
  const interval = Number(parts.get("INTERVAL") ?? 1)
  const count = parts.has("COUNT") ? Number(parts.get("COUNT")) : Infinity
  const isKnown = [...parts.keys()].every((name) => /^(FREQ|INTERVAL|COUNT|UNTIL|BYHOUR|BYDAY|WKST|)$/.test(name))
  const hasEnd = count <= mostOccurrences || until !== undefined
  if (!isKnown || !hasEnd || !Number.isInteger(interval) || interval < 1 || interval > 10_000) return undefined
  const [hours, days] = [numbers("BYHOUR"), parts.get("BYDAY")?.split(",")]

  const walls = [start]
  // At most ten years of hours are searched.
  for (let step = 1; walls.length < count && step < 90_000; step++) {
    const wall = start + step * interval * hour
    if (until !== undefined && wall > until) return walls
    const at = new Date(wall)
    if (hours && !hours.includes(at.getUTCHours())) continue
    if (days && !days.includes(weekdays[at.getUTCDay()] as string)) continue
    if (walls.push(wall) > mostOccurrences) return undefined
  }
  return walls.length === count ? walls : undefined
}
