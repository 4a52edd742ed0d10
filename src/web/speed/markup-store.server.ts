import type { ReactElement } from "react"
import { renderToString } from "react-dom/server"
import { LRUCache } from "lru-cache"
import { onceFor } from "./once-for.ts"

/** Bytes of keys and HTML: some two and a half thousand rows of an agenda. */
const size = 16 * 1024 * 1024

/** JSON that also distinguishes values JSON does not have: undefined, NaN, infinities. */
const exact = (part: unknown) =>
  JSON.stringify(part, (_name, value: unknown) =>
    value === undefined || (typeof value === "number" && !Number.isFinite(value)) ? { "\0": String(value) } : value,
  )
const written = onceFor((part: object) => exact(part))
const keyOf = (of: readonly unknown[]) =>
  of.map((part) => (typeof part === "object" && part ? written(part) : exact(part))).join()

/**
 * Makes the cache of `kept` components, one for a process. Its entries never expire, since the key contains everything they
 * depend on.
 */
export function markupStore() {
  const store = new LRUCache<string, string>({
    maxSize: size,
    // Two bytes for each character: nearly every row has one beyond Latin-1, the apostrophe or the narrow space.
    sizeCalculation: (html, key) => 2 * (html.length + key.length),
  })
  return (of: readonly unknown[], make: () => ReactElement): string => {
    const key = keyOf(of)
    const known = store.get(key)
    if (known !== undefined) return known
    const html = renderToString(make())
    if (html) store.set(key, html)
    return html
  }
}
