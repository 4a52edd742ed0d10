import { refuseFields, type Sentence } from "#lib/refusal.ts"
import { addDays, dateAt, instantOf, isDate } from "#lib/time.ts"

/** Where a time is read: on which wall, and whether whole days are meant. */
export type Read = { timezone: string; all_day: boolean }

const earliest = Date.UTC(1900, 0, 1)
const latest = Date.UTC(2200, 0, 1)

const wallTime = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/

/** A time that is written, as an instant. The hour skipped in spring moves later; of one that comes twice the first is meant. */
export function momentOf(text: string, field: string, { timezone, all_day }: Read): Date {
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
 * An end after its start, where that is known. For whole days a date alone is the last day; the same instant as the start
 * says nothing.
 */
export function endOf(text: string | null, start: Date | undefined, field: string, read: Read): Date | null {
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

/** The midnight before, at the venue. */
export function midnight(at: Date, timezone: string) {
  return instantOf(dateAt(at, timezone), timezone)
}

/** This very instant when it is a midnight, else the one that follows. */
export function nextMidnight(at: Date, timezone: string) {
  const begun = midnight(at, timezone)
  return begun.getTime() === at.getTime() ? at : instantOf(addDays(dateAt(at, timezone), 1), timezone)
}

function wrong(field: string, sentence: Sentence): never {
  return refuseFields({ [field]: [sentence] })
}
