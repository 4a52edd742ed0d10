import type { Context } from "hono"
import { Refusal } from "#lib/refusal.ts"
import { digest, matches } from "./answers.ts"
import { streamedAnswer } from "./caching/whole-body.ts"

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

/** What a file is told of a request whose conditions and sender its maker does not see. */
export type FileRequest = { network?: string | undefined; ifNoneMatch?: string | undefined }

/**
 * The same for a long file, sent as it is made.
 * @param mark says whether it is the same as before, though not byte for byte: the tag is a weak one
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
  if (matches(known, tag)) return c.body(null, 304, all)
  return streamedAnswer(pieces, { headers: { ...all, "Content-Type": type } })
}

/**
 * What is asked for too often is refused in plain words; anything else that is thrown is a bug.
 * @param words what a reader is told; a program reads the status
 */
export function fileRefused(error: Error, c: Context, words?: string): Response {
  if (!(error instanceof Refusal)) throw error
  if (error.retryAfter !== undefined) c.header("Retry-After", String(Math.max(1, Math.ceil(error.retryAfter))))
  return c.text(`${words ?? `${error.status} Too Many Requests`}\n`, error.status)
}

/** Nothing that anybody may know of is at this address; the same bytes whatever the reason. */
export function noFile(c: Context): Response {
  return c.body("404 Not Found\n", 404, { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-cache" })
}
