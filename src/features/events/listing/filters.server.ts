import { type RawBuilder, sql } from "kysely"
import type { AccessFeature } from "#features/places/access.ts"
import {
  type Box,
  boxAround,
  foundInBox,
  foundWithin,
  inBox,
  isWithin,
} from "#features/places/distance/queries.server.ts"
import type { Language } from "#i18n/languages.ts"
import { addDays, dateAt, instantOf } from "#lib/time.ts"
import type { Category } from "../categories.ts"
import { localCounterparts, listedRemoteEvents } from "../elsewhere/queries.server.ts"

/** The filters of a list of events. All are optional and combine with "and". */
export type EventFilters = {
  /** The viewer belongs to the team of the page in `actor`: its events are found even when the page is archived. */
  isTeam?: boolean
  filter?: "future" | "past" | "all"
  q?: string
  /** Instants or dates; a date means the whole day in the zone of the instance. */
  from?: string
  to?: string
  /** Dates that began before the first day and are still on then: `only` those, or `without` them. */
  running?: "only" | "without"
  category?: Category[]
  tag?: string
  near?: { lat: number; lon: number }
  /** Kilometres around `near`; 25 when absent. */
  radius?: number
  /** west, south, east, north in degrees; west > east crosses the date line */
  bbox?: [number, number, number, number]
  /** fid of a place, organizer or performer */
  actor?: string
  /** The account whose followed pages the events belong to. */
  followedBy?: number
  /** The agenda that holds the events or their pages. The caller has checked that the reader may read it. */
  agenda?: number
  /** Children of this festival. */
  parent?: number
  lang?: Language
  free?: boolean
  access?: AccessFeature[]
}

export type Moment = { now: Date; timezone: string }

/**
 * The time a list is about: events at their next date from `since` on (`next`), all events by their first date (`first`), or past
 * events (`over`). Dates that began before `begun` are left out.
 */
export type Span =
  | { kind: "next"; since: Date; to: Date | undefined; begun?: Date }
  | { kind: "first"; to: Date | undefined }
  | { kind: "over"; now: Date; from: Date | undefined; to: Date | undefined }

/** Returns the span of time that the filters select. */
export function spanOf(filters: EventFilters, { now, timezone }: Moment): Span {
  const from = filters.from
    ? isDay(filters.from)
      ? instantOf(filters.from, timezone)
      : new Date(filters.from)
    : undefined
  // `to` includes its whole day: the span ends when the next day begins.
  const to = filters.to
    ? isDay(filters.to)
      ? instantOf(addDays(filters.to, 1), timezone)
      : new Date(filters.to)
    : undefined
  if (filters.filter === "past") return { kind: "over", now, from, to }
  if (filters.filter === "all" && !from) return { kind: "first", to }
  const since = from && (from > now || filters.filter === "all") ? from : now
  if (!filters.running) return { kind: "next", since, to }
  const firstDay = instantOf(dateAt(since, timezone), timezone)
  return filters.running === "without"
    ? { kind: "next", since, to, begun: firstDay }
    : { kind: "next", since, to: to && to < firstDay ? to : firstDay }
}

function isDay(text: string) {
  return text.length === 10
}

/** The search words (a tsquery each) and the id of the actor, looked up in the database. */
export type ResolvedFilters = { words?: string[]; actorId?: number }

/** A condition on an event `e` other than its time: as an index finds matching events, and as it is checked for one event. */
export type Condition = {
  found: RawBuilder<unknown>
  holds: RawBuilder<unknown>
  /** The condition that replaces it for an event from another server. */
  elsewhere?: RawBuilder<unknown>
  /** The box around the area, for a condition on nothing but the event's location. */
  area?: Box
}

/** Returns the conditions of the filters, each as SQL that finds matching events and as SQL that checks one event. */
export function conditionsOf(filters: EventFilters, { words, actorId }: ResolvedFilters): Condition[] {
  const all: Condition[] = []
  const same = (condition: RawBuilder<unknown>) => all.push({ found: condition, holds: condition })

  const facets = [
    ...(filters.tag ? [`tag:${filters.tag.toLowerCase()}`] : []),
    ...(filters.lang ? [`lang:${filters.lang}`] : []),
    ...(filters.free ? ["free"] : []),
    ...(filters.access ?? []).map((feature) => `access:${feature}`),
  ]
  if (facets.length > 0) same(sql`e.facets @> ${facets}::text[]`)
  if (filters.parent) same(sql`e.parent_id = ${filters.parent}`)
  if (words) all.push({ found: hasWords(words), holds: hasWords(words, true) })
  if (actorId !== undefined) all.push(involves(actorId))
  if (filters.followedBy !== undefined) all.push(ofFollowed(filters.followedBy))
  if (filters.agenda !== undefined) all.push(inAgenda(filters.agenda))
  const { bbox } = filters
  if (bbox) all.push({ found: foundInBox(bbox, "e"), holds: inBox(bbox, "e"), area: bbox })
  if (filters.near) {
    const { near, radius = 25 } = filters
    const area = boxAround(near, radius)
    all.push({ found: foundWithin(near, radius, "e"), holds: isWithin(near, radius, "e"), area })
  }
  return all
}

/**
 * The condition that event `e` contains all these words. With `isHidden` the planner does not see the words and spends no
 * planning time on them.
 */
export function hasWords(words: string[], isHidden = false): RawBuilder<unknown> {
  const query = sql`to_tsquery('simple', ${words.join(" & ")})`
  return isHidden ? sql`e.search @@ (select ${query})` : sql`e.search @@ ${query}`
}

function ofFollowed(userId: number): Condition {
  const followed = sql`select actor_id from follows where user_id = ${userId}`
  return {
    found: sql`e.id in (
      select id from events where place_id in (${followed})
      union select event_id from event_organizers where status = 'accepted' and actor_id in (${followed})
      union select event_id from event_lineup where actor_id in (${followed})
      union ${localCounterparts(userId)})`,
    holds: sql`(e.place_id in (${followed})
      or exists (select from event_organizers where event_id = e.id and status = 'accepted' and actor_id in (${followed}))
      or exists (select from event_lineup where event_id = e.id and actor_id in (${followed}))
      or e.id in (${localCounterparts(userId)}))`,
    elsewhere: sql`e.id in (${listedRemoteEvents(userId)})`,
  }
}

function inAgenda(agendaId: number): Condition {
  const pages = sql`select actor_id from agenda_entries where agenda_id = ${agendaId} and actor_id is not null`
  const single = sql`select event_id from agenda_entries where agenda_id = ${agendaId} and event_id is not null`
  return {
    found: sql`e.id in (
      ${single}
      union select id from events where place_id in (${pages})
      union select event_id from event_organizers where status = 'accepted' and actor_id in (${pages})
      union select event_id from event_lineup where actor_id in (${pages}))`,
    holds: sql`(e.id in (${single}) or e.place_id in (${pages})
      or exists (select from event_organizers where event_id = e.id and status = 'accepted' and actor_id in (${pages}))
      or exists (select from event_lineup where event_id = e.id and actor_id in (${pages})))`,
  }
}

function involves(actorId: number): Condition {
  return {
    found: sql`e.id in (
      select id from events where place_id = ${actorId}
      union select event_id from event_organizers where status = 'accepted' and actor_id = ${actorId}
      union select event_id from event_lineup where actor_id = ${actorId})`,
    holds: sql`(e.place_id = ${actorId}
      or exists (select from event_organizers where event_id = e.id and status = 'accepted' and actor_id = ${actorId})
      or exists (select from event_lineup where event_id = e.id and actor_id = ${actorId}))`,
  }
}
