import type { MiddlewareHandler } from "hono"
import { HTTPException } from "hono/http-exception"
import { acceptsFile } from "../call.ts"
import type { Environment } from "../environment.ts"

/** Deepest nesting of a body (product §2). */
const deepest = 32

/**
 * Requires bodies under /api/ to be JSON, in UTF-8 and not too deep; anything else is refused with 415 or 400 before it is read.
 * An empty body counts as no body, whatever type was announced.
 */
export const jsonBody: MiddlewareHandler<Environment> = async (c, next) => {
  if (c.req.method === "GET" || c.req.method === "HEAD") return next()
  if (!c.req.raw.body) return withoutBody(c, next)
  const type = c.req.header("content-type") ?? ""
  const call = c.get("call")
  // The only form: a mail program sends "List-Unsubscribe=One-Click" (RFC 8058). The token in the address is what counts.
  if (call?.fromMail && /^(application\/x-www-form-urlencoded|multipart\/form-data)/i.test(type)) return next()
  if (acceptsFile(call) && /^(multipart\/form-data|text\/|application\/(offset\+)?octet-stream)/i.test(type))
    return next()

  const bytes = await c.req.arrayBuffer() // cached by Hono for the next reader
  if (bytes.byteLength === 0) return withoutBody(c, next)
  if (!/^application\/([a-z0-9!#$&^_.+-]+\+)?json\s*(;|$)/i.test(type)) throw new HTTPException(415)
  if (isTooDeep(textOf(bytes))) throw new HTTPException(400)
  return next()
}

const withoutBody: MiddlewareHandler<Environment> = (c, next) => {
  if (!c.req.header("content-type")) return next()
  const { method, url, signal } = c.req.raw
  const headers = new Headers(c.req.raw.headers)
  headers.delete("content-type")
  c.req.raw = new Request(url, { method, headers, signal })
  return next()
}

function textOf(bytes: ArrayBuffer) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    throw new HTTPException(400)
  }
}

/** Counts brackets outside strings; text that is not JSON at all is left for the parser to refuse. */
function isTooDeep(text: string) {
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at)
    if (inString) {
      if (character === 92) at++
      else if (character === 34) inString = false
    } else if (character === 34) inString = true
    else if (character === 91 || character === 123) {
      if (++depth > deepest) return true
    } else if (character === 93 || character === 125) depth--
  }
  return false
}
