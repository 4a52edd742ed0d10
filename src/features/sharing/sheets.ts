import { addDays, isDate } from "#lib/time.ts"
import { weekdayOf, weekNumber } from "#features/events/dates/calendar.ts"

/** Paper sizes of a printed flyer. */
export const papers = ["a4", "a5", "a6"] as const
export type Paper = (typeof papers)[number]

/** Returns the paper of `?size=`; A5, the default, for any other value. */
export function paperOf(asked: string | null): Paper {
  return papers.find((one) => one === asked?.toLowerCase()) ?? "a5"
}

/** Returns the Monday of an ISO 8601 week (`2026-W47`); of the week of `today` when the value is malformed. */
export function mondayOf(asked: string | null, today: string): string {
  const [, year, number] = /^(\d{4})-W(\d{2})$/i.exec(asked ?? "") ?? []
  if (year && number && year >= "1900" && year < "2200") {
    const fourth = `${year}-01-04` // always in week 1
    const monday = addDays(fourth, -weekdayOf(fourth) + (Number(number) - 1) * 7)
    if (isDate(monday) && weekNumber(monday) === Number(number)) return monday
  }
  return addDays(today, -weekdayOf(today))
}

/** Returns the week of a Monday, `2026-W47`, under the year of its Thursday. */
export function weekOf(monday: string): string {
  return `${addDays(monday, 3).slice(0, 4)}-W${String(weekNumber(monday)).padStart(2, "0")}`
}
