import type { ReactElement } from "react"
import { renderToString } from "react-dom/server"
import { LRUCache } from "lru-cache"
import { onceFor } from "./once-for.ts"

/** Characters of keys and of HTML: some five thousand rows of an agenda. */
const size = 16 * 1024 * 1024

const written = onceFor((part: object) => JSON.stringify(part))
const keyOf = (of: readonly unknown[]) =>
  of.map((part) => (typeof part === "object" && part ? written(part) : JSON.stringify(part))).join()

/** The store of `KeptMarkup`, one for a process. What it holds never grows old: the key is all that it was made from. */
export function markupStore() {
  const kept = new LRUCache<string, string>({
    maxSize: size,
    sizeCalculation: (html, key) => html.length + key.length,
  })
  return (of: readonly unknown[], make: () => ReactElement): string => {
    const key = keyOf(of)
    const known = kept.get(key)
    if (known !== undefined) return known
    const html = renderToString(make())
    kept.set(key, html)
    return html
  }
}
