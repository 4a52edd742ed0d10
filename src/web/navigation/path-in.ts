/** The path of a link as the router takes it, without its basename; nothing when it leads into another language. */
export function pathIn({ pathname, search, hash }: HTMLAnchorElement, home: string): string | undefined {
  const base = home === "/" ? "" : home
  if (base && pathname !== base && !pathname.startsWith(`${base}/`)) return undefined
  return (pathname.slice(base.length) || "/") + search + hash
}
