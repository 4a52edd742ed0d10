import type { AgendaRow, ListedDate } from "../listing/agenda.ts"
import type { AgendaQuery } from "../listing/agenda-query.ts"

/** A day of a month's sheet as pages keep it: everything is counted, the first few dates are told by their ids. */
export type MonthDay = { date: string; count: number; running: number; dates: readonly number[] }

/** What laying out a sheet needs of an event. */
type SheetEvent = { id: number; next: ListedDate | null; occurrences: readonly ListedDate[] }

/** The month an address asks for: by its name, or by the days a list was narrowed to. */
export function monthOf({ month, from }: Pick<AgendaQuery, "month" | "from">, today: string): string {
  return month ?? (from ?? today).slice(0, 7)
}

/** The day whose list stands under the month: the one that was chosen, today, or the first. */
export function chosenDay(query: Pick<AgendaQuery, "month" | "day" | "from">, today: string): string {
  const month = monthOf(query, today)
  if (query.day?.startsWith(month)) return query.day
  const near = [query.from, today].find((day) => day?.startsWith(month))
  return near ?? `${month}-01`
}

/** What stands on each day of the sheet: what begins that day, then what has been running. */
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
