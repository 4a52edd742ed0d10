import { addDays } from "#lib/time.ts"

/** Two dates, both included: `2026-11-21`. */
export type DateSpan = { from: string; to: string }

/** Returns the day after `today`, as a span. */
export function tomorrowOf(today: string): DateSpan {
  const tomorrow = addDays(today, 1)
  return { from: tomorrow, to: tomorrow }
}

/** Returns Friday to Sunday of this week, or what is left of it once it has begun. */
export function weekendOf(today: string): DateSpan {
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay() || 7
  return { from: addDays(today, Math.max(0, 5 - weekday)), to: addDays(today, 7 - weekday) }
}

/** Returns seven days from today. */
export function weekOf(today: string): DateSpan {
  return { from: today, to: addDays(today, 6) }
}
