import { addDays } from "#lib/time.ts"
import type { Event, Occurrence } from "../event.ts"

export type Dated = Pick<Event, "start" | "end" | "doors" | "next" | "occurrences">

/** The date an event's page is about: the next one; the last when all are over. */
export function shownDate(event: Dated): Pick<Occurrence, "start" | "end" | "status" | "original_start"> {
  const { start, end } = event
  return event.next ?? event.occurrences.at(-1) ?? { start, end, status: "scheduled", original_start: null }
}

/** A date of several days that is on: said as of today, at the hour it begins. A night past midnight is still its evening. */
export function asOfToday<One extends { start: string; end: string | null }>(
  date: One,
  isAllDay: boolean,
  today: string,
): One {
  const { first, last } = coverOf(date, isAllDay)
  return first < today && today <= last ? { ...date, start: today + date.start.slice(10) } : date
}

/** The days a date covers: a night that ends before six belongs to its evening. */
export function coverOf({ start, end }: { start: string; end: string | null }, isAllDay: boolean) {
  const first = start.slice(0, 10)
  if (!end || end <= start) return { first, last: first }
  if (isAllDay) return { first, last: lastDay(end) }
  const last = end.slice(11, 13) < "06" ? addDays(end.slice(0, 10), -1) : end.slice(0, 10)
  return { first, last: last > first ? last : first }
}

/** When doors open on a date; the event says it of its first. */
export function doorsAt(event: Dated, date: { start: string }): string | null {
  return event.doors && shifted(date.start, Date.parse(event.doors) - Date.parse(event.start))
}

/** Some milliseconds later on the same wall: the offset stays. */
function shifted(iso: string, milliseconds: number) {
  return new Date(Date.parse(`${iso.slice(0, 19)}Z`) + milliseconds).toISOString().slice(0, 19) + iso.slice(19)
}

/** The last day of what ends so: midnight belongs to the day before (RFC 5545 §3.6.1). */
export function lastDay(end: string): string {
  return end.slice(11, 16) === "00:00" ? addDays(end.slice(0, 10), -1) : end.slice(0, 10)
}

/** Minutes an evening lasts; undefined for what lasts longer than half a day, or nobody knows how long. */
export function minutesOf({ start, end }: { start: string; end: string | null }): number | undefined {
  const minutes = end ? Math.round((Date.parse(end) - Date.parse(start)) / 60_000) : 0
  return minutes > 0 && minutes <= 720 ? minutes : undefined
}
