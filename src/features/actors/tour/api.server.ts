import { forbidden, invalid, notFound, ok, tagged } from "#http/answers.ts"
import { apiApp } from "#http/api-app.ts"
import { call, perAccount } from "#http/call.ts"
import { limits } from "#http/limits/limits.ts"
import { actorWithLoggedAccess } from "../access/commands.server.ts"
import { actorPath } from "../inputs.ts"
import { tourQuery } from "./inputs.ts"
import { planTour } from "./queries.server.ts"
import { tourRepresentation } from "./representation.server.ts"

const plan = call({
  method: "get",
  path: "/api/actors/{fid}/tour/",
  rights: { action: "see_drafts", of: "page" },
  scope: "read",
  cache: "personal",
  limit: perAccount(limits.tour),
  tags: ["Open dates"],
  summary: "Plan a tour along a route, for the managers of a page",
  description: "Compares the free days of an artist with the open dates of houses along the route.",
  request: { params: actorPath, query: tourQuery },
  responses: {
    ...ok(tourRepresentation, "The possible stops and their days."),
    ...invalid,
    ...forbidden,
    ...notFound,
  },
})

/** Builds the call that plans a tour. */
export function tourApi() {
  return apiApp().openapi(plan, async (c) => {
    const { db, config } = c.get("world")
    const page = await actorWithLoggedAccess(db, c.get("viewer"), c.req.valid("param").fid)
    return tagged(c, await planTour(db, page, c.req.valid("query"), config))
  })
}
