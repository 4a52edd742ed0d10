import type { MiddlewareHandler } from "hono"
import type { Environment } from "./environment.ts"

/** One of the parts between `&`; each is looked at once, however many question marks an address has. */
const blank = /^[^=]*(?:=(?:\+|%20|%09|%0A|%0D)*)?$/i

function hasBlank(url: string): boolean {
  const at = url.indexOf("?")
  if (at < 0) return false
  const [query = ""] = url.slice(at + 1).split("#", 1)
  return query.split("&").some((part) => blank.test(part))
}

/** A parameter that is left blank (`?q=&category=`), as a form sends it, was not given. */
export const withoutBlanks: MiddlewareHandler<Environment> = async (c, next) => {
  if ((c.req.method === "GET" || c.req.method === "HEAD") && hasBlank(c.req.url)) {
    const address = new URL(c.req.url)
    const given = [...address.searchParams].filter(([, value]) => value.trim() !== "")
    address.search = new URLSearchParams(given).toString()
    c.req.raw = new Request(address, c.req.raw)
  }
  await next()
}
