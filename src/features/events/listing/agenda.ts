import { addDays } from "#lib/time.ts"
import type { Event, Occurrence } from "../event.ts"

/** A date as lists keep it. */
export type ListedDate = Pick<Occurrence, "id" | "start" | "end"> & Partial<Pick<Occurrence, "status">>

/** One line of the agenda: an event on one of its dates. */
export type AgendaRow<One extends AgendaEvent = Event> = {
  event: One
  date: ListedDate
  /** It began on an earlier day and is still on. */
  isRunning: boolean
}
/** A day and what is on, in the order of time. */
export type AgendaDay<One extends AgendaEvent = Event> = { date: string; rows: AgendaRow<One>[] }
/** What laying out days needs of an event. */
export type AgendaEvent = { id: number; next: ListedDate | null; occurrences: readonly ListedDate[] }

export type AgendaBounds = {
  /** The first day shown: today, or a later day that was asked for. */
  first: string
  /** The last day asked for. */
  last?: string | undefined
  /** There are more events than these. */
  hasMore: boolean
}

/**
 * The days of a list of events. The API lists each event once, at its next date; here it stands on each of its days.
 * When the list goes on, dates after the last listed event's own are left out: what else is on then is not known yet,
 * and a day already shown never changes when more is loaded.
 */
export function agendaDays<One extends AgendaEvent>(events: One[], bounds: AgendaBounds): AgendaDay<One>[] {
  const { first, last, hasMore } = bounds
  const lastStart = hasMore ? events.at(-1)?.next?.start : undefined
  const end = instant(lastStart)
  // Days differ from zone to zone; what is further off than that need not be looked at closer.
  const beyond = lastStart ? addDays(lastStart.slice(0, 10), 3) : "9999"
  const days = new Map<string, { at: number; row: AgendaRow<One> }[]>()
  const place = (event: One, date: ListedDate, at: number) => {
    const day = date.start.slice(0, 10)
    const isRunning = day < first
    if (isRunning && date !== event.next) return
    if (at > end || (last !== undefined && day > last)) return
    const on = isRunning ? first : day
    const rows = days.get(on)
    const row = { event, date, isRunning }
    if (rows) rows.push({ at, row })
    else days.set(on, [{ at, row }])
  }

  for (const event of events) {
    const { next, occurrences } = event
    if (!next) continue
    // The date the list has it at and those after it; that one may be missing among the first 60.
    const from = instant(next.start)
    place(event, next, from)
    for (const date of occurrences) {
      if (date.start >= beyond) continue
      const at = instant(date.start)
      if (date.id !== next.id && at >= from) place(event, date, at)
    }
  }

  return [...days]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([date, rows]) => ({ date, rows: rows.sort(byTime).map(({ row }) => row) }))
}

/** So many lines, and each further event is told once. */
const mostLines = 100

/**
 * A short list of long runs would tell the same few events hundreds of times: once it is long, an event stands at its
 * own date only, from a day on that is said.
 */
export function withoutRepeats<One extends AgendaEvent>(
  days: AgendaDay<One>[],
): {
  days: AgendaDay<One>[]
  onceFrom: string | undefined
} {
  let lines = 0
  let onceFrom: string | undefined
  const told = days.map((day) => {
    const rows = lines < mostLines ? day.rows : day.rows.filter(({ event, date }) => date.id === event.next?.id)
    if (rows.length < day.rows.length) onceFrom ??= day.date
    lines += rows.length
    return { ...day, rows }
  })
  return { days: told.filter(({ rows }) => rows.length > 0), onceFrom }
}

type Placed = { at: number; row: AgendaRow<AgendaEvent> }

/** What begins that day by the clock, then what has been running for longer. */
function byTime(a: Placed, b: Placed) {
  return Number(a.row.isRunning) - Number(b.row.isRunning) || a.at - b.at || a.row.event.id - b.row.event.id
}

function instant(iso: string | undefined) {
  return iso ? Date.parse(iso) : Number.POSITIVE_INFINITY
}

/** Two pages of one list: each event once, as it was known last. */
export function joinPages<One extends { id: number }>(before: One[], after: One[]): One[] {
  const newer = new Map(after.map((event) => [event.id, event]))
  const kept = before.map((event) => newer.get(event.id) ?? event)
  const known = new Set(before.map(({ id }) => id))
  return [...kept, ...after.filter(({ id }) => !known.has(id))]
}
