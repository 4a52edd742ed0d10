import { addDays } from "#lib/time.ts"
import type { DatesMatch, FoundDate } from "./read-dates.ts"
import type { TimesMatch } from "./read-times.ts"

/** One date of an event in wall-clock time: `2026-11-27` and `20:30`. */
export type PastedDate = FoundDate & { start?: string; end?: string }

export type Timetable = {
  dates: PastedDate[]
  /** Consecutive days without a time. */
  isAllDay: boolean
  doors?: string
  /** Times, when the text has no date. */
  hours?: { start: string; end?: string }
}

/** Most nights of a run that are listed; a longer one is a season, whose times stay in the text. */
const mostNights = 31
const mostDates = 100

type Row = { dates: readonly FoundDate[]; times?: TimesMatch; until?: string }

/**
 * Combines dates with their times: each date has the times that follow it, or else those before it.
 * @param found in the order of the text
 * @returns also the unused ones: times of something else
 */
export function timetableOf(
  found: readonly (DatesMatch | TimesMatch)[],
): Timetable & { unused: ReadonlySet<DatesMatch | TimesMatch> } {
  const rows: Row[] = []
  const unused = new Set<DatesMatch | TimesMatch>()
  let doors: string | undefined
  let early: TimesMatch | undefined
  for (const one of found) {
    if ("dates" in one) rows.push({ dates: one.dates })
    else if (one.kind === "doors" && doors === undefined) doors = one.starts[0]
    else if (one.kind === "until" && rows.at(-1) && rows.at(-1)?.until === undefined)
      Object.assign(rows.at(-1) ?? {}, { until: one.until })
    else if (one.kind === "start" && rows.length === 0 && !early) early = one
    else if (one.kind === "start" && rows.some(({ times }) => !times) && !(early && rows.length === 1)) {
      for (const row of rows) row.times ??= one
    } else unused.add(one)
  }
  const usual = early ?? rows.findLast(({ times }) => times)?.times
  const isSeason = rows.some(({ dates }) => dates.some(isLong))
  if (isSeason && usual) for (const { times } of [{ times: early }, ...rows]) if (times) unused.add(times)
  const dates = rows.flatMap((row) =>
    row.dates.flatMap((date) => nightsOf(date, isSeason ? undefined : (row.times ?? usual), row.until)),
  )
  const different = [...new Map(dates.map((one) => [key(one), one])).values()]
  const shown = different.toSorted((one, other) => (key(one) < key(other) ? -1 : 1)).slice(0, mostDates)
  const hours = rows.length === 0 ? early : undefined
  return {
    dates: shown,
    isAllDay: shown.some(({ last }) => last) && !shown.some(({ start }) => start),
    ...(doors ? { doors } : {}),
    ...(hours?.starts[0] ? { hours: { start: hours.starts[0], ...(hours.until ? { end: hours.until } : {}) } } : {}),
    unused,
  }
}

const key = ({ date, start = "" }: PastedDate) => `${date} ${start}`

function isLong({ date, last }: FoundDate): boolean {
  return last !== undefined && addDays(date, mostNights) <= last
}

/** Consecutive days with a time are that many nights; without one they are a single date from the first to the last. */
function nightsOf(date: FoundDate, times: TimesMatch | undefined, until: string | undefined): PastedDate[] {
  const starts = times?.starts ?? []
  if (starts.length === 0) return [date]
  const end = times?.until ?? until
  const { last, ...first } = date
  const days: FoundDate[] = [first]
  for (let next = addDays(first.date, 1); last && next <= last; next = addDays(next, 1)) days.push({ date: next })
  return days.flatMap((day) => starts.map((start) => ({ ...day, start, ...(end && end !== start ? { end } : {}) })))
}
