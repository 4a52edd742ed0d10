import type { z } from "@hono/zod-openapi"
import { addDays } from "#lib/time.ts"
import { addMonths, weekdayOf, weeksOf } from "../dates/calendar.ts"
import type { calendarEntry } from "./representation.server.ts"

/**
 * What a personal calendar is made of: whether one said to be there, what one starred, what is on at pages one follows,
 * and what one's own pages do.
 */
export const layers = ["answers", "starred", "followed", "managed"] as const
export type Layer = (typeof layers)[number]

/** A date of an event in somebody's calendar, as the API speaks it. */
export type CalendarEntry = z.infer<typeof calendarEntry>

/** So many days can be asked for at once, and so many dates are answered. */
export const mostDays = 100
export const mostEntries = 1000
/** So many when nobody says. */
export const usualDays = 31

export const calendarViews = ["month", "week", "list"] as const
export type CalendarView = (typeof calendarViews)[number]

/** What the address of the screen asks for. */
export type CalendarQuery = {
  view: CalendarView
  /** The day it is about; today when it is not said. */
  date: string | undefined
  /** Undefined: as this device remembers, else all. */
  layers: Layer[] | undefined
}

/** Reads a query string. What is not understood counts as not said. */
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

/** The query of an address of the screen: what differs from the plain one, always in the same order. */
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

/** The days that a view shows, first and last. */
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

/** The day that a view is opened at one step on or back: the same weekday of another week, else a month's first day. */
export function stepFrom(view: CalendarView, date: string, step: 1 | -1, today: string): string {
  if (view === "week") return addDays(date, 7 * step)
  const month = addMonths(date.slice(0, 7), step)
  return today.startsWith(month) ? today : `${month}-01`
}
