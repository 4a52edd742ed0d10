import { addDays } from "#lib/time.ts"
import { coverOf } from "./shown-date.ts"

/** One date of a run, as lists keep it. */
export type RunDate = { start: string; end: string | null; status?: "scheduled" | "cancelled" | "moved" | undefined }
/** Days in a row, both included. */
export type Span = { first: string; last: string }
/** The days on which something begins at one hour; no hour for what lasts whole days. */
export type SameHour = { time: string; days: number; spans: Span[] }

/**
 * The dates of one production by their hour, the usual one first, each as spans of days in a row. What is cancelled is left
 * out, unless all of it is.
 */
export function hoursOf(dates: readonly RunDate[], isAllDay: boolean): SameHour[] {
  const playing = dates.filter(({ status }) => status !== "cancelled")
  const hours = new Map<string, SameHour>()
  const inOrder = [...(playing.length > 0 ? playing : dates)].sort((a, b) => (a.start < b.start ? -1 : 1))
  for (const date of inOrder) {
    const span = coverOf(date, isAllDay)
    const time = isAllDay || span.last > span.first ? "" : date.start.slice(11, 16)
    const hour = hours.get(time) ?? { time, days: 0, spans: [] }
    hours.set(time, hour)
    hour.days++
    const before = hour.spans.at(-1)
    if (before && span.first <= addDays(before.last, 1)) {
      if (span.last > before.last) before.last = span.last
    } else hour.spans.push(span)
  }
  return [...hours.values()].sort((a, b) => b.days - a.days || (first(a) < first(b) ? -1 : 1))
}

const first = ({ spans }: SameHour) => spans[0]?.first ?? ""

/** So many nights are drawn at most: three weeks of a longer run. */
const mostNights = 21

export type Night = { date: string; state: "on" | "off" | "dark"; isMonday: boolean }

/** One mark a night, from the day before the first on: it plays, it is cancelled, or the house is dark. */
export function nightsOf(dates: readonly RunDate[], isAllDay: boolean): Night[] {
  const spans = dates.map((date) => ({ ...coverOf(date, isAllDay), isOff: date.status === "cancelled" }))
  const start = spans.map((span) => span.first).sort()[0]
  const end = spans
    .map((span) => span.last)
    .sort()
    .at(-1)
  if (start === undefined || end === undefined) return []
  const nights: Night[] = []
  for (let date = addDays(start, -1); nights.length < mostNights && (nights.length < 10 || date <= end);) {
    const on = spans.filter((span) => span.first <= date && date <= span.last)
    const state = on.length === 0 ? "dark" : on.every(({ isOff }) => isOff) ? "off" : "on"
    nights.push({ date, state, isMonday: new Date(`${date}T00:00:00Z`).getUTCDay() === 1 })
    date = addDays(date, 1)
  }
  return nights
}
