import { addDays, dateAt, instantOf } from "#lib/time.ts"
import type { OccurrenceDraft } from "../draft.ts"

/** One date of an event as it is stored. */
export type StoredOccurrence = Required<OccurrenceDraft> & {
  until_at: Date
  next_from: Date | "-infinity" | "infinity"
}

const supposedLength = 2 * 3600_000

/** Returns when a date is over: its end; without one, the end of the local day, or two hours after the start. */
export function untilOf(one: OccurrenceDraft, timezone: string, allDay: boolean): Date {
  if (one.ends_at) return one.ends_at
  if (allDay) return instantOf(addDays(dateAt(one.starts_at, timezone), 1), timezone)
  return new Date(one.starts_at.getTime() + supposedLength)
}

/**
 * Orders the dates of an event and computes for each when it becomes the event's next one.
 * The rule: at T, the next date is the first, by start, that is not over (`until_at` > T) and not cancelled. Hence `next_from` is
 * the latest `until_at` of the dates before it, and at any T exactly one date, the next, has `until_at` > T and `next_from` <= T,
 * however dates overlap. Cancelled dates neither count nor are ever next ('infinity'), unless all are: then none is left out, so
 * that the event still has its place in the agenda, marked as cancelled. Of two dates with one start the one that is not
 * cancelled stays, then the longer one.
 */
export function storedOccurrences(dates: OccurrenceDraft[], timezone: string, allDay: boolean): StoredOccurrence[] {
  const byStart = new Map<number, StoredOccurrence>()
  for (const date of dates) {
    const one: StoredOccurrence = {
      starts_at: date.starts_at,
      ends_at: date.ends_at,
      status: date.status ?? "scheduled",
      recurrence_id: date.recurrence_id ?? null,
      until_at: untilOf(date, timezone, allDay),
      next_from: "infinity",
    }
    const other = byStart.get(date.starts_at.getTime())
    if (!other || isBetter(one, other)) byStart.set(date.starts_at.getTime(), one)
  }
  const ordered = [...byStart.values()].sort((a, b) => a.starts_at.getTime() - b.starts_at.getTime())

  const allCancelled = ordered.every((one) => one.status === "cancelled")
  let over: Date | "-infinity" = "-infinity"
  for (const one of ordered) {
    if (one.status === "cancelled" && !allCancelled) continue
    one.next_from = over
    if (over === "-infinity" || one.until_at > over) over = one.until_at
  }
  return ordered
}

function isBetter(one: StoredOccurrence, other: StoredOccurrence) {
  const held = (occurrence: StoredOccurrence) => (occurrence.status === "cancelled" ? 0 : 1)
  if (held(one) !== held(other)) return held(one) > held(other)
  return one.until_at > other.until_at
}
