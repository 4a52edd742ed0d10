import { addDays } from "#lib/time.ts"

/** A week of a month's grid: its ISO 8601 number and its seven dates, Monday first. */
export type Week = { number: number; days: string[] }

/** Returns the four to six weeks that show a whole month (`2026-11`). */
export function weeksOf(month: string): Week[] {
  const first = `${month}-01`
  const weeks: Week[] = []
  for (let monday = addDays(first, -weekdayOf(first)); weeks.length === 0 || monday.startsWith(month);) {
    weeks.push({ number: weekNumber(monday), days: Array.from({ length: 7 }, (_, day) => addDays(monday, day)) })
    monday = addDays(monday, 7)
  }
  return weeks
}

/** Returns the number of days since Monday. */
export function weekdayOf(date: string): number {
  return (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7
}

/** Returns the ISO 8601 week number: week 1 has the first Thursday of the year. */
export function weekNumber(date: string): number {
  const thursday = addDays(date, 3 - weekdayOf(date))
  const dayOfYear =
    (Date.parse(`${thursday}T00:00:00Z`) - Date.parse(`${thursday.slice(0, 4)}-01-01T00:00:00Z`)) / 86_400_000
  return Math.floor(dayOfYear / 7) + 1
}

/** Adds months to a month (`2026-11`); a negative number goes back. */
export function addMonths(month: string, months: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number)
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7)
}

/** Returns the day of the grid that a key moves to (WAI-ARIA grid pattern); undefined for other keys. */
export function dayAfterKey(key: string, date: string, isShift = false): string | undefined {
  const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }
  if (key in steps) return addDays(date, steps[key] as number)
  if (key === "Home") return addDays(date, -weekdayOf(date))
  if (key === "End") return addDays(date, 6 - weekdayOf(date))
  if (key === "PageUp") return inMonth(date, addMonths(date.slice(0, 7), isShift ? -12 : -1))
  if (key === "PageDown") return inMonth(date, addMonths(date.slice(0, 7), isShift ? 12 : 1))
  return undefined
}

/** Returns the same day of another month, or its last day when the month is shorter. */
function inMonth(date: string, month: string) {
  const last = addDays(`${addMonths(month, 1)}-01`, -1)
  const same = `${month}-${date.slice(8)}`
  return same <= last ? same : last
}
