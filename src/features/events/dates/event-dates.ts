import { type Faults, gatherFaults } from "#lib/faults.ts"
import { refuseFields, type Sentence } from "#lib/refusal.ts"
import { dateAt, instantOf, isoAt, timezoneNamed } from "#lib/time.ts"
import type { OccurrenceDraft } from "../draft.ts"
import { mostOccurrences } from "./occurrence-window.ts"
import { endOf, midnight, momentOf, nextMidnight, type TimeReading } from "../writing/moments.ts"
import { expandRecurrence } from "./expand-recurrence.ts"

/** Dates of a request: ISO 8601 with an offset, or wall-clock time at the venue, or for whole days the date alone. */
export type DatesInput = {
  start?: string
  end?: string | null
  timezone?: string
  all_day?: boolean
  doors?: string | null
  occurrences?: OccurrenceInput[]
  /** RFC 5545 RRULE, RDATE and EXDATE lines; null turns the dates into independent ones. */
  recurrence?: string | null
  exceptions?: ExceptionInput[]
  /** Status of the whole event: dates moved in the change to `rescheduled` store their original start. */
  status?: string
}
/** A date of a recurrence rule that differs from the rule: at another time, cancelled, or both. */
export type ExceptionInput = {
  /** The start that the rule gives. */
  original_start: string
  start?: string
  end?: string | null
  status?: "scheduled" | "cancelled"
}
export type OccurrenceInput = {
  /** Id of the existing date that this one replaces; its answers stay. */
  id?: number
  start: string
  end?: string | null
  status?: "scheduled" | "cancelled" | "moved"
}

/** A date, with the id of its row when it has one. */
export type OccurrenceWithId = OccurrenceDraft & { id?: number }
export type EventDates = {
  timezone: string
  all_day: boolean
  doors_minutes: number | null
  recurrence: string | null
  occurrences: OccurrenceWithId[]
}

/**
 * Returns the dates of an event after a request: of a new event (`known` undefined) or one that has dates. A date keeps its row
 * as long as it is recognised: by its id, its start, or as the instance of its rule on the same day. Cancelled and moved dates of
 * a rule stay so, unless the request has exceptions: those replace all earlier ones. Refuses every faulty field at once.
 */
export function datesOf(given: DatesInput, known: EventDates | undefined, now: number): EventDates {
  const faults = gatherFaults()
  const zone = timezoneNamed(given.timezone ?? known?.timezone ?? "")
  const isZone = zone !== undefined && /^[A-Za-z][\w+/-]*$/.test(zone)
  if (!isZone) faults.note("timezone", "errors.timezone_unknown")
  // The other fields are judged even with a faulty time zone.
  const timezone = isZone ? zone : (known?.timezone ?? "Etc/UTC")
  const all_day = given.all_day ?? known?.all_day ?? false
  const before = known && atVenue(known, timezone, all_day)
  const read = { timezone, all_day }

  let recurrence = given.recurrence === undefined ? (before?.recurrence ?? null) : given.recurrence?.trim() || null
  let occurrences: OccurrenceWithId[]
  const isRescheduled = given.status === "rescheduled"
  if (given.occurrences) {
    if (given.start !== undefined) faults.note("start", "errors.start_or_dates")
    if (given.recurrence) faults.note("recurrence", "errors.rule_or_dates")
    occurrences = listed(given.occurrences, before, read, recurrence !== null || isRescheduled, faults)
    if (before && recurrence) recurrence = withoutDropped(recurrence, before.occurrences, occurrences)
  } else if (
    recurrence !== null &&
    (given.recurrence || given.exceptions || given.start !== undefined || given.end !== undefined)
  ) {
    const first = before?.occurrences[0]
    const rule = recurrence
    // The rule is checked even when its first date is faulty.
    const span = spanOf(given, first, read, faults) ?? { starts_at: new Date(now), ends_at: null }
    const dates = faults.noting(() => expandRecurrence(rule, span, timezone, all_day, now)) ?? []
    const known = before ? recognised(dates, before.occurrences, timezone) : dates
    occurrences = given.exceptions ? excepted(dates, known, given.exceptions, read, faults) : known
  } else if (given.start !== undefined || given.end !== undefined) {
    if (before && before.occurrences.length > 1) faults.note("start", "errors.several_dates")
    const first = before?.occurrences[0]
    const span = spanOf(given, first, read, faults)
    occurrences = span ? [first ? movedDate(first, span, undefined, isRescheduled) : span] : []
  } else {
    if (!before) faults.note("start", "errors.required")
    occurrences = before?.occurrences ?? []
  }
  if (occurrences.length === 0 && !faults.any())
    faults.note(given.occurrences ? "occurrences" : "recurrence", "errors.no_dates_left")
  const first = faults.any() ? undefined : occurrences
  const doors_minutes = faults.noting(() => doorsOf(given.doors, before, first, read)) ?? null
  faults.refuse()
  return { ...read, recurrence, occurrences, doors_minutes }
}

