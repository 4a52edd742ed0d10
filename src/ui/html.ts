import { useMemo } from "react"

/** Not exported: any other code that puts HTML into the page is refused by the browser (Trusted Types). */
const policy = globalThis.trustedTypes?.createPolicy("foyer", { createHTML: (html) => html })

/** Marks our own HTML as trusted; a plain string on the server and in browsers without Trusted Types. */
export const trusted = (html: string) => policy?.createHTML(html) ?? html

/** Makes the prop with which React sets HTML, only for HTML that our server sanitised or a function of ours produced. */
export function useHtml(html: string) {
  return useMemo(() => ({ __html: trusted(html) }), [html])
}
