import { addDays } from "#lib/time.ts"
import { coverOf } from "../dates/shown-date.ts"
import type { AgendaEvent } from "../listing/list-event.ts"
import type { CalendarEntry } from "./calendar.ts"

/** A date of somebody's calendar as pages keep it; its event has it as `next`, and the answer that was given of it. */
export type SheetEntry = Pick<CalendarEntry, "until" | "layers" | "answer" | "conflicts"> & {
  event: AgendaEvent
  date: CalendarEntry["date"]
  /** Days it covers: a night that ends before six belongs to its evening. */
  first: string
  last: string
}

/** What lasts longer than a week stands where it begins and where it ends, and among what is on for longer. */
const longestOnDays = 7

/** An entry on one of its days. */
export type Placed = SheetEntry & { isRunning: boolean }

/** The days an entry covers, written into it. */
export function withDays(entry: Omit<SheetEntry, "first" | "last">): SheetEntry {
  return { ...entry, ...coverOf(entry.date, entry.event.all_day) }
}

/** Does it last longer than a week? */
export function isLong({ first, last }: Pick<SheetEntry, "first" | "last">): boolean {
  return last > addDays(first, longestOnDays - 1)
}

/** Everything that covers a day: what begins by the clock, then what has been running. */
export function onDay(entries: readonly SheetEntry[], day: string): Placed[] {
  return entries
    .filter(({ first, last }) => first <= day && day <= last)
    .map((entry) => ({ ...entry, isRunning: entry.first < day }))
    .sort(byClock)
}

/**
 * What the cells of these days tell, most one's own first: where one goes, what is one's own, what one starred; then what is
 * new at the pages one follows, then what was on there in the three days before already, then what has been running.
 * What one declined stands among what others do.
 */
export function cellsOf(entries: readonly SheetEntry[], days: readonly string[]): Map<string, Placed[]> {
  const cells = new Map(days.map((day): [string, Placed[]] => [day, []]))
  const before = new Map<number, string>()
  for (const entry of entries) {
    const known = before.get(entry.event.id)
    const isRepeated = known !== undefined && entry.first <= addDays(known, 3)
    before.set(entry.event.id, entry.first)
    const isAside = isOfOthers(entry) || entry.answer === "declined"
    const rank = isRepeated && isAside ? 2 : isAside ? 1 : 0
    for (const day of isLong(entry) ? [entry.first, entry.last] : spread(entry)) {
      const placed: Ranked = { ...entry, isRunning: entry.first < day, rank }
      cells.get(day)?.push(placed)
    }
  }
  for (const cell of cells.values()) (cell as Ranked[]).sort((a, b) => a.rank - b.rank || byClock(a, b))
  return cells
}
type Ranked = Placed & { rank: number }

/** Is it only there because of a page one follows? */
export function isOfOthers({ layers, answer }: Pick<SheetEntry, "layers" | "answer">): boolean {
  return answer === null && !layers.includes("managed") && !layers.includes("starred")
}

/** What is on for longer than a week during these days, each once. */
export function runningIn(entries: readonly SheetEntry[], first: string, last: string): SheetEntry[] {
  return entries.filter((entry) => isLong(entry) && entry.first <= last && entry.last >= first)
}

/** A day of a list: its entries, each with how many further dates of its event are not told apart. */
export type ListedDay = { date: string; entries: (Placed & { further: number })[] }

/** So many dates in one list, and a run at a page one follows is told once. */
const fewDates = 4

/**
 * The days of a list on which something begins, and what ran into the first. What others play night after night is told at
 * its next date from `today` on, with how many there are; one's own dates all stand there.
 */
export function listedDays(entries: readonly SheetEntry[], first: string, last: string, today: string): ListedDay[] {
  const within = entries.filter((entry) => entry.first <= last && entry.last >= first && !isLong(entry))
  const runs = Map.groupBy(within.filter(isOfOthers), ({ event }) => event.id)
  const told = new Map<number, number>()
  for (const [id, run] of runs)
    if (run.length > fewDates) told.set(id, (run.find((one) => one.first >= today) ?? run[0])?.date.id as number)
  const days = new Map<string, ListedDay["entries"]>()
  for (const entry of within) {
    const only = isOfOthers(entry) ? told.get(entry.event.id) : undefined
    if (only !== undefined && only !== entry.date.id) continue
    const day = entry.first < first ? first : entry.first
    const placed = {
      ...entry,
      isRunning: entry.first < day,
      further: only === undefined ? 0 : (runs.get(entry.event.id)?.length ?? 1) - 1,
    }
    const there = days.get(day)
    if (there) there.push(placed)
    else days.set(day, [placed])
  }
  return [...days].sort(([a], [b]) => (a < b ? -1 : 1)).map(([date, those]) => ({ date, entries: those.sort(byClock) }))
}

function spread({ first, last }: SheetEntry): string[] {
  const days = [first]
  for (let day = first; day < last;) days.push((day = addDays(day, 1)))
  return days
}

function byClock(a: Placed, b: Placed) {
  return (
    Number(a.isRunning) - Number(b.isRunning) ||
    Date.parse(a.date.start) - Date.parse(b.date.start) ||
    a.event.id - b.event.id
  )
}
