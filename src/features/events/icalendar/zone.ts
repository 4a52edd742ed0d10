import { offsetMinutes } from "#lib/time.ts"
import { line, text } from "./lines.ts"

/** A time zone with the first and last year that dates use it. */
export type ZoneYears = { timezone: string; first: number; last: number }

/** A clock change: its time, and the minutes east of UTC before and after. */
type Change = { at: number; from: number; to: number }

const dayLength = 86_400_000

/**
 * Returns a VTIMEZONE that is right for every moment between two years (inclusive), from the zone data of this machine. Changes
 * that follow one yearly rule up to the last year are written as that rule, so that the file stays right afterwards.
 */
export function timezoneLines(timezone: string, firstYear: number, lastYear: number): string[] {
  const from = Date.UTC(firstYear - 1, 0, 1)
  const changes = changesOf(timezone, from, Date.UTC(Math.max(lastYear, firstYear) + 2, 0, 1))
  const first = changes[0]
  // The offset until the first change, when that comes after the first moment needed.
  const before =
    !first || first.at > Date.UTC(firstYear, 0, 1)
      ? steady(timezone, first?.from ?? offsetMinutes(new Date(from), timezone), from)
      : []
  const parts = [before, ...observances(changes, timezone)]
  return ["BEGIN:VTIMEZONE", line("TZID", timezone), ...parts.flat(), "END:VTIMEZONE"]
}

/** Returns an observance with one offset from 1970 on. */
function steady(timezone: string, minutes: number, seenAt: number): string[] {
  const begin = { at: Date.UTC(1970, 0, 1) - minutes * 60_000, from: minutes, to: minutes }
  return observance("STANDARD", begin, nameAt(seenAt, timezone), [])
}

const known = new Map<string, Change[]>()

function changesOf(timezone: string, from: number, to: number): Change[] {
  const key = `${timezone} ${from} ${to}`
  const found = known.get(key)
  if (found) return found
  const changes: Change[] = []
  let before = offsetMinutes(new Date(from), timezone)
  // In steps of fourteen days: nowhere do clocks change and change back within so few.
  for (let start = from; start < to; start += 14 * dayLength) {
    const end = Math.min(start + 14 * dayLength, to)
    const after = offsetMinutes(new Date(end), timezone)
    if (after === before) continue
    let [low, high] = [start, end]
    while (high - low > 60_000) {
      const middle = low + Math.floor((high - low) / 120_000) * 60_000
      if (offsetMinutes(new Date(middle), timezone) === before) low = middle
      else high = middle
    }
    changes.push({ at: high, from: before, to: after })
    before = after
  }
  if (known.size > 200) known.clear()
  known.set(key, changes)
  return changes
}

/** Groups changes with the same offsets by the yearly rules they follow. */
function observances(changes: Change[], timezone: string): string[][] {
  const last = Math.max(0, ...changes.map(yearOf))
  return [...Map.groupBy(changes, ({ from, to }) => `${from} ${to}`).values()].flatMap((same) =>
    runsOf(same).map((run) => {
      const [begin, end] = [run.changes[0] as Change, run.changes.at(-1) as Change]
      const until = yearOf(end) === last ? "" : `;UNTIL=${stamp(end.at)}Z`
      const repeats = run.changes.length > 1 ? [line("RRULE", `FREQ=YEARLY;${run.rule}${until}`)] : []
      return observance(begin.to > begin.from ? "DAYLIGHT" : "STANDARD", begin, nameAt(begin.at, timezone), repeats)
    }),
  )
}

type Run = { changes: Change[]; rule: string }

/** Splits ordered changes into runs of consecutive years that follow one rule. */
function runsOf(changes: Change[]): Run[] {
  const runs: { changes: Change[]; rules: string[] }[] = []
  for (const change of changes) {
    const current = runs.at(-1)
    const shared = current?.rules.filter((rule) => rulesOf(change).includes(rule)) ?? []
    if (current && shared.length > 0 && yearOf(change) === yearOf(current.changes.at(-1) as Change) + 1) {
      current.changes.push(change)
      current.rules = shared
    } else runs.push({ changes: [change], rules: rulesOf(change) })
  }
  return runs.map(({ changes: run, rules }) => ({ changes: run, rule: rules[0]?.split(" ")[0] ?? "" }))
}

const weekdays = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"]

/** Returns the yearly rules that a change may follow: the last or the nth such weekday of its month, with the time. */
function rulesOf(change: Change): string[] {
  const wall = new Date(change.at + change.from * 60_000)
  const [month, date] = [wall.getUTCMonth(), wall.getUTCDate()]
  const days = new Date(Date.UTC(wall.getUTCFullYear(), month + 1, 0)).getUTCDate()
  const nths = [...(date + 7 > days ? [-1] : []), Math.ceil(date / 7)]
  const clock = wall.toISOString().slice(11, 19)
  return nths.map((nth) => `BYMONTH=${month + 1};BYDAY=${nth}${weekdays[wall.getUTCDay()]} ${clock}`)
}

function observance(kind: "STANDARD" | "DAYLIGHT", change: Change, name: string, repeats: string[]): string[] {
  return [
    `BEGIN:${kind}`,
    line("DTSTART", wallOf(change)),
    line("TZOFFSETFROM", offset(change.from)),
    line("TZOFFSETTO", offset(change.to)),
    line("TZNAME", text(name)),
    ...repeats,
    `END:${kind}`,
  ]
}

function nameAt(at: number, timezone: string): string {
  const format = new Intl.DateTimeFormat("en-GB", { timeZone: timezone, timeZoneName: "short" })
  return format.formatToParts(new Date(at)).find(({ type }) => type === "timeZoneName")?.value ?? timezone
}

/** Returns the wall-clock time just before the change (RFC 5545 §3.6.5). */
function wallOf(change: Change): string {
  return stamp(change.at + change.from * 60_000)
}

function yearOf(change: Change): number {
  return new Date(change.at + change.from * 60_000).getUTCFullYear()
}

function stamp(at: number): string {
  return new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, "")
}

function offset(minutes: number): string {
  const size = Math.abs(minutes)
  return `${minutes < 0 ? "-" : "+"}${String(Math.floor(size / 60)).padStart(2, "0")}${String(size % 60).padStart(2, "0")}`
}
