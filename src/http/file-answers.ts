import type { Context } from "hono"
import { digest, matches } from "./answers.ts"

type Kind = {
  /** Its media type. */
  type: string
  headers?: Record<string, string>
}

/** A public file made from what is stored: asked for again each time, sent again only when it changed (ETag, 304). */
export function fileAnswer(c: Context, body: string | Uint8Array<ArrayBuffer>, { type, headers = {} }: Kind): Response {
  const tag = `"${digest(body)}"`
  const all = {
    ...headers,
    ETag: tag,
    Vary: "Accept-Encoding",
    "Cache-Control": "public, max-age=0, must-revalidate",
  }
  if (matches(c.req.header("if-none-match"), tag)) return c.body(null, 304, all)
  return c.body(body, 200, { ...all, "Content-Type": type })
}

/** Nothing that anybody may know of is at this address; the same bytes whatever the reason. */
export function noFile(c: Context): Response {
  return c.body("404 Not Found\n", 404, { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-cache" })
}
