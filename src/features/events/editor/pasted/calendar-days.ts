import { addDays, isDate } from "#lib/time.ts"

/** A day as it was written. */
export type WrittenDay = { day: number; month: number; year?: number | undefined; weekday?: number | undefined }
/** The day that is meant; `contradicted` is a written weekday that the day does not fall on. */
export type FoundDay = { date: string; contradicted?: number }

/** A date up to this many days ago is meant instead of next year's, when its weekday fits. */
const recently = 92

/**
 * Returns the day that is meant: without a year, the next one from today on, unless its weekday fits another year. A weekday that
 * fits no near year is returned as `contradicted`. Undefined for a day that does not exist.
 * @param today `2026-11-22`
 */
export function dayOf({ day, month, year, weekday }: WrittenDay, today: string): FoundDay | undefined {
  const of = (year: number) => dateOf(year, month, day)
  const now = Number(today.slice(0, 4))
  const said = (date: string): FoundDay =>
    weekday === undefined || weekdayOf(date) === weekday ? { date } : { date, contradicted: weekday }
  if (year !== undefined) {
    const date = of(year)
    // An older year is part of a title: « 14 juillet 1789 ».
    return date !== undefined && year >= now - 1 && year <= now + 10 ? said(date) : undefined
  }
  // Within eight years there is a 29 February.
  const years = Array.from({ length: 9 }, (_, at) => of(now + at)).filter((date) => date !== undefined)
  const coming = years.filter((date) => date >= today)
  const past = [of(now), of(now - 1)].find((date) => date && date < today && date >= addDays(today, -recently))
  const fits = [coming[0], past, coming[1]].find((date) => date && weekdayOf(date) === weekday)
  const date = fits ?? coming[0]
  return date === undefined ? undefined : said(date)
}

/** Returns the next such weekday from today on, today included. */
export function nextWeekday(weekday: number, today: string): string {
  return addDays(today, (weekday - weekdayOf(today) + 7) % 7)
}

/** Returns the number of a date's weekday, from 1 for Monday. */
export function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay() || 7
}

function dateOf(year: number, month: number, day: number): string | undefined {
  const date = `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`
  return isDate(date) ? date : undefined
}
