import { tomorrowOf, weekendOf, weekOf } from "#ui/dates/date-span.ts"
import { type Relation, relations } from "#ui/relations.ts"
import { type AccessFeature, accessFeatures } from "#features/places/access.ts"
import type { Box } from "#features/places/map/map.ts"
import { boxText, readBox } from "#features/places/map/box-text.ts"
import { categories, type Category } from "../categories.ts"

export const views = ["list", "grid", "calendar", "map"] as const
export type View = (typeof views)[number]
/** Radii around a place that a visitor can choose, in kilometres. */
export const radii = [5, 10, 25, 50] as const
/** Number of events on a page of the agenda, and the number a page can grow to. */
export const pageSize = 20
export const mostEvents = 200
/** Number of running events (begun on an earlier day) shown under the first day; the full list has its own address. */
export const mostRunning = 5

/** The query of an agenda page's address, cleaned: the API refuses nothing in it. */
export type AgendaQuery = {
  rel: Relation
  /** Search words, trimmed; empty without a search. */
  q: string
  /** The custom list (agenda) it is narrowed to: a number or a slug; empty for none. */
  list: string
  /** Dates, `2026-11-21`. */
  from?: string | undefined
  to?: string | undefined
  category: Category[]
  near?: { lat: number; lon: number } | undefined
  /**
   * Name of the place at `near`. Set without `near` when the form was sent without script: the place still has to be looked up.
   */
  place: string
  radius: number
  /** Area of the map it is narrowed to. */
  bbox?: Box | undefined
  free: boolean
  access: AccessFeature[]
  /** Only events that began before the first day and are still on then. */
  running: boolean
  view: View
  /** For the calendar view: the month, `2026-11`, and the day whose list is shown. */
  month?: string | undefined
  day?: string | undefined
  /** Number of events shown, and number of events of the list before them: a page grows only up to `mostEvents`. */
  limit: number
  start: number
}

export const plainQuery: AgendaQuery = {
  rel: "all",
  q: "",
  list: "",
  category: [],
  place: "",
  radius: 25,
  free: false,
  access: [],
  running: false,
  view: "list",
  limit: pageSize,
  start: 0,
}

/** Reads a query string. Ignores every value it does not understand. */
export function readAgendaQuery(params: URLSearchParams): AgendaQuery {
  const one = (name: string) => params.get(name) ?? ""
  const several = <Value extends string>(name: string, known: readonly Value[]) => {
    const said = new Set(params.getAll(name).flatMap((text) => text.slice(0, 400).split(",")))
    return known.filter((value) => said.has(value))
  }
  const from = dateOf(one("from"))
  const to = dateOf(one("to"))
  const rel = oneOf(relations, one("rel")) ?? "all"
  const view = oneOf(views, one("view")) ?? "list"
  return {
    rel,
    q: textOf(one("q"), 200),
    list: /^[a-z0-9-]{1,60}$/.test(one("list")) ? one("list") : "",
    from,
    to: from && to && to < from ? undefined : to,
    category: several("category", categories),
    near: pointOf(one("near")),
    place: textOf(one("place"), 100),
    radius: radiusOf(one("radius")),
    bbox: readBox(one("bbox") || null),
    free: /^(true|1|on)$/.test(one("free")),
    access: several("access", accessFeatures),
    running: one("running") === "true" && separatesRunning({ rel, view }),
    view,
    month: monthOf(one("month")),
    day: dateOf(one("day")),
    limit: limitOf(one("limit")),
    start: startOf(one("start")),
  }
}

/**
 * Tells whether running events are listed apart from the others. Months and maps have room for all; the managed list is short.
 */
export function separatesRunning({ rel, view }: Pick<AgendaQuery, "rel" | "view">): boolean {
  return rel !== "managed" && (view === "list" || view === "grid")
}

