import type { Api } from "#web/api.ts"
import { agendaParameters, type AgendaQuery } from "../listing/agenda-query.ts"
import { listEvent, labelEvent } from "../listing/list-event.ts"
import { chosenDay, type MonthDay, monthOf } from "../month/month.ts"
import type { EventList } from "./agenda-data.ts"

/** The API call for a month of each list. */
const calls = {
  all: "/api/contents/events/month/",
  followed: "/api/contents/events/followed/month/",
  managed: "/api/contents/events/managed/month/",
} as const

/**
 * Loads a month of the agenda, past days included. The database counts its dates, so that the counts are right for any number.
 */
export async function readMonth(
  api: Api,
  query: AgendaQuery,
  today: string,
): Promise<EventList & { sheet: MonthDay[] }> {
  const open = chosenDay(query, today)
  const { filter: _filter, from: _from, to: _to, ...asked } = agendaParameters(query, today)
  const { total, days, events } = await api.get(calls[query.rel], { ...asked, month: monthOf(query, today), day: open })
  const listed = new Set(days.find(({ date }) => date === open)?.dates)
  return {
    events: events.map(listEvent).map((event) => (isOn(event, listed) ? event : labelEvent(event))),
    sheet: days,
    total,
    hasMore: false,
  }
}

/** Tells whether one of the event's dates is among these. */
function isOn({ next, occurrences }: ReturnType<typeof listEvent>, dates: Set<number>) {
  return (next !== null && dates.has(next.id)) || occurrences.some(({ id }) => dates.has(id))
}
