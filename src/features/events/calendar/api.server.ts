import { z } from "@hono/zod-openapi"
import type { Context } from "hono"
import { created, done, forbidden, invalid, listed, optionalBody, ok } from "#http/answers.ts"
import { apiApp } from "#http/api-app.ts"
import { call, perAccount } from "#http/call.ts"
import type { Environment } from "#http/environment.ts"
import { limits } from "#http/limits/limits.ts"
import { refuse } from "#lib/refusal.ts"
import { outsidePaths } from "#web/paths.ts"
import { findCalendarAddress } from "./address/queries.server.ts"
import { makeCalendarAddress, revokeCalendarAddress } from "./address/commands.server.ts"
import { addressInput, calendarQuery } from "./inputs.ts"
import { calendarEntries } from "./queries.server.ts"
import { calendarAddress, calendarEntry, newCalendarAddress } from "./representation.server.ts"

const tags = ["Me"]

const entries = call({
  method: "get",
  path: "/api/me/calendar/",
  rights: "user",
  scope: "session",
  cache: "personal",
  operationId: "listMyCalendar",
  tags,
  summary: "Get the personal calendar",
  description:
    "The dates that the caller answered or starred, those of pages they follow, and those of their own pages. `X-Total-Count` is the total number; if it exceeds `limit`, the last dates of followed pages are left out.",
  request: { query: calendarQuery },
  responses: { ...ok(z.array(calendarEntry), "The entries, in the order they begin."), ...invalid, ...forbidden },
})
const address = call({
  method: "get",
  path: "/api/me/calendar/address/",
  rights: "user",
  scope: "session",
  cache: "personal",
  operationId: "getMyCalendarAddress",
  tags,
  summary:
    "Check whether the personal calendar has an iCalendar address; the address itself is returned only when created",
  responses: { ...ok(calendarAddress, "Whether it exists; if so, its layers and its time of creation."), ...forbidden },
})
const make = call({
  method: "post",
  path: "/api/me/calendar/",
  rights: "user",
  scope: "session",
  cache: "personal",
  limit: perAccount(limits.calendarAddress),
  operationId: "createMyCalendarAddress",
  tags,
  summary: "Create the iCalendar address of the personal calendar, or replace it",
  request: optionalBody(addressInput),
  responses: { ...created(newCalendarAddress, "The address, returned only this once."), ...invalid, ...forbidden },
})
const revoke = call({
  method: "delete",
  path: "/api/me/calendar/",
  rights: "user",
  scope: "session",
  cache: "personal",
  operationId: "deleteMyCalendarAddress",
  tags,
  summary: "Revoke the iCalendar address of the personal calendar",
  responses: { ...done, ...forbidden },
})

/** A person's calendar and its private address. */
export function personalCalendarApi() {
  return apiApp()
    .openapi(entries, async (c) => {
      const { db, config } = c.get("world")
      const asked = c.req.valid("query")
      const found = await calendarEntries(db, signedIn(c), asked, config)
      // There is no second page: clients request shorter spans instead.
      return listed(c, found.entries, { start: 0, limit: asked.limit }, found.total, false)
    })
    .openapi(address, async (c) => {
      const found = await findCalendarAddress(c.get("world").db, signedIn(c))
      return c.json({ exists: found !== undefined, ...found }, 200)
    })
    .openapi(make, async (c) => {
      const { db, config } = c.get("world")
      const { secret, ...made } = await makeCalendarAddress(db, signedIn(c), c.req.valid("json")?.layers)
      const url = config.publicUrl + outsidePaths.personalCalendar(secret)
      return c.json({ url, webcal: url.replace(/^https?:/, "webcal:"), ...made }, 201)
    })
    .openapi(revoke, async (c) => {
      await revokeCalendarAddress(c.get("world").db, signedIn(c))
      return c.body(null, 204)
    })
}

function signedIn(c: Context<Environment>) {
  return c.get("viewer") ?? refuse("sign_in_needed")
}
