import { z } from "@hono/zod-openapi"
import type { Context } from "hono"
import { readableAgenda } from "#features/agendas/queries.server.ts"
import { actorTypes } from "#features/actors/actor-types.ts"
import { actorListQuery } from "#features/actors/inputs.ts"
import { actorsOnMap, markedActors } from "#features/actors/map/queries.server.ts"
import { categories } from "#features/events/categories.ts"
import { eventListQuery } from "#features/events/inputs.ts"
import { eventsOnMap, managedOnMap, markedEvents } from "#features/events/map/queries.server.ts"
import { mapView } from "#features/places/map/inputs.ts"
import { largestCount, declutter, type Found, gridOver, mapSubjects } from "#features/places/map/map.ts"
import { forbidden, invalid, ok, tagged } from "#http/answers.ts"
import { apiApp } from "#http/api-app.ts"
import { call } from "#http/call.ts"
import type { Environment } from "#http/environment.ts"
import { orNull } from "#http/input/schemas.ts"
import { refuse, refuseFields } from "#lib/refusal.ts"
import { relations } from "#ui/relations.ts"

const mark = z
  .object({
    type: z.enum(["cluster", "event", "actor"]),
    id: z.string().openapi({
      description:
        "Id of an event or fid of a page; for a cluster the fid of the venue it is at, else an identifier within this response.",
    }),
    lat: z.number(),
    lon: z.number(),
    count: z
      .number()
      .int()
      .openapi({ description: `Number of events or pages; counting stops at ${largestCount}.` }),
    category: orNull(z.enum([...categories, ...actorTypes])).openapi({
      description: "Category of the events or type of the pages; null if they differ.",
    }),
    is_spot: z
      .boolean()
      .openapi({ description: "Whether everything is at one spot, so that zooming in does not separate it." }),
    name: z.string().optional().openapi({ description: "Name of a single event or page." }),
    start: z.string().optional().openapi({ description: "Start of the next date of a single event." }),
  })
  .openapi("MapMark")
type Mark = z.infer<typeof mark>

const { start: _start, limit: _limit, bbox: _bbox, ...eventFilters } = eventListQuery.shape
const { type, letter } = actorListQuery.shape

const marks = call({
  method: "get",
  path: "/api/map/",
  rights: "anyone",
  scope: "read",
  cache: "shared",
  tags: ["Places"],
  summary: "List the events or pages on a map, clustered where they are near each other",
  request: {
    query: z.object({
      ...mapView,
      of: z.enum(mapSubjects).default("events"),
      rel: z.enum(relations).default("all"),
      ...eventFilters,
      type,
      letter,
    }),
  },
  responses: {
    ...ok(
      z.array(mark),
      "The marks, in no particular order. The box is widened to whole squares; items without coordinates are left out.",
    ),
    ...invalid,
    ...forbidden,
  },
})

/** The call that returns the marks of a map. */
export function mapApi() {
  return apiApp().openapi(marks, async (c) => {
    const { db } = c.get("world")
    const { bbox, zoom, of, rel, list, type, letter, ...filters } = c.req.valid("query")
    const followedBy = rel === "followed" ? (c.get("viewer") ?? refuse("followed_needs_login")).userId : undefined
    const manager = rel === "managed" ? (c.get("viewer") ?? refuse("managed_needs_login")) : undefined
    const grid = gridOver(bbox, zoom)
    if (of === "actors") {
      const { q, tag, near, radius } = filters
      const among = manager ? { managedBy: manager.userId } : followedBy === undefined ? undefined : { followedBy }
      const found = await actorsOnMap(db, { q, type, tag, letter, ...withNear(near, radius) }, grid, among)
      return tagged(c, await asActors(c, declutter(found, zoom)))
    }
    const asked = { ...filters, ...(await ofList(c, list)), ...(followedBy === undefined ? {} : { followedBy }) }
    const moment = { now: new Date(), timezone: c.get("world").config.timezone }
    const found = manager
      ? await managedOnMap(db, manager, asked, moment, grid)
      : await eventsOnMap(db, asked, moment, grid)
    return tagged(c, await asEvents(c, declutter(found, zoom), moment.now, manager !== undefined))
  })
}

/** Returns the distance filter of pages, without undefined values. */
function withNear(near: { lat: number; lon: number } | undefined, radius: number | undefined) {
  return { ...(near ? { near } : {}), ...(radius === undefined ? {} : { radius }) }
}

async function ofList(c: Context<Environment>, list: string | undefined): Promise<{ agenda?: number }> {
  if (list === undefined) return {}
  const agenda = await readableAgenda(c.get("world").db, c.get("viewer"), list)
  return { agenda: agenda ?? refuseFields({ list: ["errors.list_unknown"] }) }
}

async function asEvents(c: Context<Environment>, found: Found[], now: Date, withDrafts: boolean): Promise<Mark[]> {
  const events = await markedEvents(c.get("world").db, idsOfSingle(found), now, withDrafts)
  const language = c.get("messages").language
  return found.map((one) => {
    const event = one.count === 1 ? events.get(one.id) : undefined
    if (!event) return asCluster(one)
    const title = event.title as Record<string, string | undefined>
    return {
      ...asCluster(one),
      type: "event",
      id: String(event.id),
      name: title[language] ?? title[event.language] ?? Object.values(title)[0] ?? "",
      ...(event.start ? { start: event.start } : {}),
    }
  })
}

async function asActors(c: Context<Environment>, found: Found[]): Promise<Mark[]> {
  const actors = await markedActors(c.get("world").db, idsOfSingle(found))
  return found.map((one) => {
    const actor = one.count === 1 ? actors.get(one.id) : undefined
    return actor ? { ...asCluster(one), type: "actor", id: actor.fid, name: actor.name } : asCluster(one)
  })
}

function idsOfSingle(found: Found[]) {
  return found.filter(({ count }) => count === 1).map(({ id }) => id)
}

/** Represents several entries as one mark: those at the same venue are identified by the venue. */
function asCluster({ count, lat, lon, category, is_spot, id, place }: Found): Mark {
  const round = (degrees: number) => Math.round(degrees * 1e5) / 1e5
  return {
    type: "cluster",
    id: is_spot && place ? place : `c${id}`,
    lat: round(lat),
    lon: round(lon),
    count,
    category: category as Mark["category"],
    is_spot,
  }
}
