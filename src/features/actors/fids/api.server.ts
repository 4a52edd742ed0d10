import { z } from "@hono/zod-openapi"
import { demand } from "../access/queries.server.ts"
import { actorPath } from "../inputs.ts"
import { apiApp } from "#http/api-app.ts"
import { call } from "#http/call.ts"
import { forbidden, ok } from "#http/answers.ts"
import { freeFidLike, isFidFree } from "./queries.server.ts"
import { isPossibleFid } from "./possible-fid.ts"

const availability = call({
  method: "get",
  path: "/api/actors/{fid}/availability/",
  rights: { action: "create_page" },
  scope: "read",
  cache: "personal",
  tags: ["Actors"],
  summary: "Check whether a handle is free for a new page",
  request: { params: actorPath },
  responses: {
    ...ok(
      z.object({
        available: z.boolean(),
        suggestion: z.string().nullable().openapi({
          description: "The handle itself if it is free, else a similar one that is; null if there is none.",
        }),
      }),
      "Whether it is free, and a suggestion.",
    ),
    ...forbidden,
  },
})

/** Builds the call that tells whether an identifier is free. */
export function fidsApi() {
  return apiApp().openapi(availability, async (c) => {
    demand(c.get("viewer"), "create_page", {})
    const { db } = c.get("world")
    const fid = c.req.valid("param").fid.slice(0, 60)
    const isPossible = isPossibleFid(fid)
    const available = isPossible && (await isFidFree(db, fid))
    const suggestion = available ? fid : isPossible ? await freeFidLike(db, fid) : undefined
    return c.json({ available, suggestion: suggestion ?? null }, 200)
  })
}
