import { z } from "@hono/zod-openapi"
import { actorFor, demand } from "#features/actors/access/queries.server.ts"
import { forbidden, notFound, ok, tagged } from "#http/answers.ts"
import { apiApp } from "#http/api-app.ts"
import { call } from "#http/call.ts"
import { usedByPage } from "./queries.server.ts"

const show = call({
  method: "get",
  path: "/api/actors/{fid}/room/",
  rights: { action: "edit", of: "page" },
  scope: "read",
  cache: "personal",
  tags: ["Documents"],
  summary: "Get the storage used by the files of a page, and its quota",
  request: { params: z.object({ fid: z.string() }) },
  responses: {
    ...ok(
      z.object({ used: z.number().int(), quota: z.number().int() }).openapi("Room"),
      "The used storage and the quota, in bytes; images count in all stored widths.",
    ),
    ...forbidden,
    ...notFound,
  },
})

/** Builds the call that tells how much storage a page uses. */
export function quotaApi() {
  return apiApp().openapi(show, async (c) => {
    const { db, config } = c.get("world")
    const page = await actorFor(db, c.get("viewer"), c.req.valid("param").fid)
    demand(c.get("viewer"), "edit", page)
    return tagged(c, { used: await usedByPage(db, page.id), quota: config.pageQuota })
  })
}
