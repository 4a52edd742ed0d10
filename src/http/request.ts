import type { Context } from "hono"
import { isAnonymous } from "./caching/anonymous.ts"

/** Returns whether a request is an anonymous read, whose answer may be shared if its call is described as shared. */
export function isAnonymousRead({ method, headers }: Request) {
  return (method === "GET" || method === "HEAD") && isAnonymous(headers)
}

/** Picks the request headers that decide which form of a cached answer is sent. */
export function requestedForm({ headers }: Request) {
  return {
    acceptEncoding: headers.get("accept-encoding") ?? undefined,
    ifNoneMatch: headers.get("if-none-match") ?? undefined,
  }
}

/** Returns the address at the other end of the connection; undefined in tests. */
export function socketAddress(c: Context): string | undefined {
  return (c.env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined)?.incoming?.socket?.remoteAddress
}
