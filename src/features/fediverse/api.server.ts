import { z } from "@hono/zod-openapi"
import { actorTypes } from "#features/actors/actor-types.ts"
import { invalid, listed, ok } from "#http/answers.ts"
import { apiApp } from "#http/api-app.ts"
import { call } from "#http/call.ts"
import { paging, searchText } from "#http/input/parameters.ts"
import { listAccounts } from "./accounts/queries.server.ts"

export const accountRepresentation = z
  .object({
    id: z.number().int(),
    handle: z.string().openapi({ example: "@hangar@foyer.example" }),
    url: z.string().openapi({ description: "Address of the profile for people." }),
    name: z.string(),
    avatar: z.string().nullable().openapi({ description: "Address of the avatar on this server." }),
    host: z.string(),
    software: z.string().nullable().openapi({ description: "Software of its server.", example: "mastodon" }),
    local: z.boolean().openapi({ description: "Whether it is a page of this server." }),
    actor: z
      .string()
      .nullable()
      .openapi({ description: "`fid` of the page here that it is, or that its owner has; null if there is none." }),
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
  summary: "List the Fediverse accounts known here, by handle",
  description:
    "Pages of the directory that federate, remote accounts that people here have verified as theirs, and remote accounts that " +
    "follow or are followed here, unless they asked not to be listed. Who follows whom is not disclosed.",
  request: { query: z.object({ q: searchText, ...paging(100, 50) }) },
  responses: {
    ...ok(z.array(accountRepresentation), "The accounts, by the name in the handle, then by host."),
    ...invalid,
  },
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
