import { addDays } from "#lib/time.ts"
import type { Event, Occurrence } from "../event.ts"

export type Dated = Pick<Event, "start" | "end" | "doors" | "next" | "occurrences">

/** Returns the date that an event's page shows: the next one, or the last when all are over. */
export function shownDate(event: Dated): Pick<Occurrence, "start" | "end" | "status" | "original_start"> {
  const { start, end } = event
  return event.next ?? event.occurrences.at(-1) ?? { start, end, status: "scheduled", original_start: null }
}

/**
 * Returns a running date of several days with today as its start, at the hour it begins. A night past midnight belongs to its
 * evening.
 */
export function asOfToday<One extends { start: string; end: string | null }>(
  date: One,
  isAllDay: boolean,
  today: string,
): One {
  const { first, last } = coveredDays(date, isAllDay)
  return first < today && today <= last ? { ...date, start: today + date.start.slice(10) } : date
}

/** Returns the first and last day of a date: a night that ends before six belongs to its evening. */
export function coveredDays({ start, end }: { start: string; end: string | null }, isAllDay: boolean) {
  const first = start.slice(0, 10)
  if (!end || end <= start) return { first, last: first }
  if (isAllDay) return { first, last: lastDay(end) }
  const last = end.slice(11, 13) < "06" ? addDays(end.slice(0, 10), -1) : end.slice(0, 10)
  return { first, last: last > first ? last : first }
}

/** Returns when doors open on a date; the event stores it for its first date. */
export function doorsAt(event: Dated, date: { start: string }): string | null {
  return event.doors && shifted(date.start, Date.parse(event.doors) - Date.parse(event.start))
}

/** Adds milliseconds to a wall-clock time: the offset stays. */
function shifted(iso: string, milliseconds: number) {
  return new Date(Date.parse(`${iso.slice(0, 19)}Z`) + milliseconds).toISOString().slice(0, 19) + iso.slice(19)
}

/** Returns the last day before an end: midnight belongs to the day before (RFC 5545 §3.6.1). */
export function lastDay(end: string): string {
  return end.slice(11, 16) === "00:00" ? addDays(end.slice(0, 10), -1) : end.slice(0, 10)
}

/** Returns the length of an evening in minutes; undefined when it is unknown or longer than half a day. */
export function minutesOf({ start, end }: { start: string; end: string | null }): number | undefined {
  const minutes = end ? Math.round((Date.parse(end) - Date.parse(start)) / 60_000) : 0
  return minutes > 0 && minutes <= 720 ? minutes : undefined
}
