import type { Spots } from "#features/places/map/spots.ts"
import type { Language } from "#i18n/languages.ts"
import type { Api } from "#web/api.ts"
import type { Relation } from "#ui/relations.ts"
import { currentUser, isVisitor } from "#web/session/session.ts"
import { joinPages } from "../listing/agenda.ts"
import {
  type AgendaQuery,
  agendaParameters,
  mostRunning,
  plainQuery,
  readAgendaQuery,
  separatesRunning,
} from "../listing/agenda-query.ts"
import { type AgendaEvent, listEvents } from "../listing/list-event.ts"
import type { MonthDay } from "../month/month.ts"
import type { StripDay } from "../ui/agenda/day-strip.tsx"

/** The loaded part of a list of events. */
export type EventList = {
  events: AgendaEvent[]
  total: number
  hasMore: boolean
  /** Running events, which began before the first day, where they are listed apart: the first few, and their total. */
  running?: { events: AgendaEvent[]; total: number } | undefined
  /** Location of each event, for the map beside the list. */
  spots?: Spots | undefined
}

/** The data of an agenda page. The date comes from the server, since the browser's clock may be wrong. */
export type AgendaData = EventList & {
  query: AgendaQuery
  today: string
  days: StripDay[]
  /** For a month: the number of dates of each day, and those that are listed. */
  sheet?: MonthDay[] | undefined
  /** Why there is no list: loading failed, or it needs a signed-in visitor, or there is no such list. */
  problem?: "failed" | "needs_login" | "no_list" | undefined
  /** Name of the custom list that the agenda is narrowed to. */
  listName?: string | undefined
  /** Loading further events failed; the list stays as it was. */
  moreFailed?: boolean | undefined
  /** No place has the requested name. */
  isPlaceUnknown?: boolean | undefined
}

/**
 * Tells whether the page asks the visitor to sign in: for lists of their own, and for custom lists. A published custom list
 * remains open to programs without signing in.
 */
export function needsSignIn({ query, problem }: AgendaData, isSignedIn: boolean): boolean {
  return (problem === "needs_login" && query.rel !== "all") || (query.list !== "" && !isSignedIn)
}

/** The API call of each list. */
export const agendaCalls = {
  all: "/api/contents/events/",
  followed: "/api/contents/events/followed/",
  managed: "/api/contents/events/managed/",
} as const satisfies Record<Relation, string>

/** Loads the agenda of an address. Never throws: the data says what went wrong. */
export async function readAgenda({
  api,
  url,
  language,
}: {
  api: Api
  url: URL
  language: Language
}): Promise<AgendaData> {
  const said = readAgendaQuery(url.searchParams)
  const [days, { query, isPlaceUnknown }] = await Promise.all([readDays(api), placed(api, said, language)])
  const today = days[0]?.date ?? new Date().toISOString().slice(0, 10)
  const none = { events: [], total: 0, hasMore: false, query, today, days, isPlaceUnknown }
  if (query.rel !== "all" && isVisitor()) return { ...none, problem: "needs_login" }
  try {
    const list = query.view === "calendar" ? await month(api, query, today) : await readList(api, query, today)
    const listName = query.list ? await nameOfList(api, query.list) : undefined
    return { ...list, query, today, days, isPlaceUnknown, ...(listName ? { listName } : {}) }
  } catch (error) {
    const status = statusOf(error)
    const problem = status === 403 ? "needs_login" : status === 400 && query.list ? "no_list" : "failed"
    return { ...none, problem }
  }
}

/** Loads a month with a module of its own, so that the agenda does not carry its code. */
async function month(api: Api, query: AgendaQuery, today: string) {
  const { readMonth } = await import("./month-data.ts")
  return readMonth(api, query, today)
}

/** Returns the status of the response: a list that could not be loaded makes no page to cache or index. */
export function statusOfAgenda({ problem }: AgendaData): number | undefined {
  return problem === "failed" ? 503 : undefined
}

async function nameOfList(api: Api, list: string): Promise<string | undefined> {
  const asked = /^\d+$/.test(list)
    ? api.get("/api/me/lists/{id}/", { id: list })
    : api.get("/api/agendas/{slug}/", { slug: list })
  return asked.then(
    ({ name }) => name,
    () => undefined,
  )
}

let strip: { days: StripDay[]; at: number } | undefined

