import { lineOf, textOf, urlOf } from "#features/imports/reading/text.ts"
import { type Reason, refused, type Refused } from "./refused.ts"

// Reads untrusted JSON. Nothing here throws, and each function reads a bounded part of it.

/** A JSON object of unknown content. */
export type Fields = Record<string, unknown>

/** Longest body in bytes. */
export const longestBody = 1_048_576
const deepest = 32
/** Most items of an array, or keys of an object: fifty thousand recipients make a signature check take six seconds. */
export const longestArray = 1000
/** Longest id in bytes, because ids are indexed. */
const longestId = 2000

/** Parses a body as an object: UTF-8 and JSON, within the limits of size, depth and length. */
export function readBody(body: Uint8Array | string): Fields | Refused {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body
  if (bytes.byteLength > longestBody) return refused("too_large")
  try {
    return boundedObject(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)))
  } catch {
    return refused("not_json")
  }
}

/** Returns parsed JSON as an object, if it is within the limits of depth and length. */
export function boundedObject(value: unknown): Fields | Refused {
  const fields = fieldsOf(value)
  if (!fields) return refused("not_an_object")
  const reason = unbounded(fields)
  return reason ? refused(reason) : fields
}

function unbounded(value: object): Reason | undefined {
  const waiting: [value: object, depth: number][] = [[value, 1]]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [one, depth] = next
    if (depth > deepest) return "too_deep"
    const parts = Object.values(one)
    if (parts.length > longestArray) return "too_long"
    for (const part of parts) {
      if (typeof part === "object" && part !== null) waiting.push([part as object, depth + 1])
    }
  }
  return undefined
}

/** Returns a value that is an object and not an array; undefined for anything else. */
export function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : undefined
}

/** Returns one value or several as an array: JSON-LD writes an array of one as the value itself. */
export function listOf(value: unknown): unknown[] {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value.slice(0, longestArray) : [value]
}

/** Returns a text, however JSON-LD wraps it; the first of several. */
export function wordsOf(value: unknown): string | undefined {
  const [first] = listOf(value)
  return textOf(fieldsOf(first)?.["@value"] ?? first)
}

/** Returns one line of plain text, cut to a length; only as much is read as such a line may need. */
export function lineIn(value: unknown, longest: number): string | undefined {
  return lineOf(wordsOf(value)?.slice(0, 4 * longest + 200), longest)
}

/**
 * Returns an id: an http(s) address exactly as it was written, because ids are compared character by character. For the same
 * reason its scheme is in lower case.
 */
export function idOf(value: unknown): string | undefined {
  const fields = fieldsOf(value)
  const id = fields ? (fields.id ?? fields["@id"]) : value
  if (typeof id !== "string" || !/^https?:/.test(id) || id.length > longestId) return undefined
  return new TextEncoder().encode(id).byteLength <= longestId && hostOf(id) !== undefined ? id : undefined
}

/** Returns the ids in a list, each once. */
export function idsOf(value: unknown, most = longestArray): string[] {
  const ids = listOf(value).map(idOf)
  return [...new Set(ids.filter((id) => id !== undefined))].slice(0, most)
}

/**
 * Returns the host of an http(s) address, with its port; undefined for anything else. A host with a trailing dot is refused:
 * DNS treats it as the same host, but lists of hosts would not. So is an IPv6 address, which these lists cannot name.
 */
export function hostOf(address: string): string | undefined {
  // The URL parser tolerates spaces, line ends and lone surrogates; an id that needs this is invalid.
  if (!/^https?:\/\/[^\s\\\p{Cc}\p{Cs}]+$/iu.test(address)) return undefined
  const url = URL.parse(address)
  if (!url || url.username !== "" || url.password !== "" || /^\[|\.$/.test(url.hostname)) return undefined
  return url.host === "" ? undefined : url.host
}

/** Returns whether both addresses are on the same host. A server may only speak for itself. */
export function isSameHost(one: string, other: string): boolean {
  const host = hostOf(one)
  return host !== undefined && host === hostOf(other)
}

/** Returns whether both addresses lead to the same document: the fragment is never requested. */
export function isSameDocument(one: string, other: string): boolean {
  const [first, second] = [URL.parse(one), URL.parse(other)]
  if (!first || !second) return false
  first.hash = ""
  second.hash = ""
  return first.href === second.href
}

/** Returns the types of an object without their vocabulary: `as:Note` becomes `Note`. */
export function typesOf(value: unknown): string[] {
  const fields = fieldsOf(value)
  return listOf(fields?.type ?? fields?.["@type"])
    .slice(0, 10)
    .flatMap((type) => (typeof type === "string" && type.length <= 200 ? [termOf(type)] : []))
}

/** Returns the last part of a term such as `https://schema.org/EventCancelled` or `as:Public`. */
export function termOf(term: string): string {
  return term.slice(Math.max(...["/", "#", ":"].map((sign) => term.lastIndexOf(sign))) + 1)
}

/** Returns an address to open from a text, a `Link`, or several of these, of which an HTML page is preferred. */
export function pageOf(value: unknown): string | undefined {
  const links = listOf(value).slice(0, 20)
  const page = links.find((link) => /^text\/html/i.test(wordsOf(fieldsOf(link)?.mediaType) ?? ""))
  for (const link of page === undefined ? links : [page, ...links]) {
    const url = hrefOf(link)
    if (url) return url
  }
  return undefined
}

/** Returns the http(s) address of a link. */
export function hrefOf(link: unknown): string | undefined {
  const fields = fieldsOf(link)
  const address = fields ? (fields.href ?? fields.url ?? fields["@value"]) : link
  return typeof address === "string" ? urlOf(address) : undefined
}

const earliest = Date.UTC(1900, 0, 1)
const latest = Date.UTC(2200, 0, 1)

/** Returns a moment if it is in a plausible year; otherwise undefined. */
export function boundedTime(at: Date | undefined): Date | undefined {
  return at && at.getTime() >= earliest && at.getTime() < latest ? at : undefined
}

/** Returns a whole number within bounds; otherwise undefined. */
export function countOf(value: unknown, least: number, most: number): number | undefined {
  return typeof value === "number" && Number.isInteger(value) && value >= least && value <= most ? value : undefined
}
