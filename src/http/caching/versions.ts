import type { Context } from "hono"
import { detail, digest, matches } from "../answers.ts"
import { varies } from "../asked-language.ts"
import type { Environment } from "../environment.ts"

export const stale = {
  412: {
    description: "Somebody else changed it since: `If-Match` names another version.",
    content: { "application/json": { schema: detail } },
  },
}

/**
 * One thing that can be edited. Its `ETag` is strong and says two things: the version, which an edit sends back in
 * `If-Match`, and a digest of these very bytes, which differ by viewer and by the hour and decide about 304.
 */
export function versioned(c: Context<Environment>, thing: { version: number }, status: 200 | 201 = 200) {
  const body = JSON.stringify(thing)
  const tag = `"v${thing.version}-${digest(body)}"`
  c.header("ETag", tag)
  c.header("Vary", varies)
  c.header("Cache-Control", c.get("viewer") ? "private, no-store" : "public, max-age=0, must-revalidate")
  const isRead = c.req.method === "GET" || c.req.method === "HEAD"
  if (isRead && matches(c.req.header("if-none-match"), tag)) return c.body(null, 304) as never
  return c.body(body, status, { "Content-Type": "application/json; charset=UTF-8" }) as never
}

/**
 * The versions an `If-Match` allows; undefined when any will do. Only the version is compared, so that what a viewer
 * answered, or a proxy that compresses (W/), never stands in the way of an edit.
 */
export function allowedVersions(c: Context<Environment>): number[] | undefined {
  const header = c.req.header("if-match")?.trim()
  if (header === undefined || header === "*") return undefined
  return header.split(",").flatMap((tag) => {
    const version = /^\s*(?:W\/)?"v(\d{1,9})(?:-[^"]*)?"\s*$/.exec(tag)?.[1]
    return version === undefined ? [] : [Number(version)]
  })
}
