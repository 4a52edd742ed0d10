import { addDays } from "#lib/time.ts"
import type { Event, Occurrence } from "../event.ts"

/** The fields of a date that lists keep. */
export type ListedDate = Pick<Occurrence, "id" | "start" | "end"> & Partial<Pick<Occurrence, "status">>

/** One row of the agenda: an event at one of its dates. */
export type AgendaRow<One extends AgendaEvent = Event> = {
  event: One
  date: ListedDate
  /** The date began on an earlier day and has not ended yet. */
  isRunning: boolean
}
/** A day and its rows in order of time. */
export type AgendaDay<One extends AgendaEvent = Event> = { date: string; rows: AgendaRow<One>[] }
/** The fields of an event that are needed to lay out days. */
export type AgendaEvent = { id: number; next: ListedDate | null; occurrences: readonly ListedDate[] }

export type AgendaBounds = {
  /** The first day shown: today, or a later day from the query. */
  first: string
  /** The last day of the query. */
  last?: string | undefined
  /** The list has more events after these. */
  hasMore: boolean
}

/**
 * Lays a list of events out by day. The API lists each event once, at its next date; here it appears on each of its days. When
 * the list has more events, dates after the start of the last listed event are left out: the other events of those days have not
 * been loaded yet, and a day that is already shown must not change when they are.
 */
export function agendaDays<One extends AgendaEvent>(events: One[], bounds: AgendaBounds): AgendaDay<One>[] {
  const { first, last, hasMore } = bounds
  const lastStart = hasMore ? events.at(-1)?.next?.start : undefined
  const end = instant(lastStart)
  // Days differ between time zones by less than three days: dates further away can be skipped without parsing them.
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
    // The date the list shows the event at, and the later ones. That date may be missing from the first 60 occurrences.
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

/** Number of rows after which each further event is shown once. */
const mostLines = 100

/**
 * Shortens a list of long runs, which would repeat the same few events hundreds of times: after `mostLines` rows an event appears
 * only at its own next date. `onceFrom` is the first day on which a repetition was left out.
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

/** Orders the dates that begin on the day by the clock, then those that have been running for longer. */
function byTime(a: Placed, b: Placed) {
  return Number(a.row.isRunning) - Number(b.row.isRunning) || a.at - b.at || a.row.event.id - b.row.event.id
}

function instant(iso: string | undefined) {
  return iso ? Date.parse(iso) : Number.POSITIVE_INFINITY
}

/** Joins two pages of one list: each event once, in its newer version. */
export function joinPages<One extends { id: number }>(before: One[], after: One[]): One[] {
  const newer = new Map(after.map((event) => [event.id, event]))
  const kept = before.map((event) => newer.get(event.id) ?? event)
  const known = new Set(before.map(({ id }) => id))
  return [...kept, ...after.filter(({ id }) => !known.has(id))]
}
