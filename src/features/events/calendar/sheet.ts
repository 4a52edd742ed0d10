import { addDays } from "#lib/time.ts"
import { coveredDays } from "../dates/shown-date.ts"
import type { AgendaEvent } from "../listing/list-event.ts"
import type { CalendarEntry } from "./calendar.ts"

/** A date of a personal calendar in the form pages use; its event has that date as `next`, and the answer given for it. */
export type SheetEntry = Pick<CalendarEntry, "until" | "layers" | "answer" | "conflicts"> & {
  event: AgendaEvent
  date: CalendarEntry["date"]
  /** First and last day it covers: a night that ends before six belongs to its evening. */
  first: string
  last: string
}

/** Entries longer than this many days appear on their first and last day, and among the running events. */
const longestOnDays = 7

/** An entry on one of its days. */
export type Placed = SheetEntry & { isRunning: boolean }

/** Adds the days that an entry covers. */
export function withDays(entry: Omit<SheetEntry, "first" | "last">): SheetEntry {
  return { ...entry, ...coveredDays(entry.date, entry.event.all_day) }
}

/** Tells whether an entry lasts longer than a week. */
export function isLong({ first, last }: Pick<SheetEntry, "first" | "last">): boolean {
  return last > addDays(first, longestOnDays - 1)
}

/** Returns everything that covers a day: entries that begin, by the clock, then running ones. */
export function onDay(entries: readonly SheetEntry[], day: string): Placed[] {
  return entries
    .filter(({ first, last }) => first <= day && day <= last)
    .map((entry) => ({ ...entry, isRunning: entry.first < day }))
    .sort(byClock)
}

/**
 * Sorts the entries of each day's cell by importance to the person: events they attend, their own, starred ones; then new events
 * of followed pages, then those that were on there in the three days before, then running ones. Declined events rank with those
 * of followed pages.
 */
export function cellsOf(entries: readonly SheetEntry[], days: readonly string[]): Map<string, Placed[]> {
  const cells = new Map(days.map((day): [string, Placed[]] => [day, []]))
  const before = new Map<number, string>()
  for (const entry of entries) {
    const known = before.get(entry.event.id)
    const isRepeated = known !== undefined && entry.first <= addDays(known, 3)
    before.set(entry.event.id, entry.first)
    const isAside = isOnlyFollowed(entry) || entry.answer === "declined"
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

/** Tells whether an entry is there only because of a followed page. */
export function isOnlyFollowed({ layers, answer }: Pick<SheetEntry, "layers" | "answer">): boolean {
  return answer === null && !layers.includes("managed") && !layers.includes("starred")
}

/** Returns the entries longer than a week that are on during these days, each once. */
export function runningEntries(entries: readonly SheetEntry[], first: string, last: string): SheetEntry[] {
  return entries.filter((entry) => isLong(entry) && entry.first <= last && entry.last >= first)
}

/** A day of a list with its entries; `further` is the number of dates of the same event that are not listed separately. */
export type ListedDay = { date: string; entries: (Placed & { further: number })[] }

/** A run of a followed page with more dates than this in one list is shown once. */
const fewDates = 4

/**
 * Returns the days of a list on which entries begin, with those that run into the first day. A long run of a followed page
 * appears at its next date from `today` on, with the number of its other dates; the person's own dates all appear.
 */
export function listedDays(entries: readonly SheetEntry[], first: string, last: string, today: string): ListedDay[] {
  const within = entries.filter((entry) => entry.first <= last && entry.last >= first && !isLong(entry))
  const runs = Map.groupBy(within.filter(isOnlyFollowed), ({ event }) => event.id)
  const told = new Map<number, number>()
  for (const [id, run] of runs)
    if (run.length > fewDates) told.set(id, (run.find((one) => one.first >= today) ?? run[0])?.date.id as number)
  const days = new Map<string, ListedDay["entries"]>()
  for (const entry of within) {
    const only = isOnlyFollowed(entry) ? told.get(entry.event.id) : undefined
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
