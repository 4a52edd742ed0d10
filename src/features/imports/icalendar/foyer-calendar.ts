// Reads the properties that our own calendars add to iCalendar (features/events/icalendar/icalendar.ts), so that a calendar of
// one instance comes into another unchanged.
import type { ImportedEvent } from "../reading/record.ts"
import { isTimezone } from "#lib/time.ts"
import { type Component, valueOf } from "./icalendar-lines.ts"

const statuses = ["scheduled", "cancelled", "postponed", "rescheduled", "moved_online", "tentative"] as const

/** Returns the status of the event: iCalendar has fewer of them. */
export function foyerStatus(component: Component): ImportedEvent["status"] {
  const told = valueOf(component, "X-FOYER-STATUS")?.trim().toLowerCase()
  return statuses.find((status) => status === told)
}

/** Returns the zone of whole days, which have none in iCalendar, and of times written in UTC. */
export function foyerZone(component: Component): string | undefined {
  const told = valueOf(component, "X-FOYER-TIMEZONE")?.trim()
  return told && /^[\w+/-]{1,60}$/.test(told) && isTimezone(told) ? told : undefined
}

/** Returns the title without the "[Reporté]" that precedes it for calendar programs that do not know this status. */
export function foyerTitle(component: Component, title: string): string {
  return foyerStatus(component) === "postponed" ? title.replace(/^\[[^\]]{1,40}\] /, "") : title
}
