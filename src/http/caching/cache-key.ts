/** Returns the cache key of a request: kind, path and query. The host does not change the answer. */
export function keyOf(request: Request, kind: string) {
  return `${kind} ${pathOf(request)}`
}

/** Returns path and query as they were written. */
export function pathOf(request: Request) {
  const { url } = request
  return url.slice(url.indexOf("/", 8))
}
