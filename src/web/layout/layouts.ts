/** What stands around a page. `geo` has no footer: list and map fill the window. `error` is the empty stage. */
export type LayoutName = "base" | "geo" | "error"

/** The layout of a page: the one it asks for, but whatever is under `/me` always has the base one (specification §2). */
export function layoutOf(pathname: string, wanted: LayoutName | undefined): LayoutName {
  if (/^\/me(\/|$)/.test(pathname)) return "base"
  return wanted ?? "base"
}
