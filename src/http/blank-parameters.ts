import type { MiddlewareHandler } from "hono"
import type { Environment } from "./environment.ts"

const blank = /[?&][^=&#]*(?:=(?:\+|%20|%09|%0A|%0D)*)?(?=&|#|$)/i

/** A parameter that is left blank (`?q=&category=`), as a form sends it, was not given. */
export const withoutBlanks: MiddlewareHandler<Environment> = async (c, next) => {
  if ((c.req.method === "GET" || c.req.method === "HEAD") && blank.test(c.req.url)) {
    const address = new URL(c.req.url)
    const given = [...address.searchParams].filter(([, value]) => value.trim() !== "")
    address.search = new URLSearchParams(given).toString()
    c.req.raw = new Request(address, c.req.raw)
  }
  await next()
}
