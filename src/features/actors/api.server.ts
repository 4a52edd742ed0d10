import { z } from "@hono/zod-openapi"
import { forbidden, invalid, listed, moved, notFound, ok, tagged } from "#http/answers.ts"
import { apiApp } from "#http/api-app.ts"
import { call } from "#http/call.ts"
import { versioned } from "#http/caching/versions.ts"
import { commaList } from "#http/input/parameters.ts"
import { refuse } from "#lib/refusal.ts"
import { logActorAccess } from "./access/commands.server.ts"
import { actorTypes } from "./actor-types.ts"
import { fidsApi } from "./fids/api.server.ts"
import { actorListQuery, actorPath } from "./inputs.ts"
import { countLetters, listActors } from "./listing/queries.server.ts"
import { findActor, findRenamed } from "./queries.server.ts"
import { openingsApi } from "./openings/api.server.ts"
import { relationsApi } from "./relations/api.server.ts"
import { removalApi } from "./removal/api.server.ts"
import { actorRepresentation } from "./representation.server.ts"
import { tourApi } from "./tour/api.server.ts"
import { actorWritingApi } from "./writing/api.server.ts"
import { isPossibleFid } from "./fids/possible-fid.ts"

const list = call({
  method: "get",
  path: "/api/actors/",
  rights: "anyone",
  scope: "read",
  cache: "shared",
  tags: ["Actors"],
  summary: "List the pages in the directory, by name or, with `near`, by distance",
  request: { query: actorListQuery },
  responses: { ...ok(z.array(actorRepresentation), "The pages, by name; with `near`, by distance."), ...invalid },
})

const followed = call({
  method: "get",
  path: "/api/actors/followed/",
  rights: { user: "followed_needs_login" },
  scope: "read",
  cache: "personal",
  tags: ["Actors"],
  summary: "List the pages the caller follows",
  request: { query: actorListQuery },
  responses: {
    ...ok(z.array(actorRepresentation), "The pages, by name; with `near`, by distance."),
    ...invalid,
    ...forbidden,
  },
})

const managed = call({
  method: "get",
  path: "/api/actors/managed/",
  rights: { user: "managed_needs_login" },
  scope: "read",
  cache: "personal",
  tags: ["Actors"],
  summary: "List the pages the caller manages",
  request: { query: actorListQuery },
  responses: {
    ...ok(z.array(actorRepresentation), "The pages, by name; with `near`, by distance."),
    ...invalid,
    ...forbidden,
  },
})

const letters = call({
  method: "get",
  path: "/api/actors/letters/",
  rights: "anyone",
  scope: "read",
  cache: "shared",
  tags: ["Actors"],
  summary: "Count the pages by first letter of their name",
  request: { query: z.object({ type: commaList(actorTypes).optional() }) },
  responses: {
    ...ok(
      z.array(z.object({ letter: z.string(), count: z.number().int() })),
      "The letters that occur, with the number of names.",
    ),
    ...invalid,
  },
})

const show = call({
  method: "get",
  path: "/api/actors/{fid}/",
  rights: { action: "see_published", of: "page" },
  scope: "read",
  cache: "shared",
  tags: ["Actors"],
  summary: "Get a page",
  request: { params: actorPath },
  responses: { ...ok(actorRepresentation, "The page."), ...moved, ...notFound },
})

/** Builds the calls that read pages. */
export function actorsApi() {
  return apiApp()
    .openapi(list, async (c) => {
      const { db, config } = c.get("world")
      const { start, limit, ...filters } = c.req.valid("query")
      const { actors, total } = await listActors(db, c.get("viewer"), filters, config, { start, limit })
      return listed(c, actors, { start, limit }, total)
    })
    .openapi(followed, async (c) => {
      const { db, config } = c.get("world")
      const viewer = c.get("viewer") ?? refuse("followed_needs_login")
      const { start, limit, ...filters } = c.req.valid("query")
      const page = { start, limit }
      const { actors, total } = await listActors(db, viewer, filters, config, page, { followedBy: viewer.userId })
      return listed(c, actors, page, total)
    })
    .openapi(managed, async (c) => {
      const { db, config } = c.get("world")
      const viewer = c.get("viewer") ?? refuse("managed_needs_login")
      const { start, limit, ...filters } = c.req.valid("query")
      const page = { start, limit }
      const { actors, total } = await listActors(db, viewer, filters, config, page, { managedBy: viewer.userId })
      return listed(c, actors, page, total)
    })
    .openapi(letters, async (c) =>
      tagged(c, await countLetters(c.get("world").db, c.get("viewer"), c.req.valid("query").type)),
    )
    .openapi(show, async (c) => {
      const { db, config } = c.get("world")
      const { fid } = c.req.valid("param")
      if (!isPossibleFid(fid)) refuse("actor_not_found")
      const actor = await findActor(db, c.get("viewer"), fid, config)
      if (actor) await logActorAccess(db, c.get("viewer"), fid)
      if (actor) return versioned(c, actor)
      const renamed = await findRenamed(db, c.get("viewer"), fid)
      if (renamed) return c.redirect(`/api/actors/${renamed}/`, 308)
      return refuse("actor_not_found")
    })
    .route("/", fidsApi())
    .route("/", actorWritingApi())
    .route("/", relationsApi())
    .route("/", openingsApi())
    .route("/", tourApi())
    .route("/", removalApi())
}