async function readDays(api: Api): Promise<StripDay[]> {
  if (strip && Date.now() - strip.at < freshFor) return strip.days
  try {
    const days = await api.get("/api/contents/events/days/", {})
    if (typeof document !== "undefined") strip = { days, at: Date.now() }
    return days
  } catch {
    return strip?.days ?? []
  }
}

/** Looks up the place of a form sent without script, which has only its name. */
async function placed(
  api: Api,
  query: AgendaQuery,
  lang: Language,
): Promise<{ query: AgendaQuery; isPlaceUnknown?: boolean }> {
  if (query.near || !query.place) return { query }
  try {
    const [found] = await api.get("/api/places/", { q: query.place, lang, limit: 1, whole: "true" })
    if (found) return { query: { ...query, near: { lat: found.lat, lon: found.lon }, place: found.name } }
  } catch {
    // The list is then not narrowed, and the page says so.
  }
  return { query: { ...query, place: "", radius: plainQuery.radius }, isPlaceUnknown: true }
}

// The last list loaded in this browser: more of it costs only the missing part, and "back" shows it at once. The server caches
// nothing here.
let last: (EventList & { key: string; at: number }) | undefined
const usableFor = 300_000
const freshFor = 60_000
let wentBackAt = 0
if (typeof document !== "undefined") {
  addEventListener("popstate", () => (wentBackAt = Date.now()), { capture: true })
}

/** Stores the list that came with the document. */
export function rememberList({ query, today, events, total, hasMore, running, spots, problem }: AgendaData) {
  if (query.view !== "calendar" && !problem) keep(keyOf(query, today), { events, total, hasMore, running, spots })
}

async function readList(api: Api, query: AgendaQuery, today: string) {
  const key = keyOf(query, today)
  const now = Date.now()
  const known = last?.key === key && now - last.at < usableFor ? last : undefined
  if (known && now - wentBackAt < 1000 && now - known.at < freshFor) {
    const isWhole = !known.hasMore || known.events.length >= query.limit
    if (isWhole) return listOf(known)
  }
  if (known?.hasMore && known.events.length < query.limit) {
    try {
      const next = await ask(api, query, today, {
        start: query.start + known.events.length,
        limit: query.limit - known.events.length,
      })
      return keep(key, {
        ...next,
        events: joinPages(known.events, next.events),
        running: known.running,
        spots: next.spots && { ...known.spots, ...next.spots },
      })
    } catch {
      return { ...listOf(known), moreFailed: true }
    }
  }
  return keep(key, await ask(api, query, today, { start: query.start, limit: query.limit }))
}

function listOf({ events, total, hasMore, running, spots }: EventList): EventList {
  return { events, total, hasMore, running, spots }
}

async function ask(api: Api, query: AgendaQuery, today: string, page: { start: number; limit: number }) {
  const parameters = agendaParameters(query, today)
  // In the order of dates, events running for weeks come first, and would fill page after page before tonight's events.
  const isApart = separatesRunning(query) && !query.running
  const [{ items, total }, on] = await Promise.all([
    api.list(agendaCalls[query.rel], {
      ...parameters,
      ...page,
      ...(isApart ? { running: "without" } : query.running ? { running: "only" } : {}),
    }),
    isApart && page.start === 0
      ? api.list(agendaCalls[query.rel], { ...parameters, running: "only", limit: mostRunning })
      : undefined,
  ])
  const hasMore = items.length === page.limit && page.start + items.length < total
  const running = on && { events: listEvents(on.items), total: on.total }
  if (query.view !== "map") return { events: listEvents(items), total, hasMore, running }
  const placed = items.flatMap(({ id, location }): [string, Spots[string]][] =>
    location?.lat == null || location.lon == null ? [] : [[String(id), { lat: location.lat, lon: location.lon }]],
  )
  return { events: listEvents(items), total, hasMore, spots: Object.fromEntries(placed) }
}

function keyOf(query: AgendaQuery, today: string) {
  const reader = typeof document === "undefined" ? null : currentUser()?.id
  const { start, running, view } = query
  return (
    agendaCalls[query.rel] +
    JSON.stringify([reader, start, view === "map", separatesRunning(query), running, agendaParameters(query, today)])
  )
}

function keep(key: string, list: EventList): EventList {
  if (typeof document !== "undefined") last = { ...list, key, at: Date.now() }
  return list
}

function statusOf(error: unknown) {
  return (error as { init?: { status?: number } | null } | undefined)?.init?.status
}
