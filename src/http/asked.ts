import type { Context } from "hono"
import { isForEverybody } from "./caching/for-everybody.ts"

/** Is it a read by nobody in particular? Its answer may then be given to others too, if it is described as shared. */
export function isReadByNobody({ method, headers }: Request) {
  return method === "GET" && isForEverybody(headers)
}

/** What of a request decides which form of an answer it gets. */
export function wantedOf({ headers }: Request) {
  return {
    acceptEncoding: headers.get("accept-encoding") ?? undefined,
    ifNoneMatch: headers.get("if-none-match") ?? undefined,
  }
}

/** The address at the other end of the connection; none in tests. */
export function socketAddress(c: Context): string | undefined {
  return (c.env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined)?.incoming?.socket?.remoteAddress
}
