import { agendaDays, type AgendaEvent, type AgendaRow } from "./agenda.ts"
import type { AgendaQuery } from "./agenda-query.ts"
import { weeksOf } from "./calendar.ts"

/** So many events has a cell room for: squares on a phone, fewer with words elsewhere. */
export const mostLabels = 8

/** The month an address asks for. */
export function monthOf({ month }: Pick<AgendaQuery, "month">, today: string): string {
  return month ?? today.slice(0, 7)
}

/** The day whose list stands under the month: the one that was chosen, today, or the first. */
export function chosenDay(query: Pick<AgendaQuery, "month" | "day">, today: string): string {
  const month = monthOf(query, today)
  if (query.day?.startsWith(month)) return query.day
  return month === today.slice(0, 7) ? today : `${month}-01`
}

/** What is on each day of the sheet. What began before it stands on its first day, or on today. */
export function monthRows<One extends AgendaEvent>(agenda: {
  query: Pick<AgendaQuery, "month">
  today: string
  events: One[]
  hasMore: boolean
}): Map<string, AgendaRow<One>[]> {
  const { query, today, events, hasMore } = agenda
  const days = weeksOf(monthOf(query, today)).flatMap((week) => week.days)
  const rows = new Map<string, AgendaRow<One>[]>()
  for (const day of agendaDays(events, { first: days[0] as string, last: days.at(-1), hasMore })) {
    for (const row of day.rows) {
      const on = row.isRunning && days.includes(today) && (row.date.end ?? "") >= today ? today : day.date
      const there = rows.get(on)
      if (there) there.push(row)
      else rows.set(on, [row])
    }
  }
  return rows
}
