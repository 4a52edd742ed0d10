import type { Call } from "../call.ts"

/**
 * What an address may be asked: the names of its parameters in order, or how a query is written the one way. What it does
 * not know is left out before anything looks at it, so that it makes neither a new answer nor a new key in a cache.
 */
export type Parameters = readonly string[] | ((asked: URLSearchParams) => string)

/**
 * An address as routes write it (`/events/:id`, `/api/actors/{fid}/`), and its parameters. What is made anew for each reader
 * is `never` kept, though nobody is signed in.
 */
export type Address = readonly [pattern: string, parameters: Parameters, kept?: "never"]

const mostOfOne = 20

/** Finds the address that a path is of; undefined for one that states nothing. */
export function addressFinder(addresses: readonly Address[]): (path: string) => Address | undefined {
  const bySize = Map.groupBy(
    addresses.map((address) => ({ parts: partsOf(address[0]), address })),
    ({ parts }) => parts.length,
  )
  const literals = (parts: string[]) => parts.filter((part) => !isVariable(part)).length
  for (const list of bySize.values()) list.sort((a, b) => literals(b.parts) - literals(a.parts))
  return (path) => {
    const asked = partsOf(path)
    const found = bySize
      .get(asked.length)
      ?.find(({ parts }) => parts.every((part, at) => isVariable(part) || part === asked[at]))
    return found?.address
  }
}

function partsOf(path: string) {
  return path.split("/").filter(Boolean)
}

function isVariable(part: string) {
  return part.startsWith(":") || part.startsWith("{")
}

/** The addresses of the API that can be read, with the parameters that their descriptions name. */
export function describedAddresses(described: readonly Call[]): Address[] {
  return described.filter(({ method }) => method === "get").map(({ path, request }) => [path, namesOf(request?.query)])
}

/** The names that an object schema knows, whatever it is wrapped in. */
function namesOf(schema: unknown): string[] {
  if (!schema || typeof schema !== "object") return []
  const { shape, def } = schema as { shape?: object; def?: { in?: unknown; innerType?: unknown; schema?: unknown } }
  return shape ? Object.keys(shape) : namesOf(def?.in ?? def?.innerType ?? def?.schema)
}

/**
 * The query of an address, written one way: known parameters in their order, each value as it counts (a point to ten
 * metres, a distance to a hundred). Undefined when it is written so already.
 * @param longest a value that is longer than anything the address could mean is left out
 */
export function canonicalQuery(search: string, parameters: Parameters, longest = Infinity): string | undefined {
  const asked = new URLSearchParams(search)
  const written = typeof parameters === "function" ? parameters(asked) : inOrder(asked, parameters, longest)
  if (written === search || (written === "" && search === "?")) return written === search ? undefined : ""
  // The same said with other escapes is no other query.
  return new URLSearchParams(written).toString() === asked.toString() ? undefined : written
}

function inOrder(asked: URLSearchParams, names: readonly string[], longest: number) {
  const known = names.flatMap((name) =>
    asked
      .getAll(name)
      .slice(0, mostOfOne)
      .filter((value) => value.length <= longest)
      .map((value): [string, string] => [name, valueOf(name, value)]),
  )
  return known.length > 0 ? `?${new URLSearchParams(known)}` : ""
}

function valueOf(name: string, value: string) {
  if (name === "near") return value.replaceAll(/\d+\.\d{5,}/g, (degrees) => String(Number(Number(degrees).toFixed(4))))
  if (name === "radius" && /^\d{1,4}\.\d{2,}$/.test(value)) return String(Number(Number(value).toFixed(1)))
  return value
}
