import { useMemo } from "react"

/** Made here and handed to nobody: whatever else would put HTML into the page is refused by the browser (Trusted Types). */
const policy = globalThis.trustedTypes?.createPolicy("foyer", { createHTML: (html) => html })

/** HTML of ours as the browser lets it in; as it is on the server and in browsers that ask for nothing. */
export const trusted = (html: string) => policy?.createHTML(html) ?? html

/** What React sets as HTML: what our server has sanitised, or what a function of ours has drawn, and nothing else. */
export function useHtml(html: string) {
  return useMemo(() => ({ __html: trusted(html) }), [html])
}
