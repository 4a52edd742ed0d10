import type { Context } from "hono"
import { conditional, detail, digest, type JsonAnswer } from "../answers.ts"
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
export function versioned<Thing extends { version: number }, Status extends 200 | 201 = 200>(
  c: Context<Environment>,
  thing: Thing,
  status?: Status,
): JsonAnswer<Thing, Status> {
  const body = JSON.stringify(thing)
  return conditional<Thing, Status>(c, body, `"v${thing.version}-${digest(body)}"`, status)
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
