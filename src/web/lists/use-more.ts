import { type RefObject, useEffect, useState } from "react"
import type { List } from "../api.ts"

export type MoreState = "rest" | "loading" | "error" | "end"

/**
 * Makes a list that grows on demand: the items the page came with, then those that `load` returns from `start` on, without
 * duplicates. A failure keeps the list. The focus moves to the first new title in the element of `list`. Give the component that
 * uses this a `key` of the list's subject.
 */
export function useMore<Item>(
  first: List<Item> & { start?: number },
  idOf: (item: Item) => string | number,
  load: (start: number) => Promise<List<Item>>,
  list: RefObject<HTMLElement | null>,
) {
  const [more, setMore] = useState<{
    items: Item[]
    total: number
    state: "rest" | "loading" | "error"
    /** Number of titles before the last press. */
    before?: number
  }>({ items: [], total: first.total, state: "rest" })

  const known = new Set(first.items.map(idOf))
  const items = [...first.items, ...more.items.filter((item) => !known.has(idOf(item)))]
  const reached = (first.start ?? 0) + items.length
  const state: MoreState = more.state === "rest" && reached >= more.total ? "end" : more.state

  const { before } = more
  useEffect(() => {
    if (before !== undefined) titlesIn(list.current)[before]?.focus({ preventScroll: true })
  }, [before, list])

  const loadMore = async () => {
    if (more.state === "loading") return
    setMore({ ...more, state: "loading" })
    try {
      const page = await load(reached)
      // An empty page is the end, whatever the total says.
      const total = page.items.length === 0 ? reached : page.total
      setMore({ items: [...more.items, ...page.items], total, state: "rest", before: titlesIn(list.current).length })
    } catch {
      setMore({ ...more, state: "error" })
    }
  }
  return { items, reached, total: more.total, state, loadMore }
}

function titlesIn(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>(":is(h3, h4) a") ?? [])]
}
