import type { ReactElement } from "react"
import { renderToString } from "react-dom/server"
import { LRUCache } from "lru-cache"

/** Characters of keys and of HTML: some five thousand rows of an agenda. */
const size = 16 * 1024 * 1024

/** The store of `KeptMarkup`, one for a process. What it holds never grows old: the key is all that it was made from. */
export function markupStore() {
  const kept = new LRUCache<string, string>({
    maxSize: size,
    sizeCalculation: (html, key) => html.length + key.length,
  })
  return (key: string, make: () => ReactElement): string => {
    const known = kept.get(key)
    if (known !== undefined) return known
    const html = renderToString(make())
    kept.set(key, html)
    return html
  }
}
