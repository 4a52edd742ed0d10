import { z } from "@hono/zod-openapi"
import { apiApp } from "#http/api-app.ts"
import { call } from "#http/call.ts"
import { shortListPaging } from "#http/input/parameters.ts"
import { forbidden, invalid, listedSlice, ok } from "#http/answers.ts"
import { refuse } from "#lib/refusal.ts"
import { actorTypes } from "../actor-types.ts"
import { listDeletedPages } from "./queries.server.ts"

const deletedPage = z
  .object({
    fid: z.string(),
    type: z.enum(actorTypes),
    name: z.string(),
    deleted: z.string().openapi({ format: "date-time" }),
    until: z.string().openapi({ format: "date-time", description: "Time from which it can no longer be restored." }),
  })
  .openapi("DeletedPage")

const list = call({
  method: "get",
  path: "/api/me/deleted-actors/",
  rights: "user",
  scope: "session",
  cache: "personal",
  tags: ["Me"],
  summary: "List deleted pages of the caller that can still be restored",
  request: { query: shortListPaging },
  responses: { ...ok(z.array(deletedPage), "The pages, most recently deleted first."), ...invalid, ...forbidden },
})

/** Builds the call that lists deleted pages which can still be restored. */
export function removalApi() {
  return apiApp().openapi(list, async (c) => {
    const { db, config } = c.get("world")
    const me = c.get("viewer") ?? refuse("sign_in_needed")
    return listedSlice(c, await listDeletedPages(db, me.userId, config.timezone), c.req.valid("query"))
  })
}
