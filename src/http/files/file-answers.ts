import type { Context } from "hono"
import { Refusal } from "#lib/refusal.ts"
import { digest, matchesTag } from "../answers.ts"
import { streamedAnswer } from "../caching/whole-body.ts"

type Kind = {
  /** Media type. */
  type: string
  headers?: Record<string, string>
}

/** Answers with a public file made from stored data: revalidated each time, sent again only when it changed (ETag, 304). */
export function fileAnswer(c: Context, body: string | Uint8Array<ArrayBuffer>, { type, headers = {} }: Kind): Response {
  const tag = `"${digest(body)}"`
  const all = {
    ...headers,
    ETag: tag,
    Vary: "Accept-Encoding",
    "Cache-Control": "public, max-age=0, must-revalidate",
  }
  if (matchesTag(c.req.header("if-none-match"), tag)) return c.body(null, 304, all)
  return c.body(body, 200, { ...all, "Content-Type": type })
}

/** What the maker of a file, which does not see the request, needs of it. */
export type FileRequest = { network?: string | undefined; ifNoneMatch?: string | undefined }

/**
 * Does the same for a long file, sent while it is made.
 * @param mark stays the same while the content does, though the bytes may differ: it makes a weak tag
 */
export function streamedFileAnswer(
  c: Context,
  mark: string,
  pieces: AsyncGenerator<string>,
  { type, headers = {} }: Kind,
) {
  const tag = `W/"${mark}"`
  const all = {
    ...headers,
    ETag: tag,
    Vary: "Accept-Encoding",
    "Cache-Control": "public, max-age=0, must-revalidate",
  }
  const known = c.req.header("if-none-match") ?? (c.env as FileRequest | undefined)?.ifNoneMatch
  if (matchesTag(known, tag)) return c.body(null, 304, all)
  return streamedAnswer(pieces, { headers: { ...all, "Content-Type": type } })
}

/**
 * Answers a rate limit in plain text; any other error is a bug and is thrown.
 * @param words for a human reader; a program reads the status
 */
export function fileRefused(error: Error, c: Context, words?: string): Response {
  if (!(error instanceof Refusal)) throw error
  if (error.retryAfter !== undefined) c.header("Retry-After", String(Math.max(1, Math.ceil(error.retryAfter))))
  return c.text(`${words ?? `${error.status} Too Many Requests`}\n`, error.status)
}

/** Answers that nothing public is at this address; the bytes are the same whatever the reason. */
export function noFile(c: Context): Response {
  return c.body("404 Not Found\n", 404, { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-cache" })
}
