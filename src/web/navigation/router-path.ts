/** Returns the path of a link for the router, without its basename; undefined when it leads to another language. */
export function routerPath({ pathname, search, hash }: HTMLAnchorElement, home: string): string | undefined {
  const base = home === "/" ? "" : home
  if (base && pathname !== base && !pathname.startsWith(`${base}/`)) return undefined
  return (pathname.slice(base.length) || "/") + search + hash
}
