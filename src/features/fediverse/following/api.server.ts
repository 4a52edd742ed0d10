import { z } from "@hono/zod-openapi"
import { body, conflict, created, done, forbidden, invalid, listed, ok } from "#http/answers.ts"
import { apiApp } from "#http/api-app.ts"
import { call, perAccount } from "#http/call.ts"
import { limits } from "#http/limits/limits.ts"
import { refuse } from "#lib/refusal.ts"
import { followRemoteAccount as follow, unfollowRemoteAccount } from "./commands.server.ts"
import { followsQuery, remoteFollowInput } from "./inputs.ts"
import { listRemoteFollows } from "./queries.server.ts"
import { remoteFollowRepresentation } from "./representation.server.ts"

const path = "/api/fediverse/follows/"
const tags = ["Fediverse"]
const rights = { user: "follow_needs_login" } as const

const list = call({
  method: "get",
  path,
  rights,
  scope: "read",
  cache: "personal",
  tags,
  summary: "List the remote accounts the caller follows, by handle",
  request: { query: followsQuery },
  responses: {
    ...ok(z.array(remoteFollowRepresentation), "The followed accounts, by handle."),
    ...invalid,
    ...forbidden,
  },
})

const add = call({
  method: "post",
  path,
  rights,
  scope: "follow",
  cache: "personal",
  limit: perAccount(limits.followElsewhere),
  tags,
  summary: "Follow a remote account, without revealing who follows",
  request: body(remoteFollowInput),
  responses: {
    ...created(remoteFollowRepresentation, "The followed account."),
    ...invalid,
    ...forbidden,
    ...conflict,
  },
})

const remove = call({
  method: "delete",
  path,
  rights,
  scope: "follow",
  cache: "personal",
  tags,
  summary: "Unfollow a remote account",
  request: body(remoteFollowInput),
  responses: { ...done, ...invalid, ...forbidden },
})

/** Returns the API calls of followed remote accounts. */
export function remoteFollowsApi() {
  return apiApp()
    .openapi(list, async (c) => {
      const viewer = c.get("viewer") ?? refuse("follow_needs_login")
      const page = c.req.valid("query")
      const { follows, total } = await listRemoteFollows(c.get("world").db, viewer, page)
      return listed(c, follows, page, total)
    })
    .openapi(add, async (c) => {
      const { db, config } = c.get("world")
      const viewer = c.get("viewer") ?? refuse("follow_needs_login")
      const id = await follow(db, config, viewer, c.req.valid("json").handle)
      const { follows } = await listRemoteFollows(db, viewer, { start: 0, limit: 1, id })
      return c.json(follows[0] ?? refuse("not_found"), 201)
    })
    .openapi(remove, async (c) => {
      const { db, config } = c.get("world")
      await unfollowRemoteAccount(db, config, c.get("viewer"), c.req.valid("json").handle)
      return c.body(null, 204)
    })
}
