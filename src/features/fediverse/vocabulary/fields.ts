import { lineOf, textOf, urlOf } from "#features/imports/reading/text.ts"
import { type Reason, refused, type Refused } from "./refused.ts"

// Reading JSON that anybody may have written. Nothing here throws, and everything looks at a bounded part of it.

/** An object of JSON, of which nothing is certain. */
export type Fields = Record<string, unknown>

/** Bytes of a body. */
export const longestBody = 1_048_576
const deepest = 32
/** Items of an array, or keys of an object: fifty thousand recipients cost a signature check six seconds. */
export const longestArray = 1000
/** Characters of an id; it stands in an index. */
const longestId = 2000

/** A body as an object: UTF-8, JSON, not too large, too deep or too long anywhere. */
export function readBody(body: Uint8Array | string): Fields | Refused {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body
  if (bytes.byteLength > longestBody) return refused("too_large")
  try {
    return boundedObject(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)))
  } catch {
    return refused("not_json")
  }
}

/** JSON that was parsed elsewhere, as an object that is not too deep nor too long anywhere. */
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

/** An object that is no list; undefined for all else. */
export function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : undefined
}

/** One or several as a list: JSON-LD writes a list of one as the one. */
export function listOf(value: unknown): unknown[] {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value.slice(0, longestArray) : [value]
}

/** A text, however JSON-LD wraps it: the first of several. */
export function wordsOf(value: unknown): string | undefined {
  const [first] = listOf(value)
  return textOf(fieldsOf(first)?.["@value"] ?? first)
}

/** One line of plain words of at most so many characters; no more is looked at than such a line may need. */
export function lineIn(value: unknown, longest: number): string | undefined {
  return lineOf(wordsOf(value)?.slice(0, 4 * longest + 200), longest)
}

/** An id: an http(s) address, as it was written, since ids are compared letter by letter. */
export function idOf(value: unknown): string | undefined {
  const fields = fieldsOf(value)
  const id = fields ? (fields.id ?? fields["@id"]) : value
  return typeof id === "string" && id.length <= longestId && hostOf(id) !== undefined ? id : undefined
}

/** The ids in a list, each once. */
export function idsOf(value: unknown, most = longestArray): string[] {
  const ids = listOf(value).map(idOf)
  return [...new Set(ids.filter((id) => id !== undefined))].slice(0, most)
}

/**
 * The host of an http(s) address, with its port; undefined when it is none. A name with a point at its end is the same host
 * to DNS and another one to every list of hosts: what is so written is no id.
 */
export function hostOf(address: string): string | undefined {
  // A parser of addresses forgives spaces, line ends and signs that nothing can write down: an id that needs that is none.
  if (!/^https?:\/\/[^\s\\\p{Cc}\p{Cs}]+$/iu.test(address)) return undefined
  const url = URL.parse(address)
  if (!url || url.username !== "" || url.password !== "" || url.hostname.endsWith(".")) return undefined
  return url.host === "" ? undefined : url.host
}

/** Are both on the same host? What a server says of itself it may say; of others, nothing. */
export function isSameHost(one: string, other: string): boolean {
  const host = hostOf(one)
  return host !== undefined && host === hostOf(other)
}

/** Do both lead to the same document? What stands behind the hash is never asked for. */
export function isSameDocument(one: string, other: string): boolean {
  const [first, second] = [URL.parse(one), URL.parse(other)]
  if (!first || !second) return false
  first.hash = ""
  second.hash = ""
  return first.href === second.href
}

/** The types a thing says it is, without the vocabularies before them: `as:Note` is a `Note`. */
export function typesOf(value: unknown): string[] {
  const fields = fieldsOf(value)
  return listOf(fields?.type ?? fields?.["@type"])
    .slice(0, 10)
    .flatMap((type) => (typeof type === "string" && type.length <= 200 ? [termOf(type)] : []))
}

/** The last part of a term: of `https://schema.org/EventCancelled`, `as:Public`. */
export function termOf(term: string): string {
  return term.slice(Math.max(...["/", "#", ":"].map((sign) => term.lastIndexOf(sign))) + 1)
}

/** An address to open, whatever holds it: a text, a `Link`, or several, of which a page of HTML is meant. */
export function pageOf(value: unknown): string | undefined {
  const links = listOf(value).slice(0, 20)
  const page = links.find((link) => /^text\/html/i.test(wordsOf(fieldsOf(link)?.mediaType) ?? ""))
  for (const link of page === undefined ? links : [page, ...links]) {
    const url = hrefOf(link)
    if (url) return url
  }
  return undefined
}

/** The http(s) address a link leads to. */
export function hrefOf(link: unknown): string | undefined {
  const fields = fieldsOf(link)
  const address = fields ? (fields.href ?? fields.url ?? fields["@value"]) : link
  return typeof address === "string" ? urlOf(address) : undefined
}

const earliest = Date.UTC(1900, 0, 1)
const latest = Date.UTC(2200, 0, 1)

/** A moment of the years people plan in; undefined for all else. */
export function boundedTime(at: Date | undefined): Date | undefined {
  return at && at.getTime() >= earliest && at.getTime() < latest ? at : undefined
}

/** A whole number between two; undefined for all else. */
export function countOf(value: unknown, least: number, most: number): number | undefined {
  return typeof value === "number" && Number.isInteger(value) && value >= least && value <= most ? value : undefined
}
