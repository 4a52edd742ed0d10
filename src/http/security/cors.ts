import type { MiddlewareHandler } from "hono"
import type { Environment } from "../environment.ts"

const readable = "ETag, Link, Retry-After, X-Request-Id, X-Total-Count, X-Total-Count-Estimated"
const sendable = "Accept, Accept-Language, Content-Type, If-None-Match"

/**
 * What anybody may read, the scripts of other sites may read too, as nobody: `*`, never with credentials (Fetch §3.3).
 * A browser then sends no cookie, and what is answered to somebody in particular does not carry the header.
 */
export const openToReaders: MiddlewareHandler<Environment> = async (c, next) => {
  if (c.req.method === "OPTIONS" && c.req.header("access-control-request-method")) {
    return c.body(null, 204, {
      "Access-Control-Allow-Origin": "*",
      "Access-Control-Allow-Methods": "GET, HEAD",
      "Access-Control-Allow-Headers": sendable,
      "Access-Control-Max-Age": "86400",
    })
  }
  await next()
  if ((c.req.method === "GET" || c.req.method === "HEAD") && !c.get("viewer") && !c.res.headers.has("set-cookie")) {
    c.header("Access-Control-Allow-Origin", "*")
    c.header("Access-Control-Expose-Headers", readable)
  }
}
