import { data } from "react-router"
import type { LayoutName } from "../layout/layouts.ts"

/** The properties a page may export as `handle`. */
export type PageHandle<Data = unknown> = {
  /** The layout around it, where that depends on the query. */
  layout?: LayoutName | ((asked: URLSearchParams) => LayoutName)
  /** Set for a list after filters (`<Results>`): the page then has a second skip link, past the filters. */
  hasResults?: true
  /**
   * Returns whether the loaded data make a page that may be shown. Anything but `true` is a fatal error, with status 404 or the
   * returned one (specification §2). `page(load, handle)` calls it on both sides.
   */
  check?(loaded: Data): boolean | { status: number; detail?: string }
  /**
   * Loads the parts of the document that have scripts of their own and can be pressed. The page is hydrated only afterwards, so
   * that no press is lost.
   */
  ahead?(): Promise<unknown>
}

/** Throws the error page unless the handle accepts the loaded data. */
export function checkPage<Data>(handle: PageHandle<Data> | undefined, loaded: Data, url: URL): void {
  const found = handle?.check ? handle.check(loaded) : true
  if (found === true) return
  const { status = 404, detail = undefined } = typeof found === "object" && found ? found : {}
  const code = status === 404 && !detail ? "page_not_found" : undefined
  throw data({ detail, code }, { status, ...(status === 404 ? { statusText: pageNotFound(url) } : {}) })
}

/** Returns the status text of an address without a page: Page Not Found plus the path. */
export function pageNotFound(url: { pathname: string }): string {
  return `Page Not Found: ${url.pathname}`
}
