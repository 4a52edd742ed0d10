import { addDays, dateAt, instantOf, isoAt, timezoneNamed } from "#lib/time.ts"
import { type ImportedEvent, unreadable } from "./record.ts"
import { textOf } from "./text.ts"

/** A time as written: the instant, and whether it was only a date (then the instant is its local midnight). */
export type WrittenTime = { at: Date; dateOnly: boolean }

const iso =
  /^(\d{4})-?(\d{2})-?(\d{2})(?:(?:T|\s+)(\d{1,2}):?(\d{2})(?::?(\d{2})(?:[.,]\d+)?)?\s*(Z|UTC|[+-]\d{2}:?\d{2}|[+-]\d{2})?)?$/i
const european = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?:[\sT,à]+(\d{1,2})\s*[:hu.]\s*(\d{2})?(?::(\d{2}))?)?$/i

/**
 * Parses ISO 8601 and day/month/year; a time without an offset is wall time in `timezone`. Undefined when the value is neither.
 */
export function timeOf(value: unknown, timezone: string): WrittenTime | undefined {
  const text = textOf(value)
  if (!text) return undefined
  const parts = iso.exec(text)
  const turned = parts ? null : european.exec(text)
  const [year, month, day] = parts ? [parts[1], parts[2], parts[3]] : [turned?.[3], turned?.[2], turned?.[1]]
  const [hour, minute, second] = (parts ?? turned)?.slice(4, 7) ?? []
  const date = `${year}-${month?.padStart(2, "0")}-${day?.padStart(2, "0")}`
  if (!isDate(date)) return undefined
  if (hour === undefined) return { at: instantOf(date, timezone), dateOnly: true }
  if (Number(hour) > 24 || Number(minute ?? 0) > 59 || Number(second ?? 0) > 60) return undefined

  const late = Number(hour) === 24
  const wall = `${late ? addDays(date, 1) : date}T${late ? "00" : hour.padStart(2, "0")}:${minute ?? "00"}:${second === "60" ? "59" : (second ?? "00")}`
  const zone = parts?.[7]
  if (!zone) return { at: instantOf(wall, timezone), dateOnly: false }
  const offset = /^[+-]/.test(zone) ? `${zone.slice(0, 3)}:${zone.replace(":", "").slice(3) || "00"}` : "Z"
  const at = new Date(`${wall}${offset}`)
  return Number.isNaN(at.getTime()) ? undefined : { at, dateOnly: false }
}

/** Whether this is an existing day of the calendar. */
export function isDate(date: string): boolean {
  const at = Date.parse(`${date}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === date
}

/** Parses a clock time (`20:30`, `20h30`, `20u`, `2000`) to `20:30`. */
export function clockOf(value: unknown): string | undefined {
  const match = /^(\d{1,2})\s*(?:[:hu.]\s*(\d{2})?)?(?::\d{2})?\s*(?:uur)?$/i.exec(textOf(value) ?? "")
  if (!match || Number(match[1]) > 24 || Number(match[2] ?? 0) > 59) return undefined
  return `${(match[1] as string).padStart(2, "0").replace("24", "00")}:${match[2] ?? "00"}`
}

/**
 * Returns the end that belongs to a start. An end written as earlier the same day means the day after (a night that ends at
 * 1:00); the same instant means no end; any other end before the start is refused.
 */
export function endAfter(start: Date, end: Date | undefined, timezone: string): Date | null {
  if (!end || end.getTime() === start.getTime()) return null
  if (end > start) return end
  const sameDay = dateAt(start, timezone) === dateAt(end, timezone)
  if (sameDay && start.getTime() - end.getTime() < 86_400_000) {
    return instantOf(`${addDays(dateAt(end, timezone), 1)}T${clockAt(end, timezone)}`, timezone)
  }
  return unreadable("end_before_start")
}

function clockAt(at: Date, timezone: string) {
  return new Intl.DateTimeFormat("en-GB", { timeZone: timezone, timeStyle: "medium" }).format(at)
}

/**
 * Returns the event as an all-day event where each of its dates goes from midnight to midnight, or to the minute before: lists
 * without a notion of whole days write them so. An event with a recurrence rule keeps its hours.
 */
export function inWholeDays(event: ImportedEvent): ImportedEvent {
  const { occurrences, timezone } = event
  if (event.all_day || event.recurrence) return event
  const wholeDays = occurrences.flatMap((date) => {
    const { starts_at, ends_at } = date
    if (!ends_at || isoAt(starts_at, timezone).slice(11, 19) !== "00:00:00") return []
    const end = isoAt(ends_at, timezone)
    if (end.slice(11, 19) === "00:00:00") return [date]
    const midnight = instantOf(addDays(end.slice(0, 10), 1), timezone)
    return end.slice(11, 16) === "23:59" ? [{ ...date, ends_at: midnight }] : []
  })
  return wholeDays.length === occurrences.length ? { ...event, all_day: true, occurrences: wholeDays } : event
}

const earliest = Date.UTC(1000, 0, 1)
const latest = Date.UTC(9990, 0, 1)

/** Refuses dates out of range: calendars contain errors like the year 0021 and placeholders like 9999. */
export function checkYears(...times: (Date | null | undefined)[]) {
  for (const time of times) {
    if (time && !(time.getTime() > earliest && time.getTime() < latest)) unreadable("date_out_of_range")
  }
}

/** Returns the named time zone, or the other one when the name is no time zone. */
export function zoneOr(value: unknown, otherwise: string): string {
  const name = textOf(value)
  return (name && /^[\w+-]+(\/[\w+-]+)*$/.test(name) && timezoneNamed(name)) || otherwise
}
