import { z } from "@hono/zod-openapi"
import { reportAllErrors } from "#http/errors/all-errors.ts"
import { body, conflict, created, done, forbidden, invalid, listed, notFound, ok, tagged } from "#http/answers.ts"
import { apiApp } from "#http/api-app.ts"
import { call } from "#http/call.ts"
import { allowedVersions, stale, versioned } from "#http/caching/versions.ts"
import { idOr } from "#lib/refusal.ts"
import { actorWithLoggedAccess } from "../access/commands.server.ts"
import { actorFor } from "../access/queries.server.ts"
import { actorPath } from "../inputs.ts"
import { addOpening, changeOpening, endOpening, judgeNewOpening, judgeOpeningChange } from "./commands.server.ts"
import { matchQuery, newOpening, openingChange, openingListQuery, openingPath } from "./inputs.ts"
import { findOpenings, listMatches, listOpenings } from "./queries.server.ts"
import { matchRepresentation, openingRepresentation } from "./representation.server.ts"

const tags = ["Open dates"]

const all = call({
  method: "get",
  path: "/api/openings/",
  rights: "anyone",
  scope: "read",
  cache: "shared",
  tags,
  summary: "List public openings, by first day or, with `near`, by distance",
  request: { query: openingListQuery },
  responses: { ...ok(z.array(openingRepresentation), "Public openings that are not over."), ...invalid },
})

const ofPage = call({
  method: "get",
  path: "/api/actors/{fid}/openings/",
  rights: { action: "see_published", of: "page" },
  scope: "read",
  cache: "shared",
  tags,
  summary: "List the openings of a page; for its managers, private and past ones too",
  request: { params: actorPath },
  responses: { ...ok(z.array(openingRepresentation), "The openings, by first day; past ones last."), ...notFound },
})

const add = call({
  method: "post",
  path: "/api/actors/{fid}/openings/",
  rights: { action: "edit", of: "page" },
  scope: "write",
  tags,
  summary: "Create an opening: days on which a page is free, or looking for somebody",
  request: { params: actorPath, ...body(newOpening) },
  responses: {
    ...created(openingRepresentation, "The created opening."),
    ...invalid,
    ...forbidden,
    ...notFound,
    ...conflict,
  },
})

const change = call({
  method: "patch",
  path: "/api/actors/{fid}/openings/{id}/",
  rights: { ownRule: "src/features/actors/openings/openings.test.ts" },
  scope: "write",
  tags,
  summary: "Update an opening",
  request: { params: openingPath, ...body(openingChange) },
  responses: { ...ok(openingRepresentation, "The changed opening."), ...invalid, ...forbidden, ...notFound, ...stale },
})

const end = call({
  method: "delete",
  path: "/api/actors/{fid}/openings/{id}/",
  rights: { ownRule: "src/features/actors/openings/openings.test.ts" },
  scope: "write",
  tags,
  summary: "Delete an opening, even before its days are over",
  request: { params: openingPath },
  responses: { ...done, ...forbidden, ...notFound, ...stale },
})

const matches = call({
  method: "get",
  path: "/api/actors/{fid}/matches/",
  rights: { action: "see_drafts", of: "page" },
  scope: "read",
  cache: "personal",
  tags,
  summary: "List the openings that match those of a page, for its managers",
  description:
    "Matches artists with houses: openings with days in common, no farther apart than the smaller of the two radii, and with a " +
    "category and a kind of room in common where both name some. There is no ranking.",
  request: { params: actorPath, query: matchQuery },
  responses: {
    ...ok(z.array(matchRepresentation), "The matches, in the requested order."),
    ...invalid,
    ...forbidden,
    ...notFound,
  },
})

/** Builds the calls about openings (open dates). */
export function openingsApi() {
  return apiApp()
    .openapi(all, async (c) => {
      const { db, config } = c.get("world")
      const { start, limit, ...filters } = c.req.valid("query")
      const { openings, total } = await findOpenings(db, filters, config, { start, limit })
      return listed(c, openings, { start, limit }, total)
    })
    .openapi(ofPage, async (c) => {
      const { db, config } = c.get("world")
      const page = await actorFor(db, c.get("viewer"), c.req.valid("param").fid)
      return tagged(c, await listOpenings(db, c.get("viewer"), page, config))
    })
    .openapi(
      add,
      async (c) => {
        const { db, config } = c.get("world")
        const { fid } = c.req.valid("param")
        const made = await addOpening(db, c.get("viewer"), fid, c.req.valid("json"), config)
        return versioned(c, made, 201)
      },
      reportAllErrors(newOpening, (c, judged) => {
        const { db, config } = c.get("world")
        return judgeNewOpening(db, c.get("viewer"), c.req.param("fid") ?? "", judged, config)
      }),
    )
    .openapi(
      change,
      async (c) => {
        const { db, config } = c.get("world")
        const { fid, id } = c.req.valid("param")
        const given = c.req.valid("json")
        return versioned(c, await changeOpening(db, c.get("viewer"), fid, idOf(id), given, allowedVersions(c), config))
      },
      reportAllErrors(openingChange, (c, judged) => {
        const { db, config } = c.get("world")
        const id = idOf(c.req.param("id") ?? "")
        return judgeOpeningChange(db, c.get("viewer"), c.req.param("fid") ?? "", id, judged, config)
      }),
    )
    .openapi(end, async (c) => {
      const { db, config } = c.get("world")
      const { fid, id } = c.req.valid("param")
      await endOpening(db, c.get("viewer"), fid, idOf(id), allowedVersions(c), config)
      return c.body(null, 204)
    })
    .openapi(matches, async (c) => {
      const { db, config } = c.get("world")
      const page = await actorWithLoggedAccess(db, c.get("viewer"), c.req.valid("param").fid)
      const { start, limit, ...asked } = c.req.valid("query")
      const { matches: found, total } = await listMatches(db, page, asked, config, { start, limit })
      return listed(c, found, { start, limit }, total)
    })
}

function idOf(id: string) {
  return idOr("opening_not_found", id)
}
