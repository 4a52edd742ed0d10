import { addDays, instantOf, isoAt } from "#lib/time.ts"
import type { Event, Occurrence } from "../event.ts"
import { dayLength, ruleTimes, mostWork, matchesStart, type Rule, RuleRefused, ruleOf } from "../dates/recurrence.ts"
import { line } from "./lines.ts"

type Dated = Pick<Event, "timezone" | "all_day" | "recurrence" | "occurrences">
type Span = Pick<Occurrence, "start" | "end">

/** The dates of an event in the form of iCalendar: a first one, its repetitions, and single dates that differ. */
export type CalendarDates = {
  /** DTSTART, DTEND, RRULE, RDATE, EXDATE. */
  first: string[]
  isFirstCancelled: boolean
  overrides: { id: number; lines: string[]; isCancelled: boolean; reason: string | undefined }[]
}

/** With more exceptions than this, listing the dates themselves is shorter than the rule. */
const mostExceptions = 200

/**
 * Returns the dates of an event in iCalendar: a first one with a rule or further dates, and overrides for those that differ (RFC
 * 5545 §3.8.5).
 * @param isApart whether a date has other properties than the rest and needs an override
 */
export function calendarDates(event: Dated, isApart: (date: Occurrence) => boolean = () => false): CalendarDates {
  const dates = withOrigins(event.occurrences)
  const [first] = dates
  if (!first) return { first: [], isFirstCancelled: false, overrides: [] }
  const { timezone, all_day } = event
  if (dates.length === 1)
    return { first: spanLines(first, timezone, all_day), isFirstCancelled: first.status === "cancelled", overrides: [] }

  // The first date at its original start, with its own length.
  const span = { start: first.origin, end: first.end && endAfter(first.origin, first, timezone, all_day) }
  // Some programs do not count DTSTART among listed dates, so the list includes it.
  const repeats = ruleLines(event, dates) ?? extraDates(dates, event)
  return {
    first: [...spanLines(span, timezone, all_day), ...repeats],
    isFirstCancelled: false,
    overrides: dates
      .filter(
        (date) =>
          date.status === "cancelled" ||
          date.origin !== date.start ||
          !isAsLong(date, first, timezone, all_day) ||
          isApart(date),
      )
      .map((date) => ({
        id: date.id,
        lines: [
          ...momentLines("RECURRENCE-ID", [date.origin], timezone, all_day),
          ...spanLines(date, timezone, all_day),
        ],
        isCancelled: date.status === "cancelled",
        reason: date.status_reason,
      })),
  }
}

type OfRule = Occurrence & { origin: string }

/** Adds to each date the start its rule gave, and sorts by that. */
function withOrigins(occurrences: Occurrence[]): OfRule[] {
  const dates = occurrences.map((one) => ({ ...one, origin: one.original_start ?? one.start }))
  // When one date has moved away and another has taken its place, each date stands for itself.
  const isClear = dates.length === 1 || new Set(dates.map(({ origin }) => Date.parse(origin))).size === dates.length
  return (isClear ? dates : dates.map((one) => ({ ...one, origin: one.start }))).sort(
    (a, b) => Date.parse(a.origin) - Date.parse(b.origin),
  )
}

/**
 * Returns the RRULE and the dates it does not cover; undefined when the event has no single rule, or the rule covers too few
 * dates.
 */
function ruleLines(event: Dated, dates: OfRule[]): string[] | undefined {
  const { timezone, all_day } = event
  const [first] = dates as [OfRule, ...OfRule[]]
  const rule = ruleIn(event.recurrence ?? "")
  if (!rule || !isPlain(first.origin, timezone)) return undefined

  const isEndless = rule.read.count === undefined && rule.read.until === undefined
  const lastKnown = Date.parse(`${(dates.at(-1) as OfRule).origin.slice(0, 19)}Z`)
  const start = Date.parse(`${first.origin.slice(0, 19)}Z`)
  const until = rule.read.until === undefined ? undefined : untilOnWall(rule.read.until, timezone)
  const wanted = new Map(dates.map((one) => [Date.parse(one.origin), one]))
  const told = new Map<number, string>()
  const work = { left: mostWork }
  let isNamed: boolean
  try {
    isNamed = matchesStart(rule.read, start, work)
    if (!isNamed && rule.read.count !== undefined) return undefined
    for (const wall of ruleTimes(rule.read, start, until, isEndless ? lastKnown + 1 : Date.UTC(2200, 0, 1), work)) {
      const at = instantOf(new Date(wall).toISOString().slice(0, 19), timezone)
      told.set(at.getTime(), isoAt(at, timezone))
      // Beyond these there are already too many exceptions.
      if (told.size > dates.length + mostExceptions) return undefined
    }
  } catch (error) {
    if (error instanceof RuleRefused) return undefined
    throw error
  }
  // A program that leaves the start out of the rule finds it among the single dates.
  if (!isNamed) told.delete(Date.parse(first.origin))
  const exceptions = [...told].filter(([at]) => !wanted.has(at)).map(([, iso]) => iso)
  const extras = dates.filter(({ origin }) => !told.has(Date.parse(origin)))
  if (exceptions.length + extras.length > Math.min(mostExceptions, dates.length)) return undefined

  // UNTIL in the same form as DTSTART (RFC 5545 §3.3.10).
  const last = rule.read.until === undefined ? undefined : [...told.values()].at(-1)
  const end = last ? `;UNTIL=${all_day ? dayStamp(last) : utcStamp(last)}` : ""
  return [
    line("RRULE", `${spelt(rule, first.origin)}${end}`),
    ...(extras.length > 0 ? extraDates(extras, event) : []),
    ...momentLines("EXDATE", exceptions, timezone, all_day),
  ]
}

