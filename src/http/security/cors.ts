import type { MiddlewareHandler } from "hono"
import type { Environment } from "../environment.ts"

const readable = "ETag, Link, Retry-After, X-Request-Id, X-Total-Count, X-Total-Count-Estimated"
const sendable = "Accept, Accept-Language, Content-Type, If-None-Match"

/**
 * Lets scripts of other sites read public answers anonymously: `*`, never with credentials (Fetch §3.3). The browser then sends
 * no cookie, and an answer to a particular caller does not carry the header.
 */
export const allowCrossOriginReads: MiddlewareHandler<Environment> = async (c, next) => {
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
