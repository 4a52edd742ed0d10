import { addDays, isDate } from "#lib/time.ts"

/** A day as it was written. */
export type WrittenDay = { day: number; month: number; year?: number | undefined; weekday?: number | undefined }
/** The day that is meant; `contradicted` is the weekday that was written and is not its own. */
export type FoundDay = { date: string; contradicted?: number }

/** A date that was so many days ago is meant rather than next year's, when its weekday says so. */
const recently = 92

/**
 * The day somebody means: of one without a year the next from today on, unless its weekday says another year. A weekday
 * that fits no year near is said to contradict. Undefined for a day that does not exist.
 * @param today `2026-11-22`
 */
export function dayOf({ day, month, year, weekday }: WrittenDay, today: string): FoundDay | undefined {
  const of = (year: number) => dateOf(year, month, day)
  const now = Number(today.slice(0, 4))
  const said = (date: string): FoundDay =>
    weekday === undefined || weekdayOf(date) === weekday ? { date } : { date, contradicted: weekday }
  if (year !== undefined) {
    const date = of(year)
    // Older ones are of a title: « 14 juillet 1789 ».
    return date !== undefined && year >= now - 1 && year <= now + 10 ? said(date) : undefined
  }
  // Eight years on there has been a 29th of February.
  const years = Array.from({ length: 9 }, (_, at) => of(now + at)).filter((date) => date !== undefined)
  const coming = years.filter((date) => date >= today)
  const past = [of(now), of(now - 1)].find((date) => date && date < today && date >= addDays(today, -recently))
  const fits = [coming[0], past, coming[1]].find((date) => date && weekdayOf(date) === weekday)
  const date = fits ?? coming[0]
  return date === undefined ? undefined : said(date)
}

/** The next such weekday from today on, today among them. */
export function nextWeekday(weekday: number, today: string): string {
  return addDays(today, (weekday - weekdayOf(today) + 7) % 7)
}

/** The number of its weekday, from 1 for Monday. */
export function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay() || 7
}

function dateOf(year: number, month: number, day: number): string | undefined {
  const date = `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`
  return isDate(date) ? date : undefined
}
