import { refuseFields, type Sentence } from "#lib/refusal.ts"
import { addDays, dateAt, instantOf, isDate } from "#lib/time.ts"

/** How a time is read: in which time zone, and whether as whole days. */
export type TimeReading = { timezone: string; all_day: boolean }

const earliest = Date.UTC(1900, 0, 1)
const latest = Date.UTC(2200, 0, 1)

const wallTime = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/

/**
 * Parses a time as an instant. A time in the hour skipped in spring moves later; of an hour that happens twice in autumn, the
 * first is used.
 */
export function momentOf(text: string, field: string, { timezone, all_day }: TimeReading): Date {
  const [, date = "", hour, minute, second = "00", offset] = wallTime.exec(text.trim()) ?? []
  const exists = isDate(date) && (hour === undefined || (hour < "24" && (minute ?? "") < "60" && second < "60"))
  if (!exists || (hour === undefined && !all_day)) return wrong(field, "errors.moment")
  if (date < "1900" || date >= "2200") return wrong(field, "errors.date_out_of_range")
  if (hour === undefined) return instantOf(date, timezone)
  const wall = `${date}T${hour}:${minute}:${second}`
  const at = offset ? new Date(`${wall}${offset}`) : instantOf(wall, timezone)
  if (Number.isNaN(at.getTime())) return wrong(field, "errors.moment")
  if (at.getTime() < earliest || at.getTime() >= latest) return wrong(field, "errors.date_out_of_range")
  return all_day ? midnight(at, timezone) : at
}

/**
 * Parses an end, which has to be after the start when that is known. For whole days, a date alone is the last day; an end equal
 * to the start counts as no end.
 */
export function endOf(text: string | null, start: Date | undefined, field: string, read: TimeReading): Date | null {
  if (text === null || text.trim() === "") return null
  const isDay = text.trim().length === 10
  const told = momentOf(text, field, read.all_day && !isDay ? { ...read, all_day: false } : read)
  const end = !read.all_day
    ? told
    : isDay
      ? instantOf(addDays(text.trim(), 1), read.timezone)
      : nextMidnight(told, read.timezone)
  if (!start) return end
  if (end.getTime() < start.getTime() || (read.all_day && end.getTime() === start.getTime()))
    return wrong(field, "errors.end_before_start")
  return end.getTime() === start.getTime() ? null : end
}

/** Returns the midnight before, at the venue. */
export function midnight(at: Date, timezone: string) {
  return instantOf(dateAt(at, timezone), timezone)
}

/** Returns the next midnight, or the instant itself when it is one. */
export function nextMidnight(at: Date, timezone: string) {
  const begun = midnight(at, timezone)
  return begun.getTime() === at.getTime() ? at : instantOf(addDays(dateAt(at, timezone), 1), timezone)
}

function wrong(field: string, sentence: Sentence): never {
  return refuseFields({ [field]: [sentence] })
}
