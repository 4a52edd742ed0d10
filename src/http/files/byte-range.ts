import type { MiddlewareHandler } from "hono"
import type { ByteRange } from "#storage/storage.ts"

/**
 * Parses a `Range` header into the bytes of a file (RFC 9110 §14). Returns `none` when no byte of the range exists (416), and
 * undefined when the whole file is to be sent: when the header is not understood, or asks for several ranges at once, which no
 * browser or player does.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | "none" | undefined {
  const [, from = "", to = ""] = /^\s*bytes\s*=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(header ?? "") ?? []
  if (from === "" && to === "") return undefined
  if (from !== "" && to !== "" && Number(to) < Number(from)) return undefined
  const first = from === "" ? Math.max(0, size - Number(to)) : Number(from)
  const last = from === "" || to === "" ? size - 1 : Math.min(Number(to), size - 1)
  return first < size && first <= last ? { first, last } : "none"
}

/**
 * Removes a `Range` header that is not understood, so that the whole file is sent as such (RFC 9110 §14.2): `serveStatic` calls
 * it a part.
 */
export const ignoreUnknownRange: MiddlewareHandler = (c, next) => {
  const range = c.req.header("range")
  if (range !== undefined && byteRange(range, Number.MAX_SAFE_INTEGER) === undefined) {
    const { method, url, signal } = c.req.raw
    const headers = new Headers(c.req.raw.headers)
    headers.delete("range")
    c.req.raw = new Request(url, { method, headers, signal })
  }
  return next()
}
