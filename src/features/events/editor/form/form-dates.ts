import { addDays, isoAt } from "#lib/time.ts"
import { type Fields, rowsIn } from "#web/editing/edit-values.ts"
import type { Event, Occurrence } from "../../event.ts"
import { ruleFields, ruleText } from "../dates/rule.ts"

// The dates of an event, as form fields (rows of dates, or a first date and a rule) and as the API takes them. Times are
// wall-clock times at the venue; nothing here depends on the current time.

/** The dates of an event in a request to the API. */
export type DatesBody = {
  timezone: string
  all_day: boolean
  doors: string | null
  start?: string
  end?: string | null
  recurrence?: string | null
  exceptions?: { original_start: string; start?: string; end?: string | null; status?: "scheduled" | "cancelled" }[]
  occurrences?: { id?: number; start: string; end: string | null; status?: "scheduled" | "cancelled" | "moved" }[]
}

/** A row of the form, in the terms of the API. */
type DateRow = { row: number; id: number | undefined; start: string; end: string | null; isCancelled: boolean }

/** Tells whether the form has whole days. */
export function isAllDay(fields: Fields): boolean {
  return fields.all_day === "on"
}

/** Tells whether the form has a recurrence rule instead of single dates. */
export function isRepeated(fields: Fields): boolean {
  return fields.repeats === "on"
}

/** Returns the rows that are filled in, in the order of the form. */
export function dateRows(fields: Fields): DateRow[] {
  return rowsIn(fields, "dates").flatMap((row) => {
    const of = (key: string) => (fields[`dates.${row}.${key}`] ?? "").trim()
    if (!of("date") && !of("start") && !of("end") && !of("end_date") && row > 0) return []
    const id = Number(of("id")) || undefined
    const span = spanOf(of, isAllDay(fields))
    return [{ row, id, ...span, isCancelled: of("status") === "cancelled" }]
  })
}

function spanOf(of: (key: string) => string, allDay: boolean): { start: string; end: string | null } {
  if (allDay) return { start: of("date"), end: of("end_date") || null }
  const start = of("start") ? `${of("date")}T${of("start")}` : of("date")
  const lastDay = of("end_date") || of("date")
  return { start, end: of("end") ? `${lastDay}T${of("end")}` : null }
}

/** Returns the name of a rule's date in form fields: `20261121T2030`. */
export function stampOf(start: string): string {
  return start.slice(0, 16).replaceAll(/[-:]/g, "")
}

/** Returns the exceptions of the form, by the start that the rule gives. */
export function exceptionsOf(fields: Fields) {
  const allDay = isAllDay(fields)
  const stamps = Object.keys(fields).flatMap((name) => /^exceptions\.(\d{8}(?:T\d{4})?)\.do$/.exec(name)?.[1] ?? [])
  return stamps.sort().flatMap((stamp) => {
    const how = fields[`exceptions.${stamp}.do`] ?? ""
    const day = `${stamp.slice(0, 4)}-${stamp.slice(4, 6)}-${stamp.slice(6, 8)}`
    const original_start = allDay ? day : `${day}T${stamp.slice(9, 11)}:${stamp.slice(11, 13)}`
    if (how !== "moved" && how !== "cancelled" && how !== "removed") return []
    const of = (key: string) => (fields[`exceptions.${stamp}.${key}`] ?? "").trim()
    return [
      { stamp, how, original_start, ...(of("date") ? spanOf(of, allDay) : { start: original_start, end: undefined }) },
    ]
  })
}

/** Returns the EXDATE line of dates that are removed from a rule. */
function excludedLine(removed: string[]): string {
  if (removed.length === 0) return ""
  const isDay = removed[0]?.length === 10
  const stamps = removed.map((start) => (isDay ? stampOf(start) : `${stampOf(start)}00`))
  return `\nEXDATE${isDay ? ";VALUE=DATE" : ""}:${stamps.join(",")}`
}

/** Returns the dates of the form as the API takes them. */
export function datesBody(fields: Fields): DatesBody {
  const rows = dateRows(fields)
  const base = {
    timezone: fields.timezone?.trim() || "Europe/Brussels",
    all_day: isAllDay(fields),
    doors: (!isAllDay(fields) && fields.doors?.trim()) || null,
  }
  const first = rows[0] ?? { start: "", end: null }
  const rule = isRepeated(fields) ? ruleText(fields, first.start.slice(0, 10)) : undefined
  if (rule !== undefined) {
    const exceptions = exceptionsOf(fields)
    const removed = exceptions.filter(({ how }) => how === "removed").map((one) => one.original_start)
    return {
      ...base,
      start: first.start,
      end: first.end,
      recurrence: rule + excludedLine(removed),
      exceptions: exceptions
        .filter(({ how }) => how !== "removed")
        .map(({ how, original_start, start, end }) => ({
          original_start,
          ...(how === "cancelled" ? { status: "cancelled" as const } : {}),
          ...(start === original_start ? {} : { start }),
          ...(end ? { end } : {}),
        })),
    }
  }
  return {
    ...base,
    recurrence: null,
    occurrences: rows.map(({ id, start, end, isCancelled }) => ({
      ...(id ? { id } : {}),
      start,
      end,
      ...(isCancelled ? { status: "cancelled" as const } : id ? { status: "scheduled" as const } : {}),
    })),
  }
}

