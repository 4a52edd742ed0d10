// RFC 5545 recurrence rules, DAILY and slower, expanded day by day. The number of days examined is limited, so that no rule can
// hang. Days are counted from 1970-01-01; wall-clock times are milliseconds as if in UTC.

export type Rule = {
  freq: "DAILY" | "WEEKLY" | "MONTHLY" | "YEARLY"
  interval: number
  count?: number
  /** As written in the rule: a date, or a time in UTC or in wall-clock time. */
  until?: string
  months: number[]
  weeks: number[]
  yearDays: number[]
  monthDays: number[]
  weekdays: { day: number; nth: number }[]
  hours: number[]
  minutes: number[]
  seconds: number[]
  positions: number[]
  /** 0 is Sunday. */
  weekStart: number
}

/** A rule that is invalid, or too fine for an agenda. The import shows the reason in the reader's language. */
export class RuleRefused extends Error {
  readonly reason: { id: "recurrence_too_fine" | "recurrence_invalid"; args: { rule: string } }
  constructor(id: "recurrence_too_fine" | "recurrence_invalid", rule: string) {
    super(id)
    this.name = "RuleRefused"
    this.reason = { id, args: { rule: rule.slice(0, 100) } }
  }
}

/**
 * The steps left for expanding rules while other requests wait: each examined day costs its number of comparisons, each time on a
 * matching day costs one. Several rules share one budget.
 */
export type Work = { left: number }

/** Steps allowed while other requests wait: some 30 ms. Every day since 1900 needs fewer. */
export const mostWork = 150_000

function spend(work: Work | undefined, steps: number, rule: Rule): void {
  if (work && (work.left -= steps) < 0) refuseRule("recurrence_too_fine", rule.freq)
}

function refuseRule(id: RuleRefused["reason"]["id"], rule: string): never {
  throw new RuleRefused(id, rule)
}

const weekdayNames = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"]
export const dayLength = 86_400_000

/** Parses the value of an RRULE; refuses an invalid rule instead of guessing dates. */
export function ruleOf(text: string): Rule {
  const given = new Map<string, string>()
  for (const part of text.split(";").filter((part) => part.trim())) {
    const [name = "", value = ""] = part.split("=")
    given.set(name.trim().toUpperCase(), value.trim().toUpperCase())
  }
  const freq = given.get("FREQ") ?? ""
  if (/^(SECONDLY|MINUTELY|HOURLY)$/.test(freq)) refuseRule("recurrence_too_fine", text)
  const wrong = () => refuseRule("recurrence_invalid", text)
  if (!/^(DAILY|WEEKLY|MONTHLY|YEARLY)$/.test(freq) || given.has("RSCALE")) wrong()

  const numbers = (name: string, from: number, to: number, signed = false) => {
    const list = given.get(name)
    if (!list) return []
    const read = list.split(",").map((each) => {
      const number = Number(each)
      const size = signed ? Math.abs(number) : number
      return /^[+-]?\d+$/.test(each.trim()) && size >= from && size <= to ? number : wrong()
    })
    return [...new Set(read)]
  }
  const one = (name: string, from: number, to: number) => numbers(name, from, to)[0]
  const until = given.get("UNTIL")
  if (until !== undefined && !/^\d{8}(T\d{6}Z?)?$/.test(until)) wrong()
  const weekdays = [...new Set(given.get("BYDAY")?.split(","))].map((each) => {
    const match = /^([+-]?\d{1,2})?(SU|MO|TU|WE|TH|FR|SA)$/.exec(each.trim())
    return match ? { day: weekdayNames.indexOf(match[2] as string), nth: Number(match[1] ?? 0) } : wrong()
  })
  const weekStart = weekdayNames.indexOf(given.get("WKST") ?? "MO")

  return {
    freq: freq as Rule["freq"],
    interval: one("INTERVAL", 1, 100_000) ?? 1,
    count: one("COUNT", 1, 1_000_000),
    until,
    months: numbers("BYMONTH", 1, 12),
    weeks: numbers("BYWEEKNO", 1, 53, true),
    yearDays: numbers("BYYEARDAY", 1, 366, true),
    monthDays: numbers("BYMONTHDAY", 1, 31, true),
    weekdays,
    hours: numbers("BYHOUR", 0, 23),
    minutes: numbers("BYMINUTE", 0, 59),
    seconds: numbers("BYSECOND", 0, 59),
    positions: numbers("BYSETPOS", 1, 366, true),
    weekStart: weekStart < 0 ? 1 : weekStart,
  }
}

