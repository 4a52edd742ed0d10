import type { MiddlewareHandler } from "hono"
import type { Environment } from "../environment.ts"

/**
 * Matches a blank parameter. Applied to each part between `&`, so that every part is looked at once, however many question marks
 * the address has.
 */
const blank = /^[^=]*(?:=(?:\+|%20|%09|%0A|%0D)*)?$/i

function hasBlank(url: string): boolean {
  const at = url.indexOf("?")
  if (at < 0) return false
  const [query = ""] = url.slice(at + 1).split("#", 1)
  return query.split("&").some((part) => blank.test(part))
}

/** Removes blank parameters (`?q=&category=`), which a form sends for fields that were left empty. */
export const withoutBlanks: MiddlewareHandler<Environment> = async (c, next) => {
  if ((c.req.method === "GET" || c.req.method === "HEAD") && hasBlank(c.req.url)) {
    const address = new URL(c.req.url)
    const given = [...address.searchParams].filter(([, value]) => value.trim() !== "")
    address.search = new URLSearchParams(given).toString()
    c.req.raw = new Request(address, c.req.raw)
  }
  await next()
}
