import { z } from "@hono/zod-openapi"
import { invalid, listed, ok } from "#http/answers.ts"
import { apiApp } from "#http/api-app.ts"
import { call } from "#http/call.ts"
import { paging, searchText } from "#http/parameters.ts"

const accountRepresentation = z
  .object({
    id: z.number().int(),
    handle: z.string(),
    url: z.string(),
    name: z.string(),
    avatar: z.string().nullable(),
    host: z.string(),
    software: z.string().nullable(),
    local: z.boolean(),
    actor: z.string().nullable(),
  })
  .openapi("FediverseAccount")

const list = call({
  method: "get",
  path: "/api/fediverse/accounts/",
  rights: "anyone",
  scope: "read",
  cache: "shared",
  tags: ["Fediverse"],
  summary: "Fediverse accounts known here, by handle",
  request: { query: z.object({ q: searchText, ...paging(100, 50) }) },
  responses: { ...ok(z.array(accountRepresentation), "By handle."), ...invalid },
})

/** Fediverse accounts. Nothing federates yet, so the list is empty; its contract holds. */
export function fediverseApi() {
  return apiApp().openapi(list, (c) => listed(c, [], c.req.valid("query"), 0))
}
