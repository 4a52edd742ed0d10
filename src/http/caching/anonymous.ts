import { sessionCookie } from "../security/session.ts"

/** Passed on to count a caller by address; it does not change the answer. */
const passedOn = "x-forwarded-for"

/**
 * Returns whether the answer to a request may be shared with others. Never when the request so much as mentions a session,
 * however malformed, or carries anything else that identifies its sender.
 */
export function isAnonymous(headers: Headers): boolean {
  if (headers.has("authorization") || headers.has("signature")) return false
  return !headers.get("cookie")?.toLowerCase().includes(sessionCookie)
}

/** Copies a request without anything that identifies its sender, so that its answer can be cached. */
export function anonymised(request: Request): Request {
  const address = request.headers.get(passedOn)
  return new Request(request.url, { headers: address ? { [passedOn]: address } : {} })
}
