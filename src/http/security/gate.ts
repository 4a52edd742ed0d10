import type { MiddlewareHandler } from "hono"
import { matchedRoutes } from "hono/route"
import { scopeOf } from "#features/accounts/rights.ts"
import { refuse } from "#lib/refusal.ts"
import { cookiesOf } from "./cookies.ts"
import { csrfCookie, csrfHeader, passesCsrf } from "./csrf.ts"
import type { Environment } from "../environment.ts"
import { isForEverybody } from "../caching/for-everybody.ts"
import { bearerToken, sessionOf, whoAsks } from "./session.ts"

/** Answers here are meant for one person, signed in or not. */
const personal = /^\/api\/(auth|me)\//

/** Pressed in a mail program, which has no cookies of ours: the token in the address counts, not who is signed in. */
export const fromMails = "/api/notices/stop/"

/**
 * Lets a call in: finds out who asks, holds a token to its scopes, and refuses what another site made the browser send.
 * What is answered to somebody in particular is kept by nobody.
 */
export const gate: MiddlewareHandler<Environment> = async (c, next) => {
  const { db, config } = c.get("world")
  const { method, path } = c.req
  const isPersonal = !isForEverybody(c.req.raw.headers) || personal.test(path)
  const session = sessionOf(c.req.header("cookie"))
  const authorization = c.req.header("authorization")

  if (!c.get("viewer") && (session || authorization)) {
    const { viewer, setCookie } = await whoAsks(db, config, { session, authorization })
    c.set("viewer", viewer)
    if (setCookie) c.header("Set-Cookie", setCookie, { append: true })
  }
  // A refusal too says who asks: what is refused below is answered with this.
  if (isPersonal) c.header("Cache-Control", "private, no-store")
  const scopes = c.get("viewer")?.scopes
  if (scopes) {
    const needed = scopeOf(method, path)
    if (needed === "session") refuse("session_needed")
    if (!scopes.includes(needed)) refuse("scope_missing")
  }
  // Where there is no such call, "not found" says more than "forbidden".
  const isCall = matchedRoutes(c).some((route) => route.method === method)
  if (isCall && path !== fromMails && bearerToken(authorization) === undefined) {
    const request = {
      method,
      cookie: cookiesOf(c.req.header("cookie")).get(csrfCookie),
      header: c.req.header(csrfHeader),
      origin: c.req.header("origin"),
      referer: c.req.header("referer"),
    }
    if (!passesCsrf(request, config.publicUrl)) refuse("csrf_failed")
  }
  // Before what was sent is looked at: whoever is nobody is not told what is wrong with it.
  if (isCall && path.startsWith("/api/me/") && !c.get("viewer")) refuse("sign_in_needed")
  await next()
  if (isPersonal) c.header("Cache-Control", "private, no-store")
}
