import { z } from "@hono/zod-openapi"
import { demand } from "#features/actors/access/queries.server.ts"
import { body, conflict, forbidden, invalid, listed, notFound, ok } from "#http/answers.ts"
import { apiApp } from "#http/api-app.ts"
import { call } from "#http/call.ts"
import { idOr, refuse } from "#lib/refusal.ts"
import { changeAccount } from "./commands.server.ts"
import { accountChange, accountPath, accountsQuery } from "./inputs.ts"
import { findAccount, listAccounts } from "./queries.server.ts"
import { accountRepresentation } from "./representation.server.ts"

const tags = ["Administration"]

const list = call({
  method: "get",
  path: "/api/admin/accounts/",
  rights: { action: "administer" },
  scope: "session",
  cache: "personal",
  operationId: "listAccounts",
  tags,
  summary: "List the accounts, for administrators",
  request: { query: accountsQuery },
  responses: {
    ...ok(z.array(accountRepresentation), "The accounts, newest first; search results by username."),
    ...invalid,
    ...forbidden,
  },
})

const change = call({
  method: "patch",
  path: "/api/admin/accounts/{id}/",
  rights: { action: "administer" },
  scope: "session",
  cache: "personal",
  operationId: "changeAccount",
  tags,
  summary: "Change the roles of an account, suspend it or lift its suspension",
  request: { params: accountPath, ...body(accountChange) },
  responses: {
    ...ok(accountRepresentation, "The changed account."),
    ...invalid,
    ...forbidden,
    ...notFound,
    ...conflict,
  },
})

/** Calls with which administrators list accounts and change their roles or suspend them. */
export function adminAccountsApi() {
  return apiApp()
    .openapi(list, async (c) => {
      demand(c.get("viewer"), "administer", {})
      const { db, config } = c.get("world")
      const query = c.req.valid("query")
      const { accounts, total } = await listAccounts(db, query, config)
      return listed(c, accounts, query, total)
    })
    .openapi(change, async (c) => {
      demand(c.get("viewer"), "administer", {})
      const { db, config } = c.get("world")
      const { id: given } = c.req.valid("param")
      const id = idOr("account_not_found", given)
      await changeAccount(db, c.get("viewer"), id, c.req.valid("json"))
      return c.json((await findAccount(db, id, config)) ?? refuse("account_not_found"), 200)
    })
}
