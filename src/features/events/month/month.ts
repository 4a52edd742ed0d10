import type { AgendaRow, ListedDate } from "../listing/agenda.ts"
import type { AgendaQuery } from "../listing/agenda-query.ts"

/** A day of the month in the form pages keep: all dates are counted, the first few are listed by id. */
export type MonthDay = { date: string; count: number; running: number; dates: readonly number[] }

/** The fields of an event that are needed to lay out a month. */
type SheetEvent = { id: number; next: ListedDate | null; occurrences: readonly ListedDate[] }

/** Returns the month of a query: the one it names, or that of the first day of a narrowed list. */
export function monthOf({ month, from }: Pick<AgendaQuery, "month" | "from">, today: string): string {
  return month ?? (from ?? today).slice(0, 7)
}

/** Returns the day listed under the month: the chosen one, today, or the first. */
export function chosenDay(query: Pick<AgendaQuery, "month" | "day" | "from">, today: string): string {
  const month = monthOf(query, today)
  if (query.day?.startsWith(month)) return query.day
  const near = [query.from, today].find((day) => day?.startsWith(month))
  return near ?? `${month}-01`
}

/** Returns the rows of each day: dates that begin on it, then running ones. */
export function monthRows<One extends SheetEvent>(
  days: readonly MonthDay[],
  events: readonly One[],
): Map<string, AgendaRow<One>[]> {
  const known = new Map<number, { event: One; date: ListedDate }>()
  for (const event of events) {
    for (const date of event.next ? [event.next, ...event.occurrences] : event.occurrences)
      known.set(date.id, { event, date })
  }
  return new Map(
    days.map((day) => {
      const begin = day.count - day.running
      const rows = day.dates.map((id, at) => ({ ...known.get(id), isRunning: at >= begin }))
      return [day.date, rows.filter((row): row is AgendaRow<One> & typeof row => row.event !== undefined)] as const
    }),
  )
}
