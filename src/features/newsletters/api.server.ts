import type { Context } from "hono"
import { body, conflict, done, forbidden, invalid, notFound, ok } from "#http/answers.ts"
import { apiApp } from "#http/api-app.ts"
import { call, perAccount, perNetwork } from "#http/call.ts"
import type { Environment } from "#http/environment.ts"
import { limits } from "#http/limits/limits.ts"
import { refuse } from "#lib/refusal.ts"
import { inLanguagePath, paths } from "#web/paths.ts"
import { changeNewsletter, sendTrial } from "./account/commands.server.ts"
import { newsletterOf } from "./account/queries.server.ts"
import { issuePath, linkToken, newsletterChange, newSubscription, subscriptionChange } from "./inputs.ts"
import { findIssue } from "./issues/queries.server.ts"
import { previewOf } from "./mails/preview.server.ts"
import {
  confirmedRepresentation,
  issueRepresentation,
  newsletterRepresentation,
  previewRepresentation,
  subscriptionRepresentation,
} from "./representation.server.ts"
import { changeSubscription, confirmSubscription, endSubscription, subscribe } from "./subscribing/commands.server.ts"
import { findSubscription, manageToken } from "./subscribing/queries.server.ts"

const tags = ["Newsletters"]

const create = call({
  method: "post",
  path: "/api/subscriptions/",
  rights: "anyone",
  scope: "write",
  cache: "personal",
  limit: perNetwork(limits.subscribe),
  operationId: "subscribe",
  tags,
  summary: "Mail an address the link that starts a newsletter, without revealing whether the address is known",
  request: body(newSubscription),
  responses: {
    202: { description: "A link is on its way, unless too many were requested for this address today." },
    ...invalid,
  },
})

const confirm = call({
  method: "post",
  path: "/api/subscriptions/confirm/",
  rights: "anyone",
  scope: "write",
  cache: "personal",
  limit: perNetwork(limits.link),
  operationId: "confirmSubscription",
  tags,
  summary: "Start a newsletter with the token of a mailed link, which is valid once",
  request: body(linkToken),
  responses: {
    ...ok(confirmedRepresentation, "The started newsletter, and the token that manages it."),
    ...invalid,
    ...conflict,
  },
})

const show = call({
  method: "get",
  path: "/api/subscriptions/current/",
  rights: "anyone",
  scope: "read",
  operationId: "getSubscription",
  tags,
  summary: "Get the newsletter that a signed link manages",
  request: { query: linkToken },
  responses: { ...ok(subscriptionRepresentation, "The newsletter."), ...invalid, ...notFound },
})

const change = call({
  method: "patch",
  path: "/api/subscriptions/current/",
  rights: "anyone",
  scope: "write",
  cache: "personal",
  operationId: "updateSubscription",
  tags,
  summary:
    "Update the newsletter that a signed link manages; omitted fields are unchanged, and a stopped newsletter resumes",
  request: { query: linkToken, ...body(subscriptionChange) },
  responses: { ...ok(subscriptionRepresentation, "The newsletter."), ...invalid, ...notFound },
})

const remove = call({
  method: "delete",
  path: "/api/subscriptions/current/",
  rights: "anyone",
  scope: "write",
  cache: "personal",
  operationId: "endSubscription",
  tags,
  summary: "End the newsletter that a signed link manages; for 30 days the link can restart it",
  request: { query: linkToken },
  responses: { ...done, ...invalid, ...notFound },
})

const stop = call({
  method: "post",
  path: "/api/subscriptions/stop/",
  rights: "anyone",
  scope: "write",
  cache: "personal",
  fromMail: true,
  operationId: "stopNewsletter",
  tags,
  summary: "End a newsletter with one click in a mail program (RFC 8058)",
  request: { query: linkToken },
  responses: { ...done, ...invalid },
})

const askStop = call({
  method: "get",
  path: "/api/subscriptions/stop/",
  rights: "anyone",
  scope: "read",
  fromMail: true,
  operationId: "askToStopNewsletter",
  tags,
  summary: "Redirect to the page that manages the newsletter, without changing it",
  request: { query: linkToken },
  responses: { 302: { description: "Redirect to the page that manages the newsletter." }, ...invalid },
})

const issue = call({
  method: "get",
  path: "/api/newsletters/{token}/",
  rights: "anyone",
  scope: "read",
  operationId: "getNewsletterIssue",
  tags,
  summary: "Get a sent newsletter issue, without events withdrawn since and without its reader's answers",
  request: { params: issuePath },
  responses: { ...ok(issueRepresentation, "The issue."), ...notFound },
})

