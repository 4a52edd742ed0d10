/** Answers are kept by path and query: the host that was asked for changes nothing. */
export function keyOf(request: Request, kind: string) {
  return `${kind} ${pathOf(request)}`
}

/** Path and query as they were written. */
export function pathOf(request: Request) {
  const { url } = request
  return url.slice(url.indexOf("/", 8))
}
