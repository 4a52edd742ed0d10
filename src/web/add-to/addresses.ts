import { addDays } from "#lib/time.ts"

/** Addresses at which the most common calendars accept a calendar, or one date. */
export type CalendarAddresses = { google: string; apple?: string; outlook: string; office: string }

/** A single date to add: times as ISO 8601 with offset, or dates of whole days. */
export type CalendarDate = {
  start: string
  end: string | null
  isAllDay: boolean
  place: string
  /** Further information: the address of its page. */
  details: string
}

/**
 * Returns the addresses that subscribe to a calendar, which then receives every change. Applications on phones and desktops
 * handle `webcal:`.
 * @param address of the iCalendar file, absolute
 */
export function followAddresses(address: string, title: string): CalendarAddresses {
  const apple = address.replace(/^https?:/, "webcal:")
  const named = `url=${encodeURIComponent(address)}&name=${encodeURIComponent(title)}`
  return {
    apple,
    // Google accepts the address only with the `webcal:` scheme.
    google: `https://calendar.google.com/calendar/r?cid=${encodeURIComponent(apple)}`,
    outlook: `https://outlook.live.com/calendar/0/addfromweb?${named}`,
    office: `https://outlook.office.com/calendar/0/addfromweb?${named}`,
  }
}

/** Returns the addresses that add one date to a calendar, as it is now. */
export function dateAddresses(date: CalendarDate, title: string): CalendarAddresses {
  const { start, isAllDay, place, details } = date
  const end = endOf(date)
  const google = new URLSearchParams({
    action: "TEMPLATE",
    text: title,
    dates: isAllDay ? `${start.slice(0, 10)}/${end}`.replaceAll("-", "") : `${stamp(start)}/${stamp(end)}`,
    details,
    location: place,
  })
  const outlook = new URLSearchParams({
    path: "/calendar/action/compose",
    rru: "addevent",
    subject: title,
    startdt: isAllDay ? start.slice(0, 10) : utc(start),
    enddt: isAllDay ? end : utc(end),
    ...(isAllDay ? { allday: "true" } : {}),
    body: details,
    location: place,
  })
  // Outlook does not decode a plus as a space.
  const query = outlook.toString().replaceAll("+", "%20")
  return {
    google: `https://calendar.google.com/calendar/render?${google}`,
    outlook: `https://outlook.live.com/calendar/0/deeplink/compose?${query}`,
    office: `https://outlook.office.com/calendar/0/deeplink/compose?${query}`,
  }
}

/** Returns the end: two hours after the start when it is unknown; for whole days the day after the last. */
function endOf({ start, end, isAllDay }: CalendarDate): string {
  if (!isAllDay) return end ?? new Date(Date.parse(start) + 2 * 3_600_000).toISOString()
  const last = end?.slice(0, 10)
  return last && last > start.slice(0, 10) ? last : addDays(start.slice(0, 10), 1)
}

function utc(iso: string) {
  return new Date(iso).toISOString().replace(/\.\d+/, "")
}

/** Formats a time as `20261121T193000Z`. */
function stamp(iso: string) {
  return utc(iso).replaceAll(/[-:]/g, "")
}
