import type { Event, Occurrence } from "#features/events/event.ts"
import { addDays } from "#lib/time.ts"

/** One line of a week: an event and the date it concerns. */
export type WeekLine = { event: Event; date: Occurrence; isRunning: boolean }
export type WeekDay = { date: string; lines: WeekLine[] }

/** Most lines that fit on a page and can still be read from a step away. */
export const mostLines = 32

/**
 * Returns the dates of events in the seven days from a Monday on, each under its day, by time; a date that began before the week
 * stands under the first day. Days without events are included. `left` counts the dates that do not fit.
 */
export function weekDays(events: readonly Event[], monday: string): { days: WeekDay[]; left: number; count: number } {
  const days = Array.from({ length: 7 }, (_, at): WeekDay => ({ date: addDays(monday, at), lines: [] }))
  const end = addDays(monday, 7)
  const lines = events
    .flatMap((event) =>
      event.occurrences
        .filter((date) => date.start.slice(0, 10) < end && lastDate(date) >= monday)
        .map((date): WeekLine => ({ event, date, isRunning: date.start.slice(0, 10) < monday })),
    )
    .sort((a, b) => key(a).localeCompare(key(b)) || a.event.id - b.event.id)
  for (const line of lines.slice(0, mostLines)) {
    const day = line.isRunning ? monday : line.date.start.slice(0, 10)
    days.find(({ date }) => date === day)?.lines.push(line)
  }
  return { days, count: Math.min(lines.length, mostLines), left: Math.max(0, lines.length - mostLines) }
}

/** Sort key: local day and time; running dates come first. */
function key({ date, isRunning }: WeekLine) {
  return isRunning ? "" : date.start.slice(0, 16)
}

/** Returns the last day of a date; a night that ends before six belongs to its evening. */
function lastDate({ start, end }: Occurrence): string {
  if (!end) return start.slice(0, 10)
  const day = end.slice(0, 10)
  return day > start.slice(0, 10) && end.slice(11, 13) < "06" ? addDays(day, -1) : day
}

/**
 * Returns how densely this many lines are set on the sheet: loose (undefined), 0, 1 or 2. Measured with a two-line name above
 * them.
 */
export function density(lines: number): 0 | 1 | 2 | undefined {
  if (lines <= 6) return undefined
  return lines <= 11 ? 0 : lines <= 22 ? 1 : 2
}