/** Returns the only RRULE among the stored recurrence lines, without its end. */
function ruleIn(recurrence: string): { text: string; read: Rule } | undefined {
  const lines = recurrence.split(/\r?\n/).map((one) => one.trim())
  const rules = lines.filter((one) => /^(RRULE[:;]|FREQ=)/i.test(one))
  if (rules.length !== 1 || lines.some((one) => /^EXRULE/i.test(one))) return undefined
  const value = (rules[0] as string).replace(/^RRULE[^:]*:/i, "").toUpperCase()
  if (!/^[A-Z0-9=;,+-]+$/.test(value)) return undefined
  try {
    const parts = value.split(";").filter((part) => part !== "" && !part.startsWith("UNTIL="))
    return { text: parts.join(";"), read: ruleOf(value) }
  } catch (error) {
    if (error instanceof RuleRefused) return undefined
    throw error
  }
}

/** Adds month and day to a yearly rule: programs differ on years without 29 February. */
function spelt({ text, read }: { text: string; read: Rule }, start: string): string {
  if (read.freq !== "YEARLY" || /(^|;)BY/.test(text)) return text
  return `${text};BYMONTH=${Number(start.slice(5, 7))};BYMONTHDAY=${Number(start.slice(8, 10))}`
}

function untilOnWall(until: string, timezone: string): number {
  const day = `${until.slice(0, 4)}-${until.slice(4, 6)}-${until.slice(6, 8)}`
  const midnight = Date.parse(`${day}T00:00:00Z`)
  if (until.length === 8) return midnight + dayLength - 1
  const clock = `${until.slice(9, 11)}:${until.slice(11, 13)}:${until.slice(13, 15)}`
  const wall = Date.parse(`${day}T${clock}Z`)
  return until.endsWith("Z") ? Date.parse(`${isoAt(new Date(wall), timezone).slice(0, 19)}Z`) : wall
}

function extraDates(dates: OfRule[], { timezone, all_day }: Dated): string[] {
  const origins = dates.map(({ origin }) => origin)
  return momentLines("RDATE", origins, timezone, all_day)
}

function spanLines({ start, end }: Span, timezone: string, allDay: boolean): string[] {
  return [
    ...momentLines("DTSTART", [start], timezone, allDay),
    ...(end ? momentLines("DTEND", [allDay ? dayAfter(end) : end], timezone, allDay) : []),
  ]
}

/** Returns a property with one or more times; times that happen twice by the wall clock are written in UTC. */
function momentLines(name: string, moments: string[], timezone: string, allDay: boolean): string[] {
  if (moments.length === 0) return []
  if (allDay) return [line(name, moments.map(dayStamp).join(","), { VALUE: "DATE" })]
  const plain = moments.filter((one) => isPlain(one, timezone))
  const doubled = moments.filter((one) => !isPlain(one, timezone))
  return [
    ...(plain.length > 0 ? [line(name, plain.map(wallStamp).join(","), { TZID: timezone })] : []),
    ...(doubled.length > 0 ? [line(name, doubled.map(utcStamp).join(","))] : []),
  ]
}

/**
 * Tells whether a wall-clock time identifies the instant. In autumn an hour happens twice, and programs differ about which one is
 * meant.
 */
function isPlain(iso: string, timezone: string): boolean {
  const wall = iso.slice(0, 19)
  return [-60, -30, 30, 60].every(
    (minutes) => isoAt(new Date(Date.parse(iso) + minutes * 60_000), timezone).slice(0, 19) !== wall,
  )
}

/** Returns the end of a date with this start and the length of another date: whole days counted in days, all others exactly. */
function endAfter(start: string, of: Span, timezone: string, allDay: boolean): string {
  const end = of.end as string
  if (allDay) return addDays(start.slice(0, 10), daysOf(of))
  return isoAt(new Date(Date.parse(start) + Date.parse(end) - Date.parse(of.start)), timezone)
}

function isAsLong(one: Span, other: Span, timezone: string, allDay: boolean): boolean {
  if (!one.end || !other.end) return one.end === other.end
  if (allDay) return daysOf(one) === daysOf(other)
  return endAfter(one.start, other, timezone, false) === isoAt(new Date(one.end), timezone)
}

function daysOf({ start, end }: Span): number {
  return Math.round((Date.parse(dayAfter(end as string)) - Date.parse(start.slice(0, 10))) / dayLength)
}

/** Returns the day that an end of whole days excludes: a midnight already is one. */
function dayAfter(end: string): string {
  return end.length === 10 || end.slice(11, 19) === "00:00:00" ? end.slice(0, 10) : addDays(end.slice(0, 10), 1)
}

function dayStamp(iso: string): string {
  return iso.slice(0, 10).replaceAll("-", "")
}

function wallStamp(iso: string): string {
  return iso.slice(0, 19).replaceAll(/[-:]/g, "")
}

/** Formats an instant in UTC as iCalendar does: `20261121T193000Z` (RFC 5545 §3.3.5). */
export function utcStamp(iso: string): string {
  return new Date(iso).toISOString().slice(0, 19).replaceAll(/[-:]/g, "") + "Z"
}
