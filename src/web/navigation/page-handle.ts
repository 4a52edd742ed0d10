import { data } from "react-router"
import type { LayoutName } from "../layout/layouts.ts"

/** What a page may export as `handle`. */
export type PageHandle<Data = unknown> = {
  /** What stands around it, where that depends on what the address asks for. */
  layout?: LayoutName | ((asked: URLSearchParams) => LayoutName)
  /** A list behind filters (`<Results>`): the second thing on the page is a way past these. */
  hasResults?: true
  /**
   * Is what was loaded a page that may be shown? Anything but `true` is a fatal error: status 404, or the one that is
   * given (specification §2). `page(load, handle)` asks it on both sides.
   */
  check?(loaded: Data): boolean | { status: number; detail?: string }
  /**
   * What of the document is loaded on its own and there to be pressed: the page is not taken over before it is there, so
   * that no press is lost.
   */
  ahead?(): Promise<unknown>
}

/** Throws the error page unless the handle finds what was loaded valid. */
export function checkPage<Data>(handle: PageHandle<Data> | undefined, loaded: Data, url: URL): void {
  const found = handle?.check ? handle.check(loaded) : true
  if (found === true) return
  const { status = 404, detail = undefined } = typeof found === "object" && found ? found : {}
  const code = status === 404 && !detail ? "page_not_found" : undefined
  throw data({ detail, code }, { status, ...(status === 404 ? { statusText: pageNotFound(url) } : {}) })
}

/** The status text of an address where no page is: Page Not Found plus the path. */
export function pageNotFound(url: { pathname: string }): string {
  return `Page Not Found: ${url.pathname}`
}