/** Moves dates to another zone at the same wall-clock time; whole days run from midnight to midnight. */
function atVenue(known: EventDates, timezone: string, allDay: boolean): EventDates {
  if (known.timezone === timezone && known.all_day === allDay) return known
  const move = (at: Date) => instantOf(isoAt(at, known.timezone).slice(0, 19), timezone)
  const occurrences = known.occurrences.map((one) => {
    const start = move(one.starts_at)
    const told = one.ends_at && move(one.ends_at)
    // The hour skipped in spring may have moved the start past the end.
    const end = told && one.ends_at && told < start ? later(start, one.ends_at, one.starts_at) : told
    return {
      ...one,
      starts_at: allDay ? midnight(start, timezone) : start,
      ends_at: allDay && end ? nextMidnight(end, timezone) : end,
      recurrence_id: one.recurrence_id && move(one.recurrence_id),
    }
  })
  return { ...known, timezone, all_day: allDay, occurrences }
}

/** Returns the time that is as long after `than` as `one` is after `third`. */
function later(than: Date, one: Date, third: Date): Date {
  return new Date(than.getTime() + one.getTime() - third.getTime())
}

type Span = { starts_at: Date; ends_at: Date | null }

/**
 * Returns start and end. A missing field stays as it was; a missing end keeps the length of the date. Undefined when the start is
 * faulty.
 */
function spanOf(
  given: DatesInput,
  first: OccurrenceWithId | undefined,
  read: TimeReading,
  faults: Faults,
): Span | undefined {
  const { start, end } = given
  if (start === undefined && !first) faults.note("start", "errors.required")
  const starts_at = start === undefined ? first?.starts_at : faults.noting(() => momentOf(start, "start", read))
  if (end !== undefined) {
    const ends_at = faults.noting(() => endOf(end, starts_at, "end", read)) ?? null
    return starts_at && { starts_at, ends_at }
  }
  if (!starts_at) return undefined
  if (!first?.ends_at) return { starts_at, ends_at: null }
  const ends_at = later(starts_at, first.ends_at, first.starts_at)
  return {
    starts_at,
    ends_at: read.all_day ? nextMidnight(new Date(ends_at.getTime() - 7_200_000), read.timezone) : ends_at,
  }
}

function listed(
  given: OccurrenceInput[],
  before: EventDates | undefined,
  read: TimeReading,
  isRemembered: boolean,
  faults: Faults,
): OccurrenceWithId[] {
  if (given.length > mostOccurrences)
    faults.note("occurrences", { id: "errors.too_many_dates", with: { maximum: mostOccurrences } })
  const byId = new Map(before?.occurrences.map((one) => [one.id, one]))
  const byStart = new Map(before?.occurrences.map((one) => [one.starts_at.getTime(), one]))
  const used = new Set<number>()
  return given.flatMap((one, at): OccurrenceWithId[] => {
    const starts_at = faults.noting(() => momentOf(one.start, `occurrences.${at}.start`, read))
    const ends_at = faults.noting(() => endOf(one.end ?? null, starts_at, `occurrences.${at}.end`, read)) ?? null
    const known = one.id === undefined ? starts_at && byStart.get(starts_at.getTime()) : byId.get(one.id)
    if (one.id !== undefined && !known) faults.note(`occurrences.${at}.id`, "errors.occurrence_not_found")
    if (!starts_at) return []
    if (known?.id === undefined || used.has(known.id))
      return [{ starts_at, ends_at, status: one.status ?? "scheduled" }]
    used.add(known.id)
    return [movedDate(known, { starts_at, ends_at }, one.status, isRemembered)]
  })
}

/**
 * Moves one date to another time.
 * @param isRemembered whether it stores its original start, as a date of a rule does; it also does so when its status is `moved`,
 * or was moved before
 */
export function movedDate(
  known: OccurrenceWithId,
  span: Span,
  status: OccurrenceWithId["status"],
  isRemembered: boolean,
): OccurrenceWithId {
  const origin = known.recurrence_id ?? known.starts_at
  const isElsewhere = origin.getTime() !== span.starts_at.getTime()
  const isMoved = isElsewhere && (isRemembered || status === "moved" || known.recurrence_id != null)
  const kept = known.status === "cancelled" ? "cancelled" : "scheduled"
  const wanted = status === undefined ? kept : status === "cancelled" ? "cancelled" : "scheduled"
  return {
    id: known.id,
    ...span,
    status: isMoved && wanted !== "cancelled" ? "moved" : wanted,
    recurrence_id: isMoved ? origin : null,
  }
}

