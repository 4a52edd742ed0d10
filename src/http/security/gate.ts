import type { MiddlewareHandler } from "hono"
import { authenticate } from "#features/accounts/sessions/commands.server.ts"
import { refuse } from "#lib/refusal.ts"
import { cookiesOf } from "./cookies.ts"
import { csrfCookie, csrfHeader, passesCsrf } from "./csrf.ts"
import { signInDemanded } from "../call.ts"
import type { Environment } from "../environment.ts"
import { isForEverybody } from "../caching/for-everybody.ts"
import { bearerToken, sessionOf, sessionSetCookie } from "./session.ts"

/**
 * Lets a call in, as its description says (http/call.ts): finds out who asks, holds a token to its scopes, and refuses what
 * another site made the browser send. What is answered to somebody in particular, or not described as shared, is kept by
 * nobody. Where there is no such call, "not found" says more than "forbidden".
 */
export const gate: MiddlewareHandler<Environment> = async (c, next) => {
  const { db, config } = c.get("world")
  const call = c.get("call")
  const isPrivate = !isForEverybody(c.req.raw.headers) || (call !== undefined && call.cache !== "shared")
  const session = sessionOf(c.req.header("cookie"))
  const token = bearerToken(c.req.header("authorization"))

  if (!c.get("viewer") && (session || token !== undefined)) {
    const { viewer, isProlonged } = await authenticate(db, { session, token })
    c.set("viewer", viewer)
    if (session && isProlonged) c.header("Set-Cookie", sessionSetCookie(session, config), { append: true })
  }
  // A refusal too says who asks: what is refused below is answered with this.
  if (isPrivate) c.header("Cache-Control", "private, no-store")
  if (call) {
    const scopes = c.get("viewer")?.scopes
    if (scopes) {
      if (call.scope === "session") refuse("session_needed")
      if (!scopes.includes(call.scope)) refuse("scope_missing")
    }
    if (!call.fromMail && token === undefined) {
      const request = {
        method: c.req.method,
        cookie: cookiesOf(c.req.header("cookie")).get(csrfCookie),
        header: c.req.header(csrfHeader),
        origin: c.req.header("origin"),
        referer: c.req.header("referer"),
      }
      if (!passesCsrf(request, config.publicUrl)) refuse("csrf_failed")
    }
    // Before what was sent is looked at: whoever is nobody is not told what is wrong with it.
    const code = signInDemanded(call)
    if (code && !c.get("viewer")) refuse(code)
  }
  await next()
  if (isPrivate) c.header("Cache-Control", "private, no-store")
}