const mine = call({
  method: "get",
  path: "/api/me/newsletter/",
  rights: "user",
  scope: "session",
  cache: "personal",
  tags,
  summary: "Get the caller's newsletter",
  responses: { ...ok(newsletterRepresentation, "The newsletter."), ...forbidden },
})

const changeMine = call({
  method: "patch",
  path: "/api/me/newsletter/",
  rights: "user",
  scope: "session",
  cache: "personal",
  tags,
  summary: "Update the caller's newsletter; omitted fields are unchanged, and a stopped newsletter resumes",
  request: body(newsletterChange),
  responses: { ...ok(newsletterRepresentation, "The newsletter."), ...invalid, ...forbidden },
})

const preview = call({
  method: "post",
  path: "/api/me/newsletter/preview/",
  rights: "user",
  scope: "session",
  cache: "personal",
  limit: perAccount(limits.newsletterPreview),
  operationId: "previewNewsletter",
  tags,
  summary:
    "Preview the issue the caller would get now, with the given settings or else their own; nothing is saved or sent",
  request: body(newsletterChange),
  responses: {
    ...ok(previewRepresentation, "The issue, as a mail and as shown on the web."),
    ...invalid,
    ...forbidden,
  },
})

const trial = call({
  method: "post",
  path: "/api/me/newsletter/test/",
  rights: "user",
  scope: "session",
  cache: "personal",
  limit: perAccount(limits.newsletterTrial),
  operationId: "testNewsletter",
  tags,
  summary:
    "Mail the caller a test of the issue they would get now; 409 `email_not_verified` without a verified address",
  responses: { 202: { description: "The test is on its way to the main address." }, ...forbidden, ...conflict },
})

/** Returns the API calls of newsletters: those of an address, those of an account, and issues on the web. */
export function newslettersApi() {
  return apiApp()
    .openapi(create, async (c) => {
      const { db, config } = c.get("world")
      const given = c.req.valid("json")
      const { language = c.get("language"), timezone = config.timezone } = given
      await subscribe(db, { ...given, language, timezone })
      return c.body(null, 202)
    })
    .openapi(confirm, async (c) => {
      const { db } = c.get("world")
      const token = await manageToken(db, await confirmSubscription(db, c.req.valid("json").token))
      return c.json({ token, subscription: await current(c, token) }, 200)
    })
    .openapi(show, async (c) => c.json(await current(c, c.req.valid("query").token), 200))
    .openapi(change, async (c) => {
      const { token } = c.req.valid("query")
      await changeSubscription(c.get("world").db, token, c.req.valid("json"))
      return c.json(await current(c, token), 200)
    })
    .openapi(remove, async (c) => {
      await endSubscription(c.get("world").db, c.req.valid("query").token)
      return c.body(null, 204)
    })
    .openapi(stop, async (c) => {
      const { db } = c.get("world")
      const { token } = c.req.valid("query")
      // The answer is the same for unknown links, so that it does not reveal which ones exist.
      if (await findSubscription(db, token, c.get("world").config)) await endSubscription(db, token)
      return c.body(null, 204)
    })
    .openapi(askStop, (c) => {
      const page = paths.manageNewsletter({ token: c.req.valid("query").token })
      return c.redirect(`${c.get("world").config.publicUrl}${inLanguagePath(page, c.get("language"))}`, 302)
    })
    .openapi(issue, async (c) => {
      const { db, config } = c.get("world")
      return c.json((await findIssue(db, c.req.valid("param").token, config)) ?? refuse("not_found"), 200)
    })
    .openapi(mine, async (c) => c.json(await own(c), 200))
    .openapi(changeMine, async (c) => {
      await changeNewsletter(c.get("world").db, signedIn(c), c.req.valid("json"))
      return c.json(await own(c), 200)
    })
    .openapi(preview, async (c) => {
      const { db, config } = c.get("world")
      return c.json(await previewOf(db, config, signedIn(c), c.req.valid("json")), 200)
    })
    .openapi(trial, async (c) => {
      await sendTrial(c.get("world").db, signedIn(c))
      return c.body(null, 202)
    })
}

function signedIn(c: Context<Environment>) {
  return c.get("viewer") ?? refuse("sign_in_needed")
}

async function current(c: Context<Environment>, token: string) {
  const { db, config } = c.get("world")
  return (await findSubscription(db, token, config)) ?? refuse("not_found")
}

async function own(c: Context<Environment>) {
  const { db, config } = c.get("world")
  return (await newsletterOf(db, signedIn(c), config)) ?? refuse("sign_in_needed")
}
