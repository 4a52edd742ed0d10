import { z } from "@hono/zod-openapi"
import { idInPath } from "#features/accounts/inputs.ts"
import type { Context } from "hono"
import { apiApp } from "#http/api-app.ts"
import { call } from "#http/call.ts"
import { body, done, forbidden, invalid, listed, notFound, ok } from "#http/answers.ts"
import type { Environment } from "#http/environment.ts"
import { refuse } from "#lib/refusal.ts"
import { outsidePaths } from "#web/paths.ts"
import { hideNotification, markAllRead, markRead } from "./inbox.server.ts"
import { notificationChange, notificationsQuery, readUpTo, unsubscribeQuery } from "./inputs.ts"
import { listNotifications } from "./queries.server.ts"
import { notificationRepresentation } from "./representation.server.ts"
import { unsubscribe } from "./unsubscribe.server.ts"

const tags = ["Notifications"]

const list = call({
  method: "get",
  path: "/api/me/notifications/",
  rights: "user",
  scope: "read",
  cache: "personal",
  tags,
  summary: "List the notifications in the caller's inbox",
  request: { query: notificationsQuery },
  responses: {
    ...ok(z.array(notificationRepresentation), "The notifications, newest first."),
    ...invalid,
    ...forbidden,
  },
})

const readAll = call({
  method: "post",
  path: "/api/me/notifications/",
  rights: "user",
  scope: "session",
  cache: "personal",
  operationId: "markNotificationsRead",
  tags,
  summary: "Mark all notifications up to a given one as read",
  request: body(readUpTo),
  responses: { ...done, ...invalid, ...forbidden },
})

const change = call({
  method: "patch",
  path: "/api/me/notifications/{id}/",
  rights: "user",
  scope: "session",
  cache: "personal",
  tags,
  summary: "Mark a notification as read or unread",
  request: { params: idInPath, ...body(notificationChange) },
  responses: { ...done, ...invalid, ...forbidden, ...notFound },
})

const remove = call({
  method: "delete",
  path: "/api/me/notifications/{id}/",
  rights: "user",
  scope: "session",
  cache: "personal",
  tags,
  summary: "Hide a notification from the inbox",
  request: { params: idInPath },
  responses: { ...done, ...forbidden, ...notFound },
})

const stop = call({
  method: "post",
  path: "/api/notices/stop/",
  rights: "anyone",
  scope: "write",
  fromMail: true,
  operationId: "stopMails",
  tags,
  summary: "Unsubscribe from mails of one kind with one click in a mail program (RFC 8058)",
  request: { query: unsubscribeQuery },
  responses: { ...done, ...invalid },
})

const askStop = call({
  method: "get",
  path: "/api/notices/stop/",
  rights: "anyone",
  scope: "read",
  fromMail: true,
  operationId: "askToStopMails",
  tags,
  summary: "Redirect to the page that confirms the end of mails, without changing anything",
  request: { query: unsubscribeQuery },
  responses: { 302: { description: "Redirect to the page that asks for confirmation." }, ...invalid },
})

function whoAsks(c: Context<Environment>) {
  return c.get("viewer") ?? refuse("sign_in_needed")
}

/** Returns the API calls of the inbox, and those that unsubscribe from mails. */
export function notificationsApi() {
  return apiApp()
    .openapi(list, async (c) => {
      const { db, config } = c.get("world")
      const { state, ...page } = c.req.valid("query")
      const { notifications, total } = await listNotifications(db, whoAsks(c).userId, state, page, config)
      return listed(c, notifications, page, total)
    })
    .openapi(readAll, async (c) => {
      await markAllRead(c.get("world").db, whoAsks(c).userId, c.req.valid("json").read_up_to)
      return c.body(null, 204)
    })
    .openapi(change, async (c) => {
      await markRead(c.get("world").db, whoAsks(c).userId, c.req.valid("param").id, c.req.valid("json").read)
      return c.body(null, 204)
    })
    .openapi(remove, async (c) => {
      await hideNotification(c.get("world").db, whoAsks(c).userId, c.req.valid("param").id)
      return c.body(null, 204)
    })
    .openapi(stop, async (c) => {
      // The answer is the same for unknown tokens, so that it does not reveal which ones exist.
      await unsubscribe(c.get("world").db, c.req.valid("query").token)
      return c.body(null, 204)
    })
    .openapi(askStop, (c) => {
      const { config } = c.get("world")
      const language = c.get("language")
      const base = `${config.publicUrl}${language === "fr" ? "" : `/${language}`}`
      return c.redirect(`${base}${outsidePaths.unsubscribe({ token: c.req.valid("query").token })}`, 302)
    })
}