/** Returns the form fields for the dates of an event. */
export function dateFields(
  event: Pick<Event, "timezone" | "all_day" | "doors" | "recurrence" | "occurrences">,
): Fields {
  const base: Fields = {
    timezone: event.timezone,
    ...(event.all_day ? { all_day: "on" } : {}),
    ...(event.doors ? { doors: event.doors.slice(11, 16) } : {}),
  }
  const dates = event.occurrences
  if (!event.recurrence) {
    return Object.assign(
      base,
      ...dates.map((one, row) => ({
        [`dates.${row}.id`]: String(one.id),
        ...rowFields(`dates.${row}`, one, event.all_day),
        ...(one.status === "cancelled" ? { [`dates.${row}.status`]: "cancelled" } : {}),
      })),
    ) as Fields
  }

  const { rule, removed } = partRule(event.recurrence, event.timezone)
  const originOf = (one: Occurrence) => (one.original_start ?? one.start).slice(0, event.all_day ? 10 : 16)
  const plain = dates.find((one) => !one.original_start) ?? dates[0]
  const starts = [...dates.map(originOf), ...removed].sort()
  const first = starts[0] ?? ""
  // As long as an unchanged date of the rule, from the rule's first day on.
  const length = plain?.end ? wall(plain.end) - wall(plain.start) : undefined
  const begin = { start: first.length === 10 ? `${first}T00:00` : first }
  const fields: Fields = {
    ...base,
    repeats: "on",
    ...ruleFields(rule),
    ...rowFields(
      "dates.0",
      { ...begin, end: length === undefined ? null : wallText(wall(begin.start) + length) },
      event.all_day,
    ),
  }
  for (const one of dates) {
    const stamp = `exceptions.${stampOf(originOf(one))}`
    const isMoved = one.original_start !== null
    if (one.status !== "cancelled" && !isMoved) continue
    fields[`${stamp}.do`] = one.status === "cancelled" ? "cancelled" : "moved"
    if (isMoved) Object.assign(fields, rowFields(stamp, one, event.all_day))
  }
  for (const start of removed) fields[`exceptions.${stampOf(start)}.do`] = "removed"
  return fields
}

/** Returns the form fields of one date. */
export function rowFields(
  name: string,
  { start, end }: { start: string; end: string | null },
  allDay: boolean,
): Fields {
  const date = start.slice(0, 10)
  if (allDay) {
    // In the API, whole days end at the midnight after them.
    const last = end ? addDays(end.slice(0, 10), end.slice(11, 16) === "00:00" ? -1 : 0) : date
    return { [`${name}.date`]: date, ...(last > date ? { [`${name}.end_date`]: last } : {}) }
  }
  return {
    [`${name}.date`]: date,
    [`${name}.start`]: start.slice(11, 16),
    ...(end ? { [`${name}.end`]: end.slice(11, 16) } : {}),
    ...(end && end.slice(0, 10) !== date ? { [`${name}.end_date`]: end.slice(0, 10) } : {}),
  }
}

/** Splits a recurrence into the rule without EXDATE lines and the dates they remove, in wall-clock time at the venue. */
function partRule(text: string, timezone: string): { rule: string; removed: string[] } {
  const lines = text.split(/\r?\n/).filter((line) => line.trim())
  const removed = lines
    .filter((line) => /^EXDATE/i.test(line))
    .flatMap((line) => line.slice(line.indexOf(":") + 1).split(","))
    .map((stamp) => {
      const [, y, m, d, hour, minute, utc] =
        /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})\d{2}(Z)?)?$/.exec(stamp.trim()) ?? []
      if (!y) return ""
      if (hour === undefined) return `${y}-${m}-${d}`
      if (utc) return isoAt(new Date(`${y}-${m}-${d}T${hour}:${minute}:00Z`), timezone).slice(0, 16)
      return `${y}-${m}-${d}T${hour}:${minute}`
    })
    .filter(Boolean)
  return { rule: lines.filter((line) => !/^EXDATE/i.test(line)).join("\n"), removed: [...new Set(removed)] }
}

function wall(iso: string): number {
  return Date.parse(`${iso.slice(0, 16)}Z`)
}

function wallText(at: number): string {
  return new Date(at).toISOString().slice(0, 16)
}

/** Adds minutes to a time, `20:30` and 105: `22:15`; undefined when the result is on another day. */
export function clockAfter(clock: string, minutes: number): string | undefined {
  const [hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(clock)?.slice(1).map(Number) ?? []
  if (hour === undefined || minute === undefined) return undefined
  const after = hour * 60 + minute + minutes
  if (after >= 24 * 60) return undefined
  return `${String(Math.floor(after / 60)).padStart(2, "0")}:${String(after % 60).padStart(2, "0")}`
}
