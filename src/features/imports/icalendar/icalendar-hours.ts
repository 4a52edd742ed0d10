import { mostOccurrences } from "#features/events/dates/occurrence-window.ts"

const hour = 3_600_000
const weekdays = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"]

/** Is this the value of an hourly rule? Guided tours are told so; what recurs by the minute is no agenda. */
export function isHourly(rule: string): boolean {
  return /(?:^|;)\s*FREQ\s*=\s*HOURLY\s*(?:;|$)/i.test(rule)
}

/** The wall times of an hourly rule that ends, its start first; undefined when it has no end, too many, or says more. */
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
  // Ten years of hours at most are looked at.
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
