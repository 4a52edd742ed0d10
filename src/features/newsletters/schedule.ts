import { addDays, dateAt, instantOf } from "#lib/time.ts"
import type { Frequency, Schedule } from "./newsletter.ts"

/** The moment when an issue is due, and the period it covers; there is only one issue for each period. */
export type Due = { at: Date; period: string }

/**
 * Returns the next time after `after` when an issue is due, at the hour in the reader's time zone. An hour that does not
 * exist on that day (spring) is moved by the gap; one that occurs twice (autumn) counts once, the first time.
 */
export function nextDue(schedule: Schedule, after: Date): Due {
  // Starts with the day before: in a zone whose offset changes, the hour of that day may still be ahead.
  let day = firstDay(schedule, addDays(dateAt(after, schedule.timezone), -1))
  for (;;) {
    const at = instantOf(`${day}T${String(schedule.hour).padStart(2, "0")}:00`, schedule.timezone)
    if (at > after) return { at, period: periodOf(schedule.frequency, day) }
    day = firstDay(schedule, addDays(day, 1))
  }
}

/**
 * Returns which issue to make for a newsletter that was due at `due`: after days of downtime only the latest one that came
 * due. `next` is when the following issue is due, always in the future.
 */
export function issueDue(schedule: Schedule, due: Date, now: Date): { due: Due; next: Due } {
  let last = nextDue(schedule, new Date(due.getTime() - 1))
  const longAgo = now.getTime() - 40 * 86_400_000
  if (last.at.getTime() < longAgo) last = nextDue(schedule, new Date(longAgo))
  for (let next = nextDue(schedule, last.at); ; next = nextDue(schedule, next.at)) {
    if (next.at > now) return { due: last, next }
    last = next
  }
}

/** Returns `day`, or the first day after it, on which an issue comes. */
function firstDay({ frequency, weekday }: Schedule, day: string): string {
  if (frequency === "daily") return day
  if (frequency === "weekly") return addDays(day, (weekday - weekdayOf(day) + 7) % 7)
  return day.endsWith("-01") ? day : firstOfNextMonth(day)
}

function firstOfNextMonth(day: string) {
  return `${addDays(`${day.slice(0, 7)}-28`, 4).slice(0, 7)}-01`
}

/** Returns the weekday; Monday is 1 (ISO 8601). */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7
}

/** Returns the period that a day belongs to, of which there is only one issue: a day, an ISO 8601 week, or a month. */
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
 * Returns the first and last day that an issue covers, in the reader's time zone: a daily one covers today, and tomorrow too
 * when it comes in the afternoon; a weekly one ten days; a monthly one the month.
 */
export function daysOf(frequency: Frequency, now: Date, timezone: string, hour: number): { from: string; to: string } {
  const from = dateAt(now, timezone)
  if (frequency === "daily") return { from, to: hour >= 15 ? addDays(from, 1) : from }
  if (frequency === "weekly") return { from, to: addDays(from, 10) }
  return { from, to: addDays(firstOfNextMonth(from), -1) }
}
