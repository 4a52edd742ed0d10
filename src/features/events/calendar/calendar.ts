import type { z } from "@hono/zod-openapi"
import { addDays } from "#lib/time.ts"
import { addMonths, weekdayOf, weeksOf } from "../dates/calendar.ts"
import type { calendarEntry } from "./representation.server.ts"

/**
 * The layers of a personal calendar: events the person has answered (coming or not), starred events, events of followed pages,
 * and events of their own pages.
 */
export const layers = ["answers", "starred", "followed", "managed"] as const
export type Layer = (typeof layers)[number]

/** A date of an event in a personal calendar, as the API represents it. */
export type CalendarEntry = z.infer<typeof calendarEntry>

/** Most days of one request, and most dates of one response. */
export const mostDays = 100
export const mostEntries = 1000
/** Number of days when the request names no span. */
export const usualDays = 31

export const calendarViews = ["month", "week", "list"] as const
export type CalendarView = (typeof calendarViews)[number]

/** The query of the calendar page's address. */
export type CalendarQuery = {
  view: CalendarView
  /** The day the view shows; undefined means today. */
  date: string | undefined
  /** Undefined: the layers this device remembers, else all. */
  layers: Layer[] | undefined
}

/** Reads a query string. Ignores every value it does not understand. */
export function readCalendarQuery(params: URLSearchParams): CalendarQuery {
  const date = params.get("date") ?? ""
  const said = params.get("layers")
  const chosen = layers.filter((layer) => said?.split(",").includes(layer))
  return {
    view: calendarViews.find((view) => view === params.get("view")) ?? "month",
    date: isDay(date) ? date : undefined,
    layers: said === null ? undefined : said === "none" || chosen.length > 0 ? chosen : undefined,
  }
}

/** Returns the query of an address of the calendar page: the values that differ from the defaults, always in the same order. */
export function calendarParameters({ view, date, layers: chosen }: CalendarQuery): Record<string, string | undefined> {
  return {
    view: view === "month" ? undefined : view,
    date,
    layers: chosen && (chosen.join(",") || "none"),
  }
}

function isDay(date: string) {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || date < "1900-02" || date >= "2199-12") return false
  const at = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(date)
}

/** Returns the first and last day that a view shows. */
export function spanOfView(view: CalendarView, date: string): { first: string; last: string } {
  if (view === "week") {
    const first = addDays(date, -weekdayOf(date))
    return { first, last: addDays(first, 6) }
  }
  const month = date.slice(0, 7)
  if (view === "list") return { first: `${month}-01`, last: addDays(`${addMonths(month, 1)}-01`, -1) }
  const weeks = weeksOf(month)
  return { first: weeks[0]?.days[0] as string, last: weeks.at(-1)?.days.at(-1) as string }
}

/**
 * Returns the day to open the view at, one step later or earlier: the same weekday of that week, or the first day of that month
 * (today when it is in that month).
 */
export function stepFrom(view: CalendarView, date: string, step: 1 | -1, today: string): string {
  if (view === "week") return addDays(date, 7 * step)
  const month = addMonths(date.slice(0, 7), step)
  return today.startsWith(month) ? today : `${month}-01`
}
