import { z } from "@hono/zod-openapi"
import { actorPath } from "#features/actors/inputs.ts"
import { reportAllErrors } from "#http/errors/all-errors.ts"
import { body, conflict, created, done, forbidden, invalid, listedSlice, notFound, ok, tagged } from "#http/answers.ts"
import { apiApp } from "#http/api-app.ts"
import { call, perAccount } from "#http/call.ts"
import { allowedVersions, stale, versioned } from "#http/caching/versions.ts"
import { limits } from "#http/limits/limits.ts"
import { shortListPaging } from "#http/input/parameters.ts"
import { idOr } from "#lib/refusal.ts"
import {
  addWebhook,
  changeWebhook,
  judgeNewWebhook,
  judgeWebhookChange,
  removeWebhook,
  renewSecret,
  sendPing,
} from "./commands.server.ts"
import { describeDeliveries } from "./openapi.server.ts"
import { newWebhook, webhookChange, webhookPath } from "./inputs.ts"
import { listDeliveries, listWebhooks } from "./queries.server.ts"
import { deliveryRepresentation, webhookRepresentation, webhookWithSecret } from "./representation.server.ts"
import { mostWebhooks, shownDeliveries } from "./webhook.ts"

const tags = ["Webhooks"]
const ownRule = "src/features/webhooks/webhooks.test.ts"

const all = call({
  method: "get",
  path: "/api/actors/{fid}/webhooks/",
  rights: { action: "connect", of: "page" },
  scope: "read",
  cache: "personal",
  tags,
  summary: "List the webhooks of a page, in the order they were added, for its managers",
  request: { params: actorPath, query: shortListPaging },
  responses: {
    ...ok(z.array(webhookRepresentation), `All webhooks of the page, ${mostWebhooks} at most, without their secrets.`),
    ...invalid,
    ...forbidden,
    ...notFound,
  },
})

const add = call({
  method: "post",
  path: "/api/actors/{fid}/webhooks/",
  rights: { action: "connect", of: "page" },
  scope: "write",
  cache: "personal",
  limit: perAccount(limits.webhook),
  tags,
  summary: "Create a webhook for the changes of a page",
  description:
    "Delivers changes of the page and of its events (those of `/api/contents/events/?actor=`), as everyone sees them. The payloads, " +
    "signatures and retries are described in `docs/api.md`, and under `webhooks` in this document.",
  request: { params: actorPath, ...body(newWebhook) },
  responses: {
    ...created(webhookWithSecret, "The webhook with its secret, which is returned only this once."),
    ...invalid,
    ...forbidden,
    ...notFound,
    ...conflict,
  },
})

const change = call({
  method: "patch",
  path: "/api/actors/{fid}/webhooks/{id}/",
  rights: { ownRule, isForUser: true },
  scope: "write",
  cache: "personal",
  limit: perAccount(limits.webhook),
  tags,
  summary: "Update a webhook; omitted fields are unchanged",
  request: { params: webhookPath, ...body(webhookChange) },
  responses: { ...ok(webhookRepresentation, "The changed webhook."), ...invalid, ...forbidden, ...notFound, ...stale },
})

const remove = call({
  method: "delete",
  path: "/api/actors/{fid}/webhooks/{id}/",
  rights: { ownRule, isForUser: true },
  scope: "write",
  cache: "personal",
  tags,
  summary: "Delete a webhook",
  request: { params: webhookPath },
  responses: { ...done, ...forbidden, ...notFound, ...stale },
})

const renew = call({
  method: "post",
  path: "/api/actors/{fid}/webhooks/{id}/secret/",
  rights: { ownRule, isForUser: true },
  scope: "write",
  cache: "personal",
  limit: perAccount(limits.webhook),
  tags,
  summary: "Replace the secret of a webhook; for a day, deliveries are also signed with the former one",
  request: { params: webhookPath },
  responses: {
    ...ok(webhookWithSecret, "The webhook with its secret, which is returned only this once."),
    ...forbidden,
    ...notFound,
  },
})

const test = call({
  method: "post",
  path: "/api/actors/{fid}/webhooks/{id}/test/",
  rights: { ownRule, isForUser: true },
  scope: "write",
  cache: "personal",
  limit: perAccount(limits.webhookTest),
  tags,
  summary: "Send a `ping` once, even if the webhook is switched off; the result is listed among its deliveries",
  request: { params: webhookPath },
  responses: { 202: { description: "The `ping` is sent within moments." }, ...forbidden, ...notFound },
})

const deliveries = call({
  method: "get",
  path: "/api/actors/{fid}/webhooks/{id}/deliveries/",
  rights: { ownRule, isForUser: true },
  scope: "read",
  cache: "personal",
  tags,
  summary: `List the last ${shownDeliveries} deliveries of a webhook within two weeks, newest first`,
  request: { params: webhookPath },
  responses: {
    ...ok(z.array(deliveryRepresentation), "The deliveries, each with its state."),
    ...forbidden,
    ...notFound,
  },
})

/** Returns the API calls that manage the webhooks of a page. */
export function webhooksApi() {
  return apiApp()
    .openapi(all, async (c) => {
      const { db, config } = c.get("world")
      return listedSlice(
        c,
        await listWebhooks(db, c.get("viewer"), c.req.valid("param").fid, config),
        c.req.valid("query"),
      )
    })
    .openapi(
      add,
      async (c) => {
        const { db, config } = c.get("world")
        const { fid } = c.req.valid("param")
        return versioned(c, await addWebhook(db, c.get("viewer"), fid, c.req.valid("json"), config), 201)
      },
      reportAllErrors(newWebhook, (c, judged) => {
        const { db, config } = c.get("world")
        return judgeNewWebhook(db, c.get("viewer"), c.req.param("fid") ?? "", judged, config)
      }),
    )
    .openapi(
      change,
      async (c) => {
        const { db, config } = c.get("world")
        const { fid, id } = c.req.valid("param")
        const given = c.req.valid("json")
        return versioned(c, await changeWebhook(db, c.get("viewer"), fid, idOf(id), given, allowedVersions(c), config))
      },
      reportAllErrors(webhookChange, (c, judged) => {
        const { db, config } = c.get("world")
        const id = idOf(c.req.param("id") ?? "")
        return judgeWebhookChange(db, c.get("viewer"), c.req.param("fid") ?? "", id, judged, config)
      }),
    )
    .openapi(remove, async (c) => {
      const { db, config } = c.get("world")
      const { fid, id } = c.req.valid("param")
      await removeWebhook(db, c.get("viewer"), fid, idOf(id), allowedVersions(c), config)
      return c.body(null, 204)
    })
    .openapi(renew, async (c) => {
      const { db, config } = c.get("world")
      const { fid, id } = c.req.valid("param")
      return versioned(c, await renewSecret(db, c.get("viewer"), fid, idOf(id), config))
    })
    .openapi(test, async (c) => {
      const { db, config } = c.get("world")
      const { fid, id } = c.req.valid("param")
      await sendPing(db, c.get("viewer"), fid, idOf(id), config)
      return c.body(null, 202)
    })
    .openapi(deliveries, async (c) => {
      const { db, config } = c.get("world")
      const { fid, id } = c.req.valid("param")
      return tagged(c, await listDeliveries(db, c.get("viewer"), fid, idOf(id), config))
    })
    .describe(describeDeliveries)
}

function idOf(id: string) {
  return idOr("webhook_not_found", id)
}
