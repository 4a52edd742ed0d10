import type { Spots } from "#features/places/map/spots.ts"
import type { Language } from "#i18n/languages.ts"
import type { Api } from "#web/api.ts"
import type { Relation } from "#ui/relations.ts"
import { currentUser, isVisitor } from "#web/session.ts"
import { joinPages } from "../listing/agenda.ts"
import {
  type AgendaQuery,
  agendaParameters,
  mostRunning,
  plainQuery,
  readAgendaQuery,
  tellsRunning,
} from "../listing/agenda-query.ts"
import { type AgendaEvent, listEvents } from "../listing/list-event.ts"
import type { MonthDay } from "../month/month.ts"
import type { StripDay } from "../ui/agenda/day-strip.tsx"

/** A list of events as far as it is read. */
export type EventList = {
  events: AgendaEvent[]
  total: number
  hasMore: boolean
  /** What began before the first day and is still on, where it is told apart: the first of it, and how much there is. */
  running?: { events: AgendaEvent[]; total: number } | undefined
  /** Where each is, for the map beside the list. */
  spots?: Spots | undefined
}

/** Everything an agenda page is made of. The date comes from the server: the browser's clock may be wrong. */
export type AgendaData = EventList & {
  query: AgendaQuery
  today: string
  days: StripDay[]
  /** Of a month: how many dates each day has, and which of them are told. */
  sheet?: MonthDay[] | undefined
  /** Why there is no list: it could not be read, or it is for those who are signed in. */
  problem?: "failed" | "needs_login" | "no_list" | undefined
  /** What the agenda is called that the list is narrowed to. */
  listName?: string | undefined
  /** The list is as it was: what should have followed could not be read. */
  moreFailed?: boolean | undefined
  /** No place is called so. */
  isPlaceUnknown?: boolean | undefined
}

/** What is one's own asks to sign in; what is told to programs without it, an agenda that is published, stays with them. */
export function asksToSignIn({ query, problem }: AgendaData, isSignedIn: boolean): boolean {
  return (problem === "needs_login" && query.rel !== "all") || (query.list !== "" && !isSignedIn)
}

/** Where each list is read. */
export const calls = {
  all: "/api/contents/events/",
  followed: "/api/contents/events/followed/",
  managed: "/api/contents/events/managed/",
} as const satisfies Record<Relation, string>

/** Reads the agenda that an address asks for. Never fails: what goes wrong is said in its place. */
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

/** A month is read by what comes with its sheet: the agenda does without. */
async function month(api: Api, query: AgendaQuery, today: string) {
  const { readMonth } = await import("./month-data.ts")
  return readMonth(api, query, today)
}

/** What the server answers with: a list that could not be read is no page to keep or to index. */
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

/** Finds the place that was only named, as a form without script sends it. */
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
    // The list is then not narrowed, and says so.
  }
  return { query: { ...query, place: "", radius: plainQuery.radius }, isPlaceUnknown: true }
}

// The last list read in this browser, so that more of it costs only what is missing, and "back" shows it at once. The
// server remembers nothing.
let last: (EventList & { key: string; at: number }) | undefined
const usableFor = 300_000
const freshFor = 60_000
let wentBackAt = 0
if (typeof document !== "undefined") {
  addEventListener("popstate", () => (wentBackAt = Date.now()), { capture: true })
}

/** Takes over the list that came with the document. */
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
  // In the order of dates what has been on for weeks comes first, and would fill page after page before tonight is told.
  const isApart = tellsRunning(query) && !query.running
  const [{ items, total }, on] = await Promise.all([
    api.list(calls[query.rel], {
      ...parameters,
      ...page,
      ...(isApart ? { running: "without" } : query.running ? { running: "only" } : {}),
    }),
    isApart && page.start === 0
      ? api.list(calls[query.rel], { ...parameters, running: "only", limit: mostRunning })
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
    calls[query.rel] +
    JSON.stringify([reader, start, view === "map", tellsRunning(query), running, agendaParameters(query, today)])
  )
}

function keep(key: string, list: EventList): EventList {
  if (typeof document !== "undefined") last = { ...list, key, at: Date.now() }
  return list
}

function statusOf(error: unknown) {
  return (error as { init?: { status?: number } | null } | undefined)?.init?.status
}
