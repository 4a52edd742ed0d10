// What our own calendars say beyond iCalendar (features/events/icalendar/icalendar.ts): a calendar that leaves an instance comes into
// another as it was.
import type { ImportedEvent } from "../reading/record.ts"
import { isTimezone } from "#lib/time.ts"
import { type Component, valueOf } from "./icalendar-lines.ts"

const statuses = ["scheduled", "cancelled", "postponed", "rescheduled", "moved_online", "tentative"] as const

/** The state of the event: iCalendar has fewer of them. */
export function foyerStatus(component: Component): ImportedEvent["status"] {
  const told = valueOf(component, "X-FOYER-STATUS")?.trim().toLowerCase()
  return statuses.find((status) => status === told)
}

/** The zone of days, which have none in iCalendar, and of times that are told in UTC. */
export function foyerZone(component: Component): string | undefined {
  const told = valueOf(component, "X-FOYER-TIMEZONE")?.trim()
  return told && /^[\w+/-]{1,60}$/.test(told) && isTimezone(told) ? told : undefined
}

/** The title without the "[Reporté]" that is put before it for readers who know no such state. */
export function foyerTitle(component: Component, title: string): string {
  return foyerStatus(component) === "postponed" ? title.replace(/^\[[^\]]{1,40}\] /, "") : title
}
