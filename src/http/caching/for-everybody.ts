import { sessionCookie } from "../security/session.ts"

/** Whoever calls is counted by their address; the answer says nothing of it. */
const passedOn = "x-forwarded-for"

/**
 * May what is answered be given to others too? Never when a session is so much as mentioned, however badly written, or
 * anything else that says who asks.
 */
export function isForEverybody(headers: Headers): boolean {
  if (headers.has("authorization") || headers.has("signature")) return false
  return !headers.get("cookie")?.toLowerCase().includes(sessionCookie)
}

/** A request as nobody in particular makes it: what is made of it can be kept, since nothing of who asked is in it. */
export function fromNobody(request: Request): Request {
  const address = request.headers.get(passedOn)
  return new Request(request.url, { headers: address ? { [passedOn]: address } : {} })
}
