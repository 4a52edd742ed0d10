/** The layout around a page. `geo` has no footer: list and map fill the window. `error` is the empty stage. */
export type LayoutName = "base" | "geo" | "error"

/** Returns the layout of a page: the one it wants, except that everything under `/me` has the base one (specification §2). */
export function layoutOf(pathname: string, wanted: LayoutName | undefined): LayoutName {
  if (/^\/me(\/|$)/.test(pathname)) return "base"
  return wanted ?? "base"
}