/** Matches the dates of a rule with their existing rows: by the same instant, else by the same day. */
function recognised(dates: OccurrenceDraft[], before: OccurrenceWithId[], timezone: string): OccurrenceWithId[] {
  const originOf = (one: OccurrenceWithId) => one.recurrence_id ?? one.starts_at
  const byStart = new Map(before.map((one) => [originOf(one).getTime(), one]))
  const byDay = new Map(before.map((one) => [dateAt(originOf(one), timezone), one]))
  const used = new Set<OccurrenceWithId>()
  return dates.map((date) => {
    const known = byStart.get(date.starts_at.getTime()) ?? byDay.get(dateAt(date.starts_at, timezone))
    if (!known || used.has(known)) return date
    used.add(known)
    if (known.status === "moved" && known.recurrence_id)
      return {
        id: known.id,
        starts_at: known.starts_at,
        ends_at: known.ends_at,
        status: "moved",
        recurrence_id: date.starts_at,
      }
    return { ...date, id: known.id, status: known.status }
  })
}

/**
 * Returns the dates of a rule, each with its existing row, changed only by these exceptions. An exception that matches no date is
 * ignored: its date is past.
 */
function excepted(
  dates: OccurrenceDraft[],
  known: OccurrenceWithId[],
  given: ExceptionInput[],
  read: TimeReading,
  faults: Faults,
): OccurrenceWithId[] {
  const exceptions = new Map(
    given.flatMap((one, at) => {
      const origin = faults.noting(() => momentOf(one.original_start, `exceptions.${at}.original_start`, read))
      return origin ? [[origin.getTime(), { one, at, origin }] as const] : []
    }),
  )
  return dates.map((date, index) => {
    const id = known[index]?.id
    const plain: OccurrenceWithId = {
      ...date,
      ...(id === undefined ? {} : { id }),
      status: "scheduled",
      recurrence_id: null,
    }
    const { one, at, origin } = exceptions.get(date.starts_at.getTime()) ?? {}
    if (!one || at === undefined || !origin) return plain
    const { start, end } = one
    const starts_at =
      start === undefined ? date.starts_at : faults.noting(() => momentOf(start, `exceptions.${at}.start`, read))
    if (!starts_at) return plain
    const lasts = date.ends_at && later(starts_at, date.ends_at, date.starts_at)
    const ends_at =
      end === undefined ? lasts : (faults.noting(() => endOf(end, starts_at, `exceptions.${at}.end`, read)) ?? null)
    const isMoved = starts_at.getTime() !== origin.getTime() || ends_at?.getTime() !== date.ends_at?.getTime()
    const status = one.status === "cancelled" ? "cancelled" : isMoved ? "moved" : "scheduled"
    return { ...plain, starts_at, ends_at, status, recurrence_id: isMoved ? origin : null }
  })
}

/** Adds dates of a rule that were removed from the list to the rule as exceptions (EXDATE), for programs that read the rule. */
function withoutDropped(recurrence: string, before: OccurrenceWithId[], after: OccurrenceWithId[]): string | null {
  const kept = new Set(after.map(({ id }) => id))
  const dropped = before.filter(({ id }) => !kept.has(id)).map((one) => one.recurrence_id ?? one.starts_at)
  const stamp = (at: Date) => at.toISOString().replaceAll(/[-:]|\.\d+/g, "")
  const lines = dropped.length > 0 ? `${recurrence}\nEXDATE:${dropped.map(stamp).join(",")}` : recurrence
  return lines.length <= 20_000 ? lines : null
}

/** Returns how long before the first date doors open; when the dates are faulty, only checks that it is a time. */
function doorsOf(
  given: string | null | undefined,
  before: EventDates | undefined,
  dates: OccurrenceWithId[] | undefined,
  read: TimeReading,
): number | null {
  if (given === undefined) return before?.doors_minutes ?? null
  if (given === null || given.trim() === "") return null
  const first = new Date(dates ? Math.min(...dates.map(({ starts_at }) => starts_at.getTime())) : 0)
  const clock = /^\d{2}:\d{2}$/.test(given.trim()) ? `${dateAt(first, read.timezone)}T${given.trim()}` : given
  const minutes = Math.round(
    (first.getTime() - momentOf(clock, "doors", { ...read, all_day: false }).getTime()) / 60_000,
  )
  if (!dates) return null
  return minutes >= 0 && minutes <= 1440 ? minutes : wrong("doors", "errors.doors_after_start")
}

function wrong(field: string, sentence: Sentence): never {
  return refuseFields({ [field]: [sentence] })
}
