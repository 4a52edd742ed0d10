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
  summary: "List the former accounts of a page, for its owners",
  request: { params: actorPath },
  responses: {
    ...ok(z.array(aliasRepresentation), "The former accounts, in the order they were added; ten at most."),
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
  summary: "Add a former account to a page, so that its followers can move here",
  description:
    "A statement of the page, which other servers check; the followers move when the former account is moved here.",
  request: { params: actorPath, ...body(aliasInput) },
  responses: { ...created(aliasRepresentation, "The added account."), ...invalid, ...forbidden, ...notFound },
})

const remove = call({
  method: "delete",
  path: aliases,
  rights,
  scope: "write",
  tags,
  summary: "Remove a former account of a page",
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
  summary: "Get the account a page moved to, and the number of its remote followers, for its owners",
  request: { params: actorPath },
  responses: {
    ...ok(moveRepresentation, "The move; `moved` is null if the page has not moved."),
    ...forbidden,
    ...notFound,
  },
})

const leave = call({
  method: "put",
  path: move,
  rights,
  scope: "write",
  limit,
  tags,
  summary: "Move the remote followers of a page to another account",
  description:
    "The other account must name the page among its former accounts (`alsoKnownAs`), which is checked now. From then on the page " +
    "states where it moved (`movedTo`) and federates nothing else; it has no remote followers any more. The page itself stays.",
  request: { params: actorPath, ...body(moveInput) },
  responses: {
    ...ok(moveRepresentation, "The account it moved to."),
    ...invalid,
    ...forbidden,
    ...notFound,
    ...conflict,
  },
})

const comeBack = call({
  method: "delete",
  path: move,
  rights,
  scope: "write",
  tags,
  summary: "Bring a moved page back to the Fediverse, without its former followers",
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