/** Writes the query string of an agenda page: the values that differ from the defaults, always in the same order. */
export function agendaSearch(query: AgendaQuery): string {
  const said: [string, string | undefined][] = [
    ["rel", query.rel === "all" ? undefined : query.rel],
    ["q", query.q],
    ["list", query.list],
    ["from", query.from],
    ["to", query.to],
    ["category", query.category.join(",")],
    ["near", query.near && `${round(query.near.lat)},${round(query.near.lon)}`],
    ["place", query.place],
    ["radius", (query.near || query.place) && query.radius !== plainQuery.radius ? String(query.radius) : undefined],
    ["bbox", query.bbox && boxText(query.bbox)],
    ["free", query.free ? "true" : undefined],
    ["access", query.access.join(",")],
    ["running", query.running ? "true" : undefined],
    ["view", query.view === "list" ? undefined : query.view],
    ["month", query.view === "calendar" ? query.month : undefined],
    ["day", query.view === "calendar" ? query.day : undefined],
    ["limit", query.view !== "calendar" && query.limit > pageSize ? String(query.limit) : undefined],
    ["start", query.view !== "calendar" && query.start > 0 ? String(query.start) : undefined],
  ]
  const text = said
    .filter((entry): entry is [string, string] => Boolean(entry[1]))
    .map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll("%2C", ",").replaceAll("%20", "+")}`)
    .join("&")
  return text ? `?${text}` : ""
}

/** Returns the same query as parameters of the API, without paging. */
export function agendaParameters(query: AgendaQuery, today: string) {
  return {
    filter: query.to !== undefined && query.to < today ? ("all" as const) : ("future" as const),
    q: query.q || undefined,
    list: query.list || undefined,
    from: query.from,
    to: query.to,
    category: query.category.join(",") || undefined,
    near: query.near && `${query.near.lat},${query.near.lon}`,
    radius: query.near && query.radius,
    bbox: query.bbox && boxText(query.bbox),
    free: query.free ? ("true" as const) : undefined,
    access: query.access.join(",") || undefined,
  }
}

/**
 * Returns the query for the calendar and the feeds of the same list; undefined for a list that is personal to the reader. Leaves
 * out days relative to today: a subscribed feed would keep the dates of this day for ever.
 */
export function followedQuery(query: AgendaQuery, today: string): Record<string, string | undefined> | undefined {
  if (query.rel !== "all" || /^\d+$/.test(query.list)) return undefined
  const lasting = isRelative(query, today) ? withoutFilter(query, "dates") : query
  const { filter: _, radius, ...parameters } = agendaParameters(lasting, "")
  return { ...parameters, radius: radius === undefined ? undefined : String(radius) }
}

/** Tells whether the dates are one of the choices offered as a word: today, tomorrow, this weekend, seven days. */
export function isRelative({ from, to }: AgendaQuery, today: string): boolean {
  if (from === undefined) return false
  const spans = [{ from: today, to: today }, tomorrowOf(today), weekendOf(today), weekOf(today)]
  return spans.some((span) => span.from === from && span.to === to)
}

/** Tells whether the query differs from the plain agenda. */
export function isFiltered(query: AgendaQuery): boolean {
  return filterNames.some((name) => isFilterOn(query, name))
}

export const filterNames = [
  "rel",
  "list",
  "q",
  "dates",
  "category",
  "near",
  "bbox",
  "free",
  "access",
  "running",
] as const
export type FilterName = (typeof filterNames)[number]

/** Tells whether this filter narrows the agenda. */
export function isFilterOn(query: AgendaQuery, name: FilterName): boolean {
  if (name === "rel") return query.rel !== "all"
  if (name === "q" || name === "list") return query[name] !== ""
  if (name === "dates") return query.from !== undefined || query.to !== undefined
  if (name === "bbox") return query.bbox !== undefined
  if (name === "near") return query.near !== undefined || query.place !== ""
  if (name === "free" || name === "running") return query[name]
  return query[name].length > 0
}

/** Tells whether dates are the only filter of the query. */
export function hasOnlyDates(query: AgendaQuery): boolean {
  return isFilterOn(query, "dates") && !isFiltered({ ...query, from: undefined, to: undefined })
}

/** Returns the query without one of its filters, back at the beginning of the list. */
export function withoutFilter(query: AgendaQuery, name: FilterName): AgendaQuery {
  const plain = { ...query, limit: pageSize, start: 0, day: undefined }
  if (name === "dates") return { ...plain, from: undefined, to: undefined }
  if (name === "bbox") return { ...plain, bbox: undefined }
  if (name === "near") return { ...plain, near: undefined, place: "", radius: plainQuery.radius }
  return { ...plain, [name]: plainQuery[name] }
}

function oneOf<Value extends string>(known: readonly Value[], said: string): Value | undefined {
  return known.find((value) => value === said)
}

/** Returns the text well-formed and trimmed, without control characters (NUL included), cut to `longest`. */
function textOf(said: string, longest: number) {
  return (
    said
      .slice(0, longest * 4)
      .toWellFormed()
      // oxlint-disable-next-line no-control-regex -- those are what is taken out
      .replaceAll(/[\u0000-\u001f\u007f]/g, " ")
      .trim()
      .slice(0, longest)
      .toWellFormed()
      .trim()
  )
}

function dateOf(said: string) {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(said) || said < "1900" || said >= "2200") return undefined
  const day = new Date(`${said}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(said) ? said : undefined
}

function monthOf(said: string) {
  return /^\d{4}-\d{2}$/.test(said) && dateOf(`${said}-01`) ? said : undefined
}

function pointOf(said: string) {
  const found = /^(-?\d{1,2}(?:\.\d{1,10})?),(-?\d{1,3}(?:\.\d{1,10})?)$/.exec(said)
  if (!found) return undefined
  const [lat, lon] = [Number(found[1]), Number(found[2])]
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { lat, lon } : undefined
}

function radiusOf(said: string) {
  const value = /^\d{1,3}(\.\d)?$/.test(said) ? Number(said) : Number.NaN
  return value >= 1 && value <= 500 ? value : plainQuery.radius
}

function limitOf(said: string) {
  const value = /^\d{1,4}$/.test(said) ? Number(said) : pageSize
  return Math.min(mostEvents, Math.max(pageSize, value))
}

function startOf(said: string) {
  return /^\d{1,6}$/.test(said) ? Number(said) : 0
}

/** Rounds a coordinate to about a hundred metres: precise enough to look around, too coarse to identify a house. */
function round(degrees: number) {
  return Math.round(degrees * 1000) / 1000
}
