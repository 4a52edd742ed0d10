import { refuseFields, type Sentence } from "#lib/refusal.ts"
import { instantOf, isoAt, isTimezone } from "#lib/time.ts"
import type { OccurrenceDraft } from "../draft.ts"
import { horizonOf, mostOccurrences, withinWindow } from "./occurrence-window.ts"
import { dayLength, ruleTimes, mostWork, type Rule, RuleRefused, ruleOf, type Work } from "./recurrence.ts"

const latest = Date.UTC(2200, 0, 1)
/** An endless rule with more instances than this is taken for a mistake. */
const mostLookedAt = 50_000

/**
 * Expands RFC 5545 lines (RRULE, RDATE, EXDATE) that begin at `span` to dates at the same wall-clock time, as long as the first,
 * across clock changes. An endless rule is expanded as in imports, up to five years ahead.
 */
export function expandRecurrence(
  text: string,
  span: { starts_at: Date; ends_at: Date | null },
  timezone: string,
  allDay: boolean,
  now: number,
): OccurrenceDraft[] {
  const start = wallOf(span.starts_at, timezone)
  const lines = linesOf(text)
  const excluded = lines.filter(({ name }) => name === "EXDATE").flatMap((line) => timesOf(line, timezone))
  const days = new Set(excluded.filter(({ isDay }) => isDay || allDay).map(({ wall }) => dayOf(wall)))
  const times = new Set(excluded.map(({ wall }) => wall))
  const found = new Set<number>()
  const add = (wall: number) => {
    if (!times.has(wall) && !days.has(dayOf(wall))) found.add(wall)
  }
  add(start)
  const tooMany = () => wrong({ id: "errors.too_many_dates", with: { maximum: mostOccurrences } })
  const rules = lines.filter(({ name }) => name === "RRULE").map(({ value }) => readRule(value))
  const isEndless = rules.some((rule) => rule.count === undefined && rule.until === undefined)
  // The request, and every other one behind it, waits for this: a limit on the number of dates alone would come too late.
  const work = { left: mostWork }
  for (const rule of rules) {
    const hasEnd = rule.count !== undefined || rule.until !== undefined
    const horizon = hasEnd ? latest : Math.max(horizonOf(now), start + 1)
    for (const wall of expandRule(rule, start, untilOf(rule.until, timezone), horizon, work)) {
      add(wall)
      // A rule with an end is refused as soon as it has too many dates, without expanding it up to the year 2200.
      if (found.size > (isEndless ? mostLookedAt : mostOccurrences)) tooMany()
    }
  }
  for (const line of lines.filter(({ name }) => name === "RDATE"))
    for (const { wall, isDay } of timesOf(line, timezone)) add(isDay && !allDay ? wall + (start % dayLength) : wall)
  const sorted = [...found].sort((a, b) => a - b)
  if (sorted.length > mostOccurrences && !isEndless) tooMany()
  const all = [...new Map(near(sorted, now).map((wall) => [instant(wall, timezone), wall]))].sort(([a], [b]) => a - b)
  const length = span.ends_at && span.ends_at.getTime() - span.starts_at.getTime()
  const lastsDays = span.ends_at && Math.round((wallOf(span.ends_at, timezone) - start) / dayLength)
  return withinWindow(all, ([at]) => at, now).map(([at, wall]) => ({
    starts_at: new Date(at),
    // Whole days are counted in dates, so that the day of a clock change is one day too.
    ends_at:
      length === null
        ? null
        : new Date(allDay ? instant(wall + (lastsDays as number) * dayLength, timezone) : at + length),
  }))
}

/** Returns the times that can be among the stored dates: converting all of many wall-clock times to instants takes far longer. */
function near(walls: number[], now: number): number[] {
  if (walls.length <= mostOccurrences) return walls
  const year = Date.UTC(new Date(now).getUTCFullYear(), 0, 1) - 2 * dayLength
  const present = walls.findIndex((wall) => wall >= year)
  const from = present < 0 ? walls.length : present
  return walls.slice(Math.max(0, from - mostOccurrences), from + 2 * mostOccurrences)
}

type Line = { name: "RRULE" | "RDATE" | "EXDATE"; timezone: string | undefined; value: string }

function linesOf(text: string): Line[] {
  if (text.length > 20_000) wrong("errors.recurrence_invalid")
  const lines = text.split(/\r?\n/).filter((line) => line.trim())
  if (lines.length > 50) wrong("errors.recurrence_invalid")
  const read = lines.map((line): Line => {
    const bare = /^\s*FREQ\s*=/i.test(line) ? `RRULE:${line.trim()}` : line.trim()
    const [, name, parameters = "", value = ""] = /^(RRULE|RDATE|EXDATE)((?:;[^:;]+)*):(.+)$/i.exec(bare) ?? []
    if (!name) return wrong("errors.recurrence_invalid")
    const timezone = /;TZID="?([^;"]+)/i.exec(parameters)?.[1]
    if (timezone !== undefined && !isTimezone(timezone)) wrong("errors.recurrence_invalid")
    return { name: name.toUpperCase() as Line["name"], timezone, value }
  })
  return read.filter(({ name }) => name === "RRULE").length <= 5 ? read : wrong("errors.recurrence_invalid")
}

function readRule(value: string): Rule {
  return understood(() => ruleOf(value))
}

function* expandRule(rule: Rule, start: number, until: number | undefined, horizon: number, work: Work) {
  const walls = understood(() => ruleTimes(rule, start, until, horizon, work))
  for (;;) {
    const { value, done } = understood(() => walls.next())
    if (done) return
    yield value
  }
}

function understood<Result>(read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof RuleRefused)) throw error
    return wrong(`errors.${error.reason.id}`)
  }
}

/** Returns UNTIL as wall-clock time; a date alone includes that whole day. */
function untilOf(until: string | undefined, timezone: string): number | undefined {
  if (until === undefined) return undefined
  const read = timeOf(until) ?? wrong("errors.recurrence_invalid")
  if (read.isDay) return read.wall + dayLength - 1
  return read.isUtc ? wallOf(new Date(read.wall), timezone) : read.wall
}

function timesOf(line: Line, timezone: string) {
  return line.value.split(",").map((each) => {
    const read = timeOf(each.trim()) ?? wrong("errors.recurrence_invalid")
    const from = read.isUtc ? "Etc/UTC" : line.timezone
    if (read.isDay || !from || from === timezone) return read
    return { ...read, wall: wallOf(instantOf(new Date(read.wall).toISOString().slice(0, 19), from), timezone) }
  })
}

function timeOf(value: string) {
  const match = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})(Z)?)?$/i.exec(value)
  if (!match) return undefined
  const [, year, month, day, hour = "00", minute = "00", second = "00", utc] = match
  const date = `${year}-${month}-${day}`
  const wall = Date.parse(`${date}T${hour}:${minute}:${second}Z`)
  const exists = !Number.isNaN(wall) && new Date(wall).toISOString().slice(0, 10) === date
  if (!exists || (year as string) < "1900" || (year as string) >= "2200") return undefined
  return { wall, isDay: match[4] === undefined, isUtc: utc !== undefined }
}

/** Returns the wall-clock time in milliseconds, as if it were UTC. */
function wallOf(at: Date, timezone: string) {
  return Date.parse(`${isoAt(at, timezone).slice(0, 19)}Z`)
}

function instant(wall: number, timezone: string) {
  return instantOf(new Date(wall).toISOString().slice(0, 19), timezone).getTime()
}

function dayOf(wall: number) {
  return Math.floor(wall / dayLength)
}

function wrong(sentence: Sentence): never {
  return refuseFields({ recurrence: [sentence] })
}
