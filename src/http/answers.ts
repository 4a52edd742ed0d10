import { createHash } from "node:crypto"
import { z } from "@hono/zod-openapi"
import type { Context, TypedResponse } from "hono"
import { varyHeader } from "./requested-language.ts"
import type { Environment } from "./environment.ts"

export const detail = z.object({ detail: z.string(), code: z.string().optional() }).openapi("Problem")
// A union, because a field may be called `code` or `detail`: then its list of sentences stands where a refusal has a text.
const fields = z.union([z.record(z.string(), z.array(z.string())), detail]).openapi("FieldErrors", {
  description: "A list of messages for each invalid field; or a `Problem` if the request cannot be read at all.",
})

const json = <Schema extends z.ZodType>(schema: Schema, description: string) => ({
  description,
  content: { "application/json": { schema } },
})

/** Describes the answers of a call: its success and its refusals. */
export const ok = <Schema extends z.ZodType>(schema: Schema, description: string) => ({
  200: json(schema, description),
})
export const created = <Schema extends z.ZodType>(schema: Schema, description: string) => ({
  201: json(schema, description),
})
export const done = { 204: { description: "Done; the response has no body." } }
export const conflict = { 409: json(detail, "The request conflicts with the current state.") }
/** Describes a required JSON body. */
export const body = <Schema extends z.ZodType>(schema: Schema) => ({
  body: { required: true as const, content: { "application/json": { schema } } },
})
/** Describes an optional JSON body. */
export const optionalBody = <Schema extends z.ZodType>(schema: Schema) => ({
  body: { required: false as const, content: { "application/json": { schema } } },
})
export const invalid = { 400: json(fields, "Some fields are invalid: a list of messages for each.") }
export const forbidden = { 403: json(detail, "Authentication or a permission is missing.") }
/** Describes a redirect to the present or canonical address. */
export const moved = { 308: { description: "Permanent redirect to the current address, in `Location`." } }
export const notFound = { 404: json(detail, "Nothing was found, or the caller may not know of it.") }

/**
 * Answers with a list: a bare array, `X-Total-Count`, and `Link` to the next and previous page (RFC 8288).
 * @param total number of items on all pages
 * @param more whether another page follows, where the caller knows that better than the total does
 */
export function listed<const Item>(
  c: Context<Environment>,
  items: Item[],
  page: { start: number; limit: number },
  total: number,
  more = page.start + items.length < total,
): JsonAnswer<Item[]> {
  const address = new URL(c.req.url)
  const link = (start: number, relation: string) => {
    const there = new URLSearchParams(address.search)
    there.set("start", String(start))
    there.set("limit", String(page.limit))
    return `<${c.get("world").config.publicUrl}${address.pathname}?${there}>; rel="${relation}"`
  }
  const links: string[] = []
  if (more) links.push(link(page.start + page.limit, "next"))
  if (page.start > 0) links.push(link(Math.max(0, page.start - page.limit), "prev"))

  c.header("X-Total-Count", String(total))
  if (links.length > 0) c.header("Link", links.join(", "))
  return tagged(c, items)
}

/** Answers with a page of a list that was short enough to be read whole. */
export function listedSlice<const Item>(
  c: Context<Environment>,
  items: Item[],
  page: { start: number; limit: number },
): JsonAnswer<Item[]> {
  return listed(c, items.slice(page.start, page.start + page.limit), page, items.length)
}

/** The answer of a call, typed as its description says: JSON, or 304 when the caller has it already. */
export type JsonAnswer<Body, Status extends 200 | 201 = 200> = Response & TypedResponse<Body, Status, "json">

/** Answers with JSON and an `ETag` of its bytes, or 304 when the caller has it already (RFC 9110 §13). */
export function tagged<Body>(c: Context<Environment>, thing: Body): JsonAnswer<Body> {
  const body = JSON.stringify(thing)
  return conditional<Body, 200>(c, body, `"${digest(body)}"`)
}

/**
 * Answers with JSON and the given tag, or 304 when the caller has it already.
 * @param status of the answer to a write, which is always sent whole: 201 when something was created
 */
export function conditional<Body, Status extends 200 | 201>(
  c: Context<Environment>,
  body: string,
  tag: string,
  status?: Status,
) {
  c.header("ETag", tag)
  c.header("Vary", varyHeader)
  c.header("Cache-Control", c.get("viewer") ? "private, no-store" : "public, max-age=0, must-revalidate")
  const isRead = c.req.method === "GET" || c.req.method === "HEAD"
  const answer: Response =
    isRead && matchesTag(c.req.header("if-none-match"), tag)
      ? c.body(null, 304)
      : c.body(body, status ?? 200, { "Content-Type": "application/json; charset=UTF-8" })
  return answer as JsonAnswer<Body, Status>
}

/** Answers with parts of something that can be edited: the tag contains the version of the whole, which an edit sends back. */
export function partsTagged<Part>(c: Context<Environment>, version: number, parts: Part[]): JsonAnswer<Part[]> {
  const body = JSON.stringify(parts)
  return conditional<Part[], 200>(c, body, `"v${version}-${digest(body)}"`)
}

/** Returns whether an `If-None-Match` header names this tag (weak comparison). */
export function matchesTag(header: string | undefined, tag: string) {
  if (!header) return false
  const bare = (one: string) => one.trim().replace(/^W\//, "")
  return header.trim() === "*" || header.split(",").some((one) => bare(one) === bare(tag))
}

/** Returns a short digest of bytes for tags and cache keys: 132 bits of SHA-256. */
export function digest(body: string | Uint8Array) {
  return createHash("sha256").update(body).digest("base64url").slice(0, 22)
}
