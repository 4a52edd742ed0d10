import { addDays, dateAt, instantOf } from "#lib/time.ts"
import type { Frequency, Schedule } from "./newsletter.ts"

/** A moment an issue is due, and the period it is the one issue of. */
export type Due = { at: Date; period: string }

/**
 * The next time an issue is due after `after`: at the hour of the reader's clocks. An hour that does not exist that day
 * (spring) moves on by the gap; one that comes twice (autumn) counts once, the first time.
 */
export function nextDue(schedule: Schedule, after: Date): Due {
  // The day before, too: a zone that changes its offset may have the hour of that day still ahead.
  let day = firstDay(schedule, addDays(dateAt(after, schedule.timezone), -1))
  for (;;) {
    const at = instantOf(`${day}T${String(schedule.hour).padStart(2, "0")}:00`, schedule.timezone)
    if (at > after) return { at, period: periodOf(schedule.frequency, day) }
    day = firstDay(schedule, addDays(day, 1))
  }
}

/**
 * Which issue is made now, of one that was due at `due`: when the server was away for days, the last that came due is
 * made and those before it are not. `next` is when it is due again, always in the future.
 */
export function dueNow(schedule: Schedule, due: Date, now: Date): { due: Due; next: Due } {
  let last = nextDue(schedule, new Date(due.getTime() - 1))
  const longAgo = now.getTime() - 40 * 86_400_000
  if (last.at.getTime() < longAgo) last = nextDue(schedule, new Date(longAgo))
  for (let next = nextDue(schedule, last.at); ; next = nextDue(schedule, next.at)) {
    if (next.at > now) return { due: last, next }
    last = next
  }
}

/** The day `day`, or the first one after it, on which an issue comes. */
function firstDay({ frequency, weekday }: Schedule, day: string): string {
  if (frequency === "daily") return day
  if (frequency === "weekly") return addDays(day, (weekday - weekdayOf(day) + 7) % 7)
  return day.endsWith("-01") ? day : firstOfNextMonth(day)
}

function firstOfNextMonth(day: string) {
  return `${addDays(`${day.slice(0, 7)}-28`, 4).slice(0, 7)}-01`
}

/** Monday is 1 (ISO 8601). */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7
}

/** What an issue is the only one of: a day, a week as ISO 8601 counts them, a month. */
export function periodOf(frequency: Frequency, day: string): string {
  if (frequency === "daily") return day
  if (frequency === "monthly") return day.slice(0, 7)
  const thursday = addDays(day, 4 - weekdayOf(day))
  const year = thursday.slice(0, 4)
  const week =
    1 + Math.floor((Date.parse(`${thursday}T00:00Z`) - Date.parse(`${year}-01-01T00:00Z`)) / (7 * 86_400_000))
  return `${year}-W${String(week).padStart(2, "0")}`
}

/**
 * The days an issue is about, as dates on the reader's clocks: a daily one tells of today, and of tomorrow too once it is
 * afternoon; a weekly one of ten days; a monthly one of the month.
 */
export function daysOf(frequency: Frequency, now: Date, timezone: string, hour: number): { from: string; to: string } {
  const from = dateAt(now, timezone)
  if (frequency === "daily") return { from, to: hour >= 15 ? addDays(from, 1) : from }
  if (frequency === "weekly") return { from, to: addDays(from, 10) }
  return { from, to: addDays(firstOfNextMonth(from), -1) }
}