/**
 * Yields the wall-clock times of a rule that began at `start`, in order, up to `horizon` (exclusive), the rule's count or `until`
 * (inclusive). `start` is always the first instance, whether the rule matches it or not.
 * @param work refuses a rule that needs more steps; without it the caller has to limit the number of dates itself
 */
export function* ruleTimes(
  rule: Rule,
  start: number,
  until: number | undefined,
  horizon: number,
  work?: Work,
): Generator<number> {
  const last = Math.min(until ?? Infinity, horizon - 1)
  let left = rule.count ?? Infinity
  if (left-- > 0) yield start

  for (const set of sets(rule, start, last, work)) {
    for (const time of set) {
      if (time <= start) continue
      if (time > last || left-- <= 0) return
      yield time
    }
    if (left <= 0) return
  }
}

/**
 * Tells whether the rule itself matches its start. When it does not, programs differ in counting the start (RFC 5545 §3.8.5.3).
 */
export function matchesStart(rule: Rule, start: number, work?: Work): boolean {
  for (const set of sets(rule, start, start, work)) return set.includes(start)
  return false
}

/** Yields the wall-clock times of each day, week, month or year that the rule visits, up to that of `last`. */
function* sets(rule: Rule, start: number, last: number, work?: Work): Generator<number[]> {
  const first = Math.floor(start / dayLength)
  const times = timesOf(rule, start - first * dayLength)
  for (const days of periods(rule, first, last, work)) {
    spend(work, days.length * times.length, rule)
    const set = days.flatMap((day) => times.map((time) => day * dayLength + time))
    yield rule.positions.length > 0 ? positioned(set, rule.positions) : set
  }
}

function timesOf(rule: Rule, clock: number): number[] {
  const hours = rule.hours.length > 0 ? rule.hours : [Math.floor(clock / 3_600_000)]
  const minutes = rule.minutes.length > 0 ? rule.minutes : [Math.floor(clock / 60_000) % 60]
  const seconds = rule.seconds.length > 0 ? rule.seconds : [Math.floor(clock / 1000) % 60]
  // More than 1,440 dates in a day are too many for an agenda.
  if (hours.length * minutes.length * seconds.length > 1440) refuseRule("recurrence_too_fine", rule.freq)
  return hours
    .flatMap((hour) =>
      minutes.flatMap((minute) => seconds.map((second) => (hour * 3600 + minute * 60 + second) * 1000)),
    )
    .sort((a, b) => a - b)
}

function positioned(set: number[], positions: number[]) {
  const chosen = positions.map((position) => set.at(position > 0 ? position - 1 : position))
  return [...new Set(chosen.filter((time) => time !== undefined))].sort((a, b) => a - b)
}

/**
 * After this many days without a date there are none to come: 29 February falls on a given weekday every 28 years at least, and
 * every 40 years around 1900.
 */
const mostInVain = 20_000

/** Yields the matching days of each day, week, month or year that the rule visits. */
function* periods(rule: Rule, first: number, lastTime: number, work?: Work): Generator<number[]> {
  const last = Math.floor(lastTime / dayLength)
  const matches = matcher(rule, first)
  const { months, weeks, yearDays, monthDays, weekdays } = rule
  // Most rules compare with next to nothing, but a rule that lists 366 days of the year compares each day with all of them.
  const comparisons = [months, weeks, yearDays, monthDays, weekdays].reduce((sum, list) => sum + list.length, 0)
  const workOfDay = 2 + Math.floor(comparisons / 16) + (weeks.length > 0 ? 4 : 0)
  let inVain = 0
  const range = (from: number, to: number) => {
    spend(work, (to - from) * workOfDay, rule)
    const days: number[] = []
    for (let day = from; day < to; day++) if (matches(day)) days.push(day)
    inVain = days.length > 0 ? 0 : inVain + to - from
    return days
  }
  const from = new Date(first * dayLength)
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth()]

  if (rule.freq === "DAILY") {
    for (let day = first; day <= last && inVain < mostInVain; day += rule.interval) yield range(day, day + 1)
  } else if (rule.freq === "WEEKLY") {
    const monday = first - ((weekdayOf(first) - rule.weekStart + 7) % 7)
    for (let week = monday; week <= last && inVain < mostInVain; week += 7 * rule.interval) yield range(week, week + 7)
  } else if (rule.freq === "MONTHLY") {
    for (let at = month; dayOf(year, at, 1) <= last && inVain < mostInVain; at += rule.interval) {
      yield range(dayOf(year, at, 1), dayOf(year, at + 1, 1))
    }
  } else {
    for (let at = year; dayOf(at, 0, 1) <= last && inVain < mostInVain; at += rule.interval) {
      if (rule.months.length === 1 && rule.weeks.length + rule.yearDays.length === 0) {
        const only = (rule.months[0] as number) - 1
        yield range(dayOf(at, only, 1), dayOf(at, only + 1, 1)) // by far the most common case: one month of each year
      } else yield range(dayOf(at, 0, 1), dayOf(at + 1, 0, 1))
    }
  }
}

