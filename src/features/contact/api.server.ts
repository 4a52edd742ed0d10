import { z } from "@hono/zod-openapi"
import { actorPath } from "#features/actors/inputs.ts"
import { reportAllErrors } from "#http/errors/all-errors.ts"
import { apiApp } from "#http/api-app.ts"
import { call, perNetwork } from "#http/call.ts"
import { body, conflict, done, forbidden, invalid, listed, notFound, ok } from "#http/answers.ts"
import { callerNetwork } from "#http/limits/client-address.ts"
import { limits, spend } from "#http/limits/limits.ts"
import { idOr, refuse } from "#lib/refusal.ts"
import { releaseCaptcha, takeCaptcha } from "./captcha/commands.server.ts"
import { makeCaptcha } from "./captcha/queries.server.ts"
import { captchaRepresentation } from "./captcha/representation.server.ts"
import {
  changeMessage,
  checkMessage,
  deleteMessage,
  judgeMessage,
  openMessages,
  sendMessage,
} from "./commands.server.ts"
import { messageChange, messageFields, messagePath, messagesQuery, newMessage } from "./inputs.ts"
import { findMessage, listMessages } from "./queries.server.ts"
import { messageRepresentation } from "./representation.server.ts"

const tags = ["Contact"]

const captcha = call({
  method: "get",
  path: "/api/contact/captcha/",
  rights: "anyone",
  scope: "read",
  limit: perNetwork(limits.captcha),
  tags,
  summary: "Get a captcha: a challenge solved by a program, or a question in words",
  responses: { ...ok(captchaRepresentation, "The challenge and the question; an answer to either is accepted once.") },
})

const write = call({
  method: "post",
  path: "/api/actors/{fid}/contact/",
  rights: { action: "see_published", of: "page" },
  scope: "write",
  cache: "personal",
  limit: {
    byHandler: [limits.contact, limits.contactFrom, limits.contactTo],
    test: "src/features/contact/contact.test.ts",
  },
  tags,
  summary: "Send a message to the managers of a published page",
  request: { params: actorPath, ...body(newMessage) },
  responses: {
    202: { description: "The message is in the inbox of the page and, if `channel` is `email`, on its way by mail." },
    ...invalid,
    ...notFound,
    ...conflict,
  },
})

const ofPage = call({
  method: "get",
  path: "/api/actors/{fid}/messages/",
  rights: { action: "see_drafts", of: "page" },
  scope: "session",
  cache: "personal",
  tags,
  summary: "List the messages to a page, for its managers",
  request: { params: actorPath, query: messagesQuery },
  responses: {
    ...ok(z.array(messageRepresentation), "The messages, newest first."),
    ...invalid,
    ...forbidden,
    ...notFound,
  },
})
const mine = call({
  method: "get",
  path: "/api/me/messages/",
  rights: "user",
  scope: "session",
  cache: "personal",
  tags,
  summary: "List the messages to all pages the caller manages",
  request: { query: messagesQuery },
  responses: { ...ok(z.array(messageRepresentation), "The messages, newest first."), ...invalid, ...forbidden },
})
const change = call({
  method: "patch",
  path: "/api/actors/{fid}/messages/{id}/",
  rights: { ownRule: "src/features/contact/contact.test.ts" },
  scope: "session",
  cache: "personal",
  tags,
  summary: "Mark a message as read or archived",
  request: { params: messagePath, ...body(messageChange) },
  responses: { ...ok(messageRepresentation, "The changed message."), ...invalid, ...forbidden, ...notFound },
})
const remove = call({
  method: "delete",
  path: "/api/actors/{fid}/messages/{id}/",
  rights: { ownRule: "src/features/contact/contact.test.ts" },
  scope: "session",
  cache: "personal",
  tags,
  summary: "Delete a message for all managers of the page",
  request: { params: messagePath },
  responses: { ...done, ...forbidden, ...notFound },
})

/** Calls to write to a page without knowing an address, and to read the messages of a page. */
export function contactApi() {
  return apiApp()
    .openapi(captcha, async (c) => {
      c.header("Cache-Control", "no-store")
      return c.json(await makeCaptcha(c.get("world").db, c.get("language")), 200)
    })
    .openapi(
      write,
      async (c) => {
        const { db } = c.get("world")
        const viewer = c.get("viewer")
        const given = c.req.valid("json")
        await spend(c, limits.contact, callerNetwork(c.get("address")))
        const { page, answered } = await checkMessage(db, viewer, c.req.valid("param").fid, given)
        // Counted only after the challenge is solved, so that no program can use up the limit of a page, or of somebody else's
        // address.
        await takeCaptcha(db, answered)
        try {
          const from = viewer ? `user ${viewer.userId}` : (given.email ?? callerNetwork(c.get("address")))
          await spend(c, limits.contactFrom, from, silent)
          await spend(c, limits.contactTo, String(page.id), silent)
          await sendMessage(db, viewer, page, given)
        } catch (error) {
          await releaseCaptcha(db, answered)
          throw error
        }
        return c.body(null, 202)
      },
      reportAllErrors(messageFields, async (c, judged) => {
        // This call also tries answers to challenges, so it is limited, too.
        await spend(c, limits.contact, callerNetwork(c.get("address")))
        await judgeMessage(c.get("world").db, c.get("viewer"), c.req.param("fid") ?? "", judged)
      }),
    )
    .openapi(ofPage, async (c) => {
      const { db, config } = c.get("world")
      const viewer = c.get("viewer")
      const page = await openMessages(db, viewer, c.req.valid("param").fid)
      const query = c.req.valid("query")
      const me = viewer ?? refuse("sign_in_needed")
      const { messages, total } = await listMessages(db, me, { actorId: page.id }, query, config)
      return listed(c, messages, query, total)
    })
    .openapi(mine, async (c) => {
      const { db, config } = c.get("world")
      const query = c.req.valid("query")
      const me = c.get("viewer") ?? refuse("sign_in_needed")
      const { messages, total } = await listMessages(db, me, "mine", query, config)
      return listed(c, messages, query, total)
    })
    .openapi(change, async (c) => {
      const { db, config } = c.get("world")
      const viewer = c.get("viewer")
      const { fid, id } = c.req.valid("param")
      const page = await changeMessage(db, viewer, fid, idOf(id), c.req.valid("json"))
      const message = await findMessage(db, viewer ?? refuse("sign_in_needed"), page.id, idOf(id), config)
      return c.json(message ?? refuse("message_not_found"), 200)
    })
    .openapi(remove, async (c) => {
      const { fid, id } = c.req.valid("param")
      await deleteMessage(c.get("world").db, c.get("viewer"), fid, idOf(id))
      return c.body(null, 204)
    })
}

const silent = { isTold: false }

function idOf(id: string) {
  return idOr("message_not_found", id)
}
