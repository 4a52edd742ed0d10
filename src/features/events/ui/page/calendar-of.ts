import type { Messages } from "#i18n/messages.ts"
import type { AddToLinksProps } from "#web/add-to/add-to-links.tsx"
import { inLanguagePath, paths } from "#web/paths.ts"
import { shownDate } from "../../dates/shown-date.ts"
import type { Event } from "../../event.ts"
import { isOnline, placeOf, titleOf } from "../event-words.ts"

/**
 * Returns the links that add an event to the reader's calendar: its single date, or all of its dates as a subscription. Undefined
 * when it is over, cancelled or postponed: a calendar that already has it shows the change.
 */
export function calendarOf(t: Messages, event: Event, publicUrl: string): AddToLinksProps | undefined {
  if (!event.next || event.status === "cancelled" || event.status === "postponed") return undefined
  const { start, end } = shownDate(event)
  const { name, city } = placeOf(t, event)
  const where = [name, !isOnline(event) && event.location?.street, city].filter(Boolean).join(", ")
  const isOne = event.occurrences.length <= 1
  return {
    calendar: inLanguagePath(paths.eventCalendar(event.id), t.language),
    title: titleOf(t, event).text,
    date: isOne
      ? {
          start,
          end,
          isAllDay: event.all_day,
          place: where,
          details: publicUrl + inLanguagePath(paths.event(event.id), t.language),
        }
      : undefined,
  }
}
