import type { Context } from "hono"
import { conditional, detail, digest, type JsonAnswer } from "../answers.ts"
import type { Environment } from "../environment.ts"

export const stale = {
  412: {
    description: "It has changed since it was read: `If-Match` names another version.",
    content: { "application/json": { schema: detail } },
  },
}

/**
 * Answers with something that can be edited. Its `ETag` is strong and has two parts: the version, which an edit sends back in
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
 * Parses the versions that an `If-Match` header allows; undefined when it allows any. Only the version is compared, so that
 * neither a viewer's own attendance nor a proxy that compresses (W/) prevents an edit.
 */
export function allowedVersions(c: Context<Environment>): number[] | undefined {
  const header = c.req.header("if-match")?.trim()
  if (header === undefined || header === "*") return undefined
  return header.split(",").flatMap((tag) => {
    const version = /^\s*(?:W\/)?"v(\d{1,9})(?:-[^"]*)?"\s*$/.exec(tag)?.[1]
    return version === undefined ? [] : [Number(version)]
  })
}
