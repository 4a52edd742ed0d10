import { z } from "@hono/zod-openapi"
import { actorTypes } from "#features/actors/actor-types.ts"
import { invalid, listed, ok } from "#http/answers.ts"
import { apiApp } from "#http/api-app.ts"
import { call } from "#http/call.ts"
import { paging, searchText } from "#http/parameters.ts"
import { listAccounts } from "./accounts/queries.server.ts"

export const accountRepresentation = z
  .object({
    id: z.number().int(),
    handle: z.string().openapi({ example: "@hangar@foyer.example" }),
    url: z.string().openapi({ description: "Its page for people." }),
    name: z.string(),
    avatar: z.string().nullable().openapi({ description: "On this server: nothing is loaded from elsewhere." }),
    host: z.string(),
    software: z.string().nullable().openapi({ description: "What its server runs.", example: "mastodon" }),
    local: z.boolean().openapi({ description: "Is it a page of this server?" }),
    actor: z
      .string()
      .nullable()
      .openapi({ description: "The fid of the page here that it is, or whose account it is." }),
    type: z.enum(actorTypes).nullable(),
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
  description:
    "Pages of the directory that federate; accounts elsewhere that people here showed to be theirs; and accounts elsewhere that " +
    "follow somebody here or are followed, unless they want to stand in no list. Who follows whom is not told.",
  request: { query: z.object({ q: searchText, ...paging(100, 50) }) },
  responses: { ...ok(z.array(accountRepresentation), "By the name of the handle, then by its host."), ...invalid },
})

/** Returns the API calls of Fediverse accounts. */
export function fediverseApi() {
  return apiApp().openapi(list, async (c) => {
    const { db, config } = c.get("world")
    const { q, start, limit } = c.req.valid("query")
    const { accounts, total } = await listAccounts(db, config, q, { start, limit })
    return listed(c, accounts, { start, limit }, total)
  })
}
