import type { MiddlewareHandler } from "hono"
import { authenticate } from "#features/accounts/sessions/commands.server.ts"
import { refuse } from "#lib/refusal.ts"
import { cookiesOf } from "./cookies.ts"
import { csrfCookie, csrfHeader, passesCsrf } from "./csrf.ts"
import { signInRefusal } from "../call.ts"
import type { Environment } from "../environment.ts"
import { isAnonymous } from "../caching/anonymous.ts"
import { bearerToken, sessionOf, sessionSetCookie } from "./session.ts"

/**
 * Admits a call according to its description (http/call.ts): identifies the caller, checks the scopes of a token, and refuses
 * requests that another site made the browser send. An answer to a particular caller, or of a call not described as shared, is
 * not cached. An address without a call passes, since "not found" says more than "forbidden".
 */
export const gate: MiddlewareHandler<Environment> = async (c, next) => {
  const { db, config } = c.get("world")
  const call = c.get("call")
  const isPrivate = !isAnonymous(c.req.raw.headers) || (call !== undefined && call.cache !== "shared")
  const session = sessionOf(c.req.header("cookie"))
  const token = bearerToken(c.req.header("authorization"))

  if (!c.get("viewer") && (session || token !== undefined)) {
    const { viewer, isProlonged } = await authenticate(db, { session, token })
    c.set("viewer", viewer)
    if (session && isProlonged) c.header("Set-Cookie", sessionSetCookie(session, config), { append: true })
  }
  // Set before the checks too, because a refusal below also depends on the caller.
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
    // Before the input is validated, so that a caller without a session is not told what is wrong with it.
    const code = signInRefusal(call)
    if (code && !c.get("viewer")) refuse(code)
  }
  await next()
  if (isPrivate) c.header("Cache-Control", "private, no-store")
}
