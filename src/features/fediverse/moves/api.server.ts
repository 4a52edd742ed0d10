import { z } from "@hono/zod-openapi"
import { actorPath } from "#features/actors/inputs.ts"
import { body, conflict, created, done, forbidden, invalid, notFound, ok } from "#http/answers.ts"
import { apiApp } from "#http/api-app.ts"
import { call, perAccount } from "#http/call.ts"
import { limits } from "#http/limits/limits.ts"
import { addAlias, aliasesFor, moveAway, moveBack, moveFor, removeAlias } from "./commands.server.ts"
import { aliasInput, aliasRepresentation, aliasToRemove, moveInput, moveRepresentation } from "./inputs.ts"

const tags = ["Fediverse"]
const rights = { action: "govern", of: "page" } as const
const aliases = "/api/actors/{fid}/fediverse/aliases/"
const move = "/api/actors/{fid}/fediverse/move/"
const limit = perAccount(limits.followElsewhere)

const listAliases = call({
  method: "get",
  path: aliases,
  rights,
  scope: "read",
  cache: "personal",
  tags,
  summary: "The accounts that a page says it was before, for its owners",
  request: { params: actorPath },
  responses: {
    ...ok(z.array(aliasRepresentation), "The first that was added first; ten at most."),
    ...forbidden,
    ...notFound,
  },
})

const add = call({
  method: "post",
  path: aliases,
  rights,
  scope: "write",
  limit,
  tags,
  summary: "Says that a page was this account before, so that its followers can be sent here",
  description: "A claim of the page, which others check: followers come when the other account is told to move here.",
  request: { params: actorPath, ...body(aliasInput) },
  responses: { ...created(aliasRepresentation, "The account."), ...invalid, ...forbidden, ...notFound },
})

const remove = call({
  method: "delete",
  path: aliases,
  rights,
  scope: "write",
  tags,
  summary: "No longer says so of this account",
  request: { params: actorPath, ...body(aliasToRemove) },
  responses: { ...done, ...invalid, ...forbidden, ...notFound },
})

const read = call({
  method: "get",
  path: move,
  rights,
  scope: "read",
  cache: "personal",
  tags,
  summary: "Where the followers of a page were sent, and how many it has, for its owners",
  request: { params: actorPath },
  responses: { ...ok(moveRepresentation, "`moved` is null while the page is here."), ...forbidden, ...notFound },
})

const leave = call({
  method: "put",
  path: move,
  rights,
  scope: "write",
  limit,
  tags,
  summary: "Sends the followers of a page elsewhere to another account",
  description:
    "The other account has to name the page among its former ones (`alsoKnownAs`), which is looked at now. From then on the page " +
    "says where it went (`movedTo`) and tells nothing else; its followers there are gone. The page itself stays.",
  request: { params: actorPath, ...body(moveInput) },
  responses: { ...ok(moveRepresentation, "Where it went."), ...invalid, ...forbidden, ...notFound, ...conflict },
})

const comeBack = call({
  method: "delete",
  path: move,
  rights,
  scope: "write",
  tags,
  summary: "Puts a page that moved back on the Fediverse, without the followers it had",
  request: { params: actorPath },
  responses: { ...done, ...forbidden, ...notFound },
})

/** Returns the API calls of accounts that move with their followers, to this server or away from it. */
export function movesApi() {
  return apiApp()
    .openapi(listAliases, async (c) =>
      c.json(await aliasesFor(c.get("world").db, c.get("viewer"), c.req.valid("param").fid), 200),
    )
    .openapi(add, async (c) => {
      const { db, config } = c.get("world")
      const { account } = c.req.valid("json")
      return c.json(await addAlias(db, config, c.get("viewer"), c.req.valid("param").fid, account), 201)
    })
    .openapi(remove, async (c) => {
      await removeAlias(c.get("world").db, c.get("viewer"), c.req.valid("param").fid, c.req.valid("json").uri)
      return c.body(null, 204)
    })
    .openapi(read, async (c) =>
      c.json(await moveFor(c.get("world").db, c.get("viewer"), c.req.valid("param").fid), 200),
    )
    .openapi(leave, async (c) => {
      const { db, config } = c.get("world")
      return c.json(await moveAway(db, config, c.get("viewer"), c.req.valid("param").fid, c.req.valid("json")), 200)
    })
    .openapi(comeBack, async (c) => {
      await moveBack(c.get("world").db, c.get("viewer"), c.req.valid("param").fid)
      return c.body(null, 204)
    })
}
