import type { Api } from "#web/api.ts"
import { agendaDays } from "../agenda.ts"
import { agendaParameters, type AgendaQuery, mostEvents } from "../agenda-query.ts"
import { weeksOf } from "../calendar.ts"
import { type AgendaEvent, kept, keptAsLabel } from "../kept-event.ts"
import { chosenDay, monthOf, monthRows, mostLabels } from "../month.ts"
import type { EventList } from "./agenda-data.ts"

type ListPath = "/api/contents/events/" | "/api/contents/events/followed/" | "/api/contents/events/managed/"

/**
 * The days that a month's sheet shows, past ones included. Two hundred events with all their dates would be most of the page:
 * of each day there are so many as its cell has room for, as its labels say them, and all of them on the day that is open.
 */
export async function readMonth(
  api: Api,
  path: ListPath,
  query: AgendaQuery,
  today: string,
): Promise<EventList & { counts: Record<string, number> }> {
  const month = monthOf(query, today)
  const days = weeksOf(month).flatMap((week) => week.days)
  const [first, last] = [days[0] as string, days.at(-1) as string]
  const { items, total: all } = await api.list(path, {
    ...agendaParameters(query, today),
    filter: "all",
    from: first,
    to: last,
    limit: mostEvents,
  })
  const hasMore = items.length < all
  const events = items.map((event) =>
    kept({ ...event, occurrences: event.occurrences.filter(({ start }) => start.slice(0, 10) <= last) }),
  )
  const inMonth = agendaDays(events, { first, last, hasMore }).filter(({ date }) => date.startsWith(month))
  const total = new Set(inMonth.flatMap(({ rows }) => rows.map(({ event }) => event.id))).size
  const open = chosenDay(query, today)
  const counts: Record<string, number> = {}
  const shown = new Map<number, Set<number>>()
  const listed = new Set<number>()
  for (const [day, rows] of monthRows({ query, today, events, hasMore })) {
    counts[day] = rows.length
    for (const { event, date } of day === open ? rows : rows.slice(0, mostLabels)) {
      shown.set(event.id, (shown.get(event.id) ?? new Set()).add(date.id))
      if (day === open) listed.add(event.id)
    }
  }
  const those = events.flatMap((event) => {
    const dates = onDates(event, shown.get(event.id))
    return dates ? [listed.has(event.id) ? dates : keptAsLabel(dates)] : []
  })
  return { events: those, counts, total, hasMore }
}

/** With nothing but these of its dates; undefined when none of them is shown. */
function onDates(event: AgendaEvent, ids: Set<number> | undefined): AgendaEvent | undefined {
  if (!ids || !event.next) return undefined
  const { next } = event
  const dates = [next, ...event.occurrences.filter(({ id }) => id !== next.id)].filter(({ id }) => ids.has(id))
  return { ...event, next: dates[0] ?? null, occurrences: dates }
}
