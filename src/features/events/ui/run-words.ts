import { dayNumber, daySpan } from "#i18n/day-span.ts"
import type { Messages } from "#i18n/messages.ts"
import { addDays } from "#lib/time.ts"
import { hoursOf, type RunDate, type Span } from "../dates/run.ts"

/** With more groups of days than this, the line gives first and last day only. */
const mostGroups = 6
/** Most other hours given beside the usual one. */
const mostOthers = 2

export type RunWords = { main: string; others: string[] }

type RunOfWords = {
  all_day: boolean
  dates: readonly RunDate[]
  /** The last date, when there are more than `dates`. */
  last?: string | undefined
}

/** Returns the dates of a run in words: « 22, 24–26 nov. · 20:30 », and those at other hours: « 30 nov. · 15:00 ». */
export function runWords(t: Messages, { all_day, dates, last }: RunOfWords): RunWords {
  const [usual, ...others] = hoursOf(dates, all_day)
  if (!usual) return { main: "", others: [] }
  const all = [usual, ...others].flatMap(({ spans }) => spans)
  const isLong = last !== undefined || usual.spans.length > mostGroups
  if (!isLong) {
    const said = others.slice(0, mostOthers).map(({ spans, time }) => withTime(daysInWords(t, spans), time))
    return { main: withTime(daysInWords(t, usual.spans), usual.time), others: told(t, said, others.length) }
  }
  const whole = {
    first: least(all.map((span) => span.first)),
    last: last?.slice(0, 10) ?? most(all.map((s) => s.last)),
  }
  const words = daySpan(t, whole.first, whole.last)
  const weekday = last === undefined ? weekdayOf(t, all) : undefined
  return {
    main: withTime(weekday ? t("runs.weekday", { weekday, days: words }) : words, usual.time),
    others: told(t, [], others.length),
  }
}

/** Returns days in words: « 22, 24–26 nov., 1 déc. ». A month is named once, after its last day. */
export function daysInWords(t: Messages, spans: readonly Span[]): string {
  const pieces = spans.flatMap((span): Span[] =>
    // Two consecutive days are written as two days instead of a span.
    addDays(span.first, 1) === span.last
      ? [
          { first: span.first, last: span.first },
          { first: span.last, last: span.last },
        ]
      : [span],
  )
  const shown = pieces.slice(0, mostGroups * 2)
  return shown
    .map((piece, at) => {
      const next = shown[at + 1]
      const isSaid = !next || month(piece.first) !== month(piece.last) || month(next.first) !== month(piece.last)
      if (isSaid) return daySpan(t, piece.first, piece.last)
      return [...new Set([piece.first, piece.last])].map((date) => dayNumber(t, date)).join("–")
    })
    .join(", ")
}

function told(t: Messages, said: string[], count: number): string[] {
  return count > said.length ? [...said, t("runs.other_hours")] : said
}

/** Returns the weekday that all days share. */
function weekdayOf(t: Messages, spans: readonly Span[]): string | undefined {
  const days = new Set(spans.map(({ first }) => new Date(`${first}T00:00:00Z`).getUTCDay()))
  const [span] = spans
  return span && days.size === 1 && spans.every(({ first, last }) => first === last)
    ? t.date(span.first, "weekday")
    : undefined
}

const withTime = (days: string, time: string) => (time ? `${days} · ${time}` : days)
const month = (date: string) => date.slice(0, 7)
const least = (dates: string[]) => dates.sort()[0] ?? ""
const most = (dates: string[]) => dates.sort().at(-1) ?? ""
