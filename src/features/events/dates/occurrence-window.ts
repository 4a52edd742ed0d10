/** Most dates of an event. */
export const mostOccurrences = 1000

/** Returns the end of the expanded time: five whole years after the present one. It moves once a year. */
export function horizonOf(now: number): number {
  return Date.UTC(new Date(now).getUTCFullYear() + 6, 0, 1)
}

/** Cuts sorted dates to the most allowed: this year's and later ones, filled up with the latest past ones. */
export function withinWindow<Date_>(dates: Date_[], timeOf: (date: Date_) => number, now: number): Date_[] {
  if (dates.length <= mostOccurrences) return dates
  const year = Date.UTC(new Date(now).getUTCFullYear(), 0, 1)
  const present = dates.findIndex((date) => timeOf(date) >= year)
  const from = present < 0 ? dates.length : present
  return dates.slice(Math.max(0, Math.min(from, dates.length - mostOccurrences))).slice(0, mostOccurrences)
}
