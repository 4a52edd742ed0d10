import { addDays, dateAt } from "#lib/time.ts"
import type { Api } from "#web/api.ts"
import { type ListOrFailure, listOrFailure } from "#web/layout/failed-list.tsx"
import {
  type CalendarEntry,
  type CalendarQuery,
  type Layer,
  layers,
  readCalendarQuery,
  spanOfView,
} from "../calendar/calendar.ts"
import { rememberedLayers } from "../calendar/remembered.ts"
import { labelEvent, listEvent } from "../listing/list-event.ts"
import type { AgendaEvent } from "../listing/list-event.ts"
import { coveredDays } from "../dates/shown-date.ts"

/** An entry in the form sent with the page: its event is sent once for all of its dates. */
export type SentEntry = Omit<CalendarEntry, "event"> & { event: number }

/** The data of the calendar page. */
export type CalendarData = {
  query: CalendarQuery & { date: string; layers: Layer[] }
  /** Whether the address names the layers. */
  isSaid: boolean
  today: string
  timezone: string
  entries: SentEntry[]
  events: AgendaEvent[]
  total: number
  trouble: ListOrFailure<never>["trouble"]
  address: { exists: boolean; layers?: Layer[] | undefined; created?: string | undefined }
}

/** Loads the calendar of an address. When loading the entries fails, the data says so. */
export async function readCalendar(api: Api, url: URL): Promise<CalendarData> {
  const asked = readCalendarQuery(url.searchParams)
  const profile = await api.get("/api/me/")
  const today = dateAt(new Date(), profile.timezone)
  const query = { ...asked, date: asked.date ?? today, layers: asked.layers ?? rememberedLayers() ?? [...layers] }
  const { first, last } = spanOfView(query.view, query.date)
  // Time zones shift dates: an entry on these days by its own clock may be a day off by the account's.
  const span = { from: addDays(first, -1), to: addDays(last, 1), layers: query.layers.join(",") }
  const [found, address] = await Promise.all([
    query.layers.length > 0
      ? listOrFailure(() => api.list("/api/me/calendar/", span))
      : { items: [], total: 0, trouble: undefined },
    api.get("/api/me/calendar/address/"),
  ])
  const { items, total, trouble } = found as ListOrFailure<CalendarEntry>
  return {
    query,
    isSaid: asked.layers !== undefined,
    today,
    timezone: profile.timezone,
    entries: items.map((entry) => ({ ...entry, event: entry.event.id })),
    events: eventsOf(items, query.date),
    total,
    trouble,
    address,
  }
}

/** Returns each event once: complete for the listed day, and with the few fields of a cell for the others. */
function eventsOf(entries: readonly CalendarEntry[], day: string): AgendaEvent[] {
  const events = new Map<number, AgendaEvent>()
  const shown = new Set(
    entries.flatMap(({ event, date }) => {
      const { first, last } = coveredDays(date, event.all_day)
      return first <= day && day <= last ? [event.id] : []
    }),
  )
  for (const { event } of entries) {
    if (events.has(event.id)) continue
    const listed = listEvent({ ...event, next: null, occurrences: [], my_attendance: null })
    events.set(event.id, shown.has(event.id) ? listed : { ...labelEvent(listed), location: listed.location })
  }
  return [...events.values()]
}