/** Returns a check of one day against every BY… part; parts missing from the rule come from the day it began. */
function matcher(rule: Rule, first: number): (day: number) => boolean {
  let { months, monthDays } = rule
  let { weekdays } = rule
  const start = new Date(first * dayLength)
  if (rule.yearDays.length + monthDays.length + weekdays.length === 0) {
    if (rule.weeks.length > 0 || rule.freq === "WEEKLY") weekdays = [{ day: weekdayOf(first), nth: 0 }]
    else if (rule.freq !== "DAILY") monthDays = [start.getUTCDate()]
    if (rule.freq === "YEARLY" && rule.weeks.length === 0 && months.length === 0) months = [start.getUTCMonth() + 1]
  }
  if (rule.freq === "YEARLY" && rule.months.length === 0 && months.length === 1) rule.months = months
  const nthInMonth = rule.freq === "MONTHLY" || months.length > 0

  return (day) => {
    const at = new Date(day * dayLength)
    const [year, month, date] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()]
    if (months.length > 0 && !months.includes(month + 1)) return false
    if (monthDays.length > 0) {
      const length = dayOf(year, month + 1, 1) - dayOf(year, month, 1)
      if (!monthDays.includes(date) && !monthDays.includes(date - length - 1)) return false
    }
    if (rule.yearDays.length > 0) {
      const [begin, end] = [dayOf(year, 0, 1), dayOf(year + 1, 0, 1)]
      if (!rule.yearDays.includes(day - begin + 1) && !rule.yearDays.includes(day - end)) return false
    }
    if (rule.weeks.length > 0 && !inWeeks(day, year, rule.weeks, rule.weekStart)) return false
    if (weekdays.length === 0) return true
    const [begin, end] = nthInMonth
      ? [dayOf(year, month, 1), dayOf(year, month + 1, 1)]
      : [dayOf(year, 0, 1), dayOf(year + 1, 0, 1)]
    const [nth, nthFromEnd] = [Math.floor((day - begin) / 7) + 1, -Math.floor((end - 1 - day) / 7) - 1]
    const counted = rule.freq === "MONTHLY" || rule.freq === "YEARLY"
    return weekdays.some(
      (wanted) =>
        wanted.day === weekdayOf(day) &&
        (!counted || wanted.nth === 0 || wanted.nth === nth || wanted.nth === nthFromEnd),
    )
  }
}

/**
 * Tells whether a day is in one of these weeks. Week 1 is the first with at least four days in the year (ISO 8601, with the
 * rule's own first weekday).
 */
function inWeeks(day: number, year: number, weeks: number[], weekStart: number) {
  const firstOf = (of: number) => {
    const begin = dayOf(of, 0, 1)
    const into = (weekdayOf(begin) - weekStart + 7) % 7
    return into <= 3 ? begin - into : begin - into + 7
  }
  const [begin, end] = [firstOf(year), firstOf(year + 1)]
  if (day < begin || day >= end) return false
  const week = Math.floor((day - begin) / 7) + 1
  return weeks.includes(week) || weeks.includes(week - (end - begin) / 7 - 1)
}

function weekdayOf(day: number) {
  return (((day + 4) % 7) + 7) % 7
}

function dayOf(year: number, month: number, date: number) {
  const at = new Date(Date.UTC(2000, month, date))
  at.setUTCFullYear(year + at.getUTCFullYear() - 2000)
  // 2000 is a leap year. Callers only request the first of a month, so the date never rolls over.
  return at.getTime() / dayLength
}
