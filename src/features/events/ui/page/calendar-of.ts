import type { Messages } from "#i18n/messages.ts"
import type { AddToLinksProps } from "#web/add-to/add-to-links.tsx"
import { inLanguagePath, paths } from "#web/paths.ts"
import { shownDate } from "../../dates/shown-date.ts"
import type { Event } from "../../event.ts"
import { isOnline, placeOf, titleOf } from "../event-words.ts"

/**
 * An event in the reader's calendar: its one date as it is, or all of its dates to follow. Nothing of what is over, is off or
 * waits for another date: whoever has it in their calendar is told there.
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
