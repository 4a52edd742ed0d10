import { addDays } from "#lib/time.ts"
import { coveredDays } from "./shown-date.ts"

/** One date of a run, with the fields that lists keep. */
export type RunDate = { start: string; end: string | null; status?: "scheduled" | "cancelled" | "moved" | undefined }
/** Consecutive days, both ends included. */
export type Span = { first: string; last: string }
/** The days on which dates begin at one time; `time` is empty for whole days. */
export type SameHour = { time: string; days: number; spans: Span[] }

/**
 * Groups the dates of one production by their hour, the most frequent hour first, each as spans of consecutive days. Cancelled
 * dates are left out, unless all are cancelled.
 */
export function hoursOf(dates: readonly RunDate[], isAllDay: boolean): SameHour[] {
  const playing = dates.filter(({ status }) => status !== "cancelled")
  const hours = new Map<string, SameHour>()
  const inOrder = [...(playing.length > 0 ? playing : dates)].sort((a, b) => (a.start < b.start ? -1 : 1))
  for (const date of inOrder) {
    const span = coveredDays(date, isAllDay)
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

/** Most nights drawn: three weeks of a longer run. */
const mostNights = 21

export type Night = { date: string; state: "on" | "off" | "dark"; isMonday: boolean }

/** Returns one mark per night, from the day before the first date: a performance, a cancelled one, or no performance. */
export function nightsOf(dates: readonly RunDate[], isAllDay: boolean): Night[] {
  const spans = dates.map((date) => ({ ...coveredDays(date, isAllDay), isOff: date.status === "cancelled" }))
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
