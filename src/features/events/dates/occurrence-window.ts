/** An event holds at most so many dates. */
export const mostOccurrences = 1000

/** The first moment that is not expanded any more: five whole years after the present one. It moves once a year. */
export function horizonOf(now: number): number {
  return Date.UTC(new Date(now).getUTCFullYear() + 6, 0, 1)
}

/** Of too many dates, in order, those that matter: this year's and the next ones; then what is left of the past. */
export function withinWindow<Date_>(dates: Date_[], timeOf: (date: Date_) => number, now: number): Date_[] {
  if (dates.length <= mostOccurrences) return dates
  const year = Date.UTC(new Date(now).getUTCFullYear(), 0, 1)
  const present = dates.findIndex((date) => timeOf(date) >= year)
  const from = present < 0 ? dates.length : present
  return dates.slice(Math.max(0, Math.min(from, dates.length - mostOccurrences))).slice(0, mostOccurrences)
}
