import type { Call } from "../call.ts"

/**
 * The query parameters of an address: their names in order, or a function that writes a query in canonical form. Other parameters
 * are removed before anything reads the query, so that they make neither another answer nor another cache key.
 */
export type Parameters = readonly string[] | ((asked: URLSearchParams) => string)

/**
 * An address as routes write it (`/events/:id`, `/api/actors/{fid}/`), and its parameters. `never` marks what is made anew for
 * each reader and not cached, even for anonymous readers.
 */
export type Address = readonly [pattern: string, parameters: Parameters, caching?: "never"]

const mostOfOne = 20

/** Returns a function that finds the address a path matches; undefined for a path of no stated address. */
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

/** Lists the readable addresses of the API, with the parameters in their descriptions. */
export function describedAddresses(described: readonly Call[]): Address[] {
  return described.filter(({ method }) => method === "get").map(({ path, request }) => [path, namesOf(request?.query)])
}

/** Lists the keys of an object schema, whatever it is wrapped in. */
function namesOf(schema: unknown): string[] {
  if (!schema || typeof schema !== "object") return []
  const { shape, def } = schema as { shape?: object; def?: { in?: unknown; innerType?: unknown; schema?: unknown } }
  return shape ? Object.keys(shape) : namesOf(def?.in ?? def?.innerType ?? def?.schema)
}

/**
 * Writes the query of an address in canonical form: its parameters in their order, each value rounded as it is used (a point to
 * ten metres, a distance to a hundred). Returns undefined when the query is canonical already.
 * @param longest length of a value; a longer one means nothing to any address and is removed
 */
export function canonicalQuery(search: string, parameters: Parameters, longest = Infinity): string | undefined {
  const asked = new URLSearchParams(search)
  const written = typeof parameters === "function" ? parameters(asked) : inOrder(asked, parameters, longest)
  if (written === search || (written === "" && search === "?")) return written === search ? undefined : ""
  // The same query with different escapes is not a different query.
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
