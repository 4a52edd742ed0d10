import { addDays } from "#lib/time.ts"

/** A week of a month's grid: its ISO 8601 number and its seven dates, Monday first. */
export type Week = { number: number; days: string[] }

/** The weeks that show a month (`2026-11`) whole: four to six. */
export function weeksOf(month: string): Week[] {
  const first = `${month}-01`
  const weeks: Week[] = []
  for (let monday = addDays(first, -weekdayOf(first)); weeks.length === 0 || monday.startsWith(month);) {
    weeks.push({ number: weekNumber(monday), days: Array.from({ length: 7 }, (_, day) => addDays(monday, day)) })
    monday = addDays(monday, 7)
  }
  return weeks
}

/** Days since Monday. */
export function weekdayOf(date: string): number {
  return (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7
}

/** ISO 8601: week 1 holds the first Thursday of the year. */
export function weekNumber(date: string): number {
  const thursday = addDays(date, 3 - weekdayOf(date))
  const dayOfYear =
    (Date.parse(`${thursday}T00:00:00Z`) - Date.parse(`${thursday.slice(0, 4)}-01-01T00:00:00Z`)) / 86_400_000
  return Math.floor(dayOfYear / 7) + 1
}

/** `2026-11` and so many months later (or earlier). */
export function addMonths(month: string, months: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number)
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7)
}

/** Where a key leads from a day of the grid (WAI-ARIA grid pattern); undefined for keys that lead nowhere. */
export function dayAfterKey(key: string, date: string, isShift = false): string | undefined {
  const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }
  if (key in steps) return addDays(date, steps[key] as number)
  if (key === "Home") return addDays(date, -weekdayOf(date))
  if (key === "End") return addDays(date, 6 - weekdayOf(date))
  if (key === "PageUp") return inMonth(date, addMonths(date.slice(0, 7), isShift ? -12 : -1))
  if (key === "PageDown") return inMonth(date, addMonths(date.slice(0, 7), isShift ? 12 : 1))
  return undefined
}

/** The same day of another month, or its last. */
function inMonth(date: string, month: string) {
  const last = addDays(`${addMonths(month, 1)}-01`, -1)
  const same = `${month}-${date.slice(8)}`
  return same <= last ? same : last
}
